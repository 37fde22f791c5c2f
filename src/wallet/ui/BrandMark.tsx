import { usePainted } from './use-painted.ts';

export type BrandMarkProps = {
  /** Its view in the sheet of all marks. */
  readonly name: string;
  readonly dimmed?: boolean;
};

/** One sheet for all marks of a visit, with those alone that it was known to show; who shows another one gets it of the whole. */
const addressOf = (name: string): string => {
  const { marks = '' } = document.documentElement.dataset;
  const query = marks.split(',').includes(name) ? `?only=${marks}` : '';
  return `brands/marks.svg${query}#${name}`;
};

type RoomProps = BrandMarkProps & {
  /** Whether its reserved room has been painted: the sheet is fetched then. */
  readonly isPainted: boolean;
};

/** The mark of a list that knows when it was painted: one list watches for all of its marks. */
export const MarkInList = ({ name, dimmed = false, isPainted }: RoomProps) => (
  <img
    class={dimmed ? 'brand-mark brand-mark-dimmed' : 'brand-mark'}
    src={isPainted ? addressOf(name) : undefined}
    alt=""
    width="30"
    height="20"
  />
);

/** A mark beside its name in words, so that it says nothing itself. */
export const BrandMark = (props: BrandMarkProps) => <MarkInList {...props} isPainted={usePainted()} />;
