import { usePainted } from './use-painted.ts';

export type BrandMarkProps = {
  /** Its view in the sheet of all marks. */
  readonly name: string;
  readonly dimmed?: boolean;
};

/** A mark beside its name in words, so that it says nothing itself; the sheet is fetched once their reserved room has been painted. */
export const BrandMark = ({ name, dimmed = false }: BrandMarkProps) => (
  <img
    class={dimmed ? 'brand-mark brand-mark-dimmed' : 'brand-mark'}
    src={usePainted() ? `brands/marks.svg#${name}` : undefined}
    alt=""
    width="30"
    height="20"
  />
);
