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
 * The accepted brands' marks in a row; once the card is of one of them the others dim. Named after the first paint, which is the
 * build's and knows nothing of the business.
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
