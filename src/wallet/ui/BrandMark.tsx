export type BrandMarkProps = {
  /** File name of the mark, without its ending. */
  readonly name: string;
  readonly dimmed?: boolean;
};

/** A mark beside its name in words, so that it says nothing itself. */
export const BrandMark = ({ name, dimmed = false }: BrandMarkProps) => (
  <img
    class={dimmed ? 'brand-mark brand-mark-dimmed' : 'brand-mark'}
    src={`brands/${name}.svg`}
    alt=""
    width="36"
    height="24"
  />
);
