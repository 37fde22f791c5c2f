import { usePainted } from './use-painted.ts';

export type BrandMarkProps = {
  /** Its view in the SVG sprite of all marks. */
  readonly name: string;
  readonly dimmed?: boolean;
};

/** A sprite with only the marks that the first view shows; any other mark comes from the whole sprite. */
const addressOf = (name: string): string => {
  const { marks = '' } = document.documentElement.dataset;
  const query = marks.split(',').includes(name) ? `?only=${marks}` : '';
  return `brands/marks.svg${query}#${name}`;
};

type MarkInListProps = BrandMarkProps & {
  /** Whether its reserved space has been painted; only then is the sprite fetched. */
  readonly isPainted: boolean;
};

/** A mark of a list, which watches the first paint for all of its marks. */
export const MarkInList = ({ name, dimmed = false, isPainted }: MarkInListProps) => (
  <img
    class={dimmed ? 'brand-mark brand-mark-dimmed' : 'brand-mark'}
    src={isPainted ? addressOf(name) : undefined}
    alt=""
    width="30"
    height="20"
  />
);

/** A mark beside its name in words, so it has no text of its own. */
export const BrandMark = (props: BrandMarkProps) => <MarkInList {...props} isPainted={usePainted()} />;
