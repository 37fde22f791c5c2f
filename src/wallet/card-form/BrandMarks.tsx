import { type CardBrand, cardBrands } from '../../contract/cards/card-brands.ts';
import { MarkInList } from '../ui/BrandMark.tsx';
import { usePainted } from '../ui/use-painted.ts';

export type BrandMarksProps = {
  readonly accepted: readonly CardBrand[];
  readonly brand: CardBrand | null;
  /** Names the row: which cards are accepted. */
  readonly label: string;
};

/**
 * The accepted brands' marks in a row. Once the card's brand is known the others are dimmed. The label is set after the first
 * paint, because the build prerenders that without the merchant's brands.
 */
export const BrandMarks = ({ accepted, brand, label }: BrandMarksProps) => {
  const isPainted = usePainted();
  const isAccepted = brand !== null && accepted.includes(brand);
  return (
    <span class="brand-marks" role="img" aria-label={isPainted ? label : undefined}>
      {accepted.map((code) => (
        <MarkInList
          key={code}
          name={cardBrands[code].issuerFull}
          dimmed={isAccepted && brand !== code}
          isPainted={isPainted}
        />
      ))}
    </span>
  );
};
