import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

export type BrandMarkProps = {
  /** File name of the mark, without its ending. */
  readonly name: string;
  readonly dimmed?: boolean;
};

/** A mark beside its name in words, so that it says nothing itself; fetched once its reserved room has been painted. */
export const BrandMark = ({ name, dimmed = false }: BrandMarkProps) => {
  const isPainted = useSignal(false);
  useEffect(() => {
    isPainted.value = true;
  }, [isPainted]);
  return (
    <img
      class={dimmed ? 'brand-mark brand-mark-dimmed' : 'brand-mark'}
      src={isPainted.value ? `brands/${name}.svg` : undefined}
      alt=""
      width="30"
      height="20"
    />
  );
};
