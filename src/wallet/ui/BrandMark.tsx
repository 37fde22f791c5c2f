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

/** A mark beside its name in words, so that it says nothing itself; the sheet is fetched once their reserved room has been painted. */
export const BrandMark = ({ name, dimmed = false }: BrandMarkProps) => (
  <img
    class={dimmed ? 'brand-mark brand-mark-dimmed' : 'brand-mark'}
    src={usePainted() ? addressOf(name) : undefined}
    alt=""
    width="30"
    height="20"
  />
);
