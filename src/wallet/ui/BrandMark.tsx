import { usePainted } from './use-painted.ts';

export type BrandMarkProps = {
  /** File name of the mark, without its ending. */
  readonly name: string;
  readonly dimmed?: boolean;
};

/** A mark beside its name in words, so that it says nothing itself; fetched once its reserved room has been painted. */
export const BrandMark = ({ name, dimmed = false }: BrandMarkProps) => (
  <img
    class={dimmed ? 'brand-mark brand-mark-dimmed' : 'brand-mark'}
    src={usePainted() ? `brands/${name}.svg` : undefined}
    alt=""
    width="30"
    height="20"
  />
);
