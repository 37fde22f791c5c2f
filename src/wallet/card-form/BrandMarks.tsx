import { type CardBrand, cardBrands } from '../../contract/card-brands.ts';
import { BrandMark } from '../ui/BrandMark.tsx';

export type BrandMarksProps = {
  readonly accepted: readonly CardBrand[];
  readonly brand: CardBrand | null;
  /** Names the row: which cards are accepted. */
  readonly label: string;
};

/** The accepted brands' marks in a row; once the brand is known the others dim. */
export const BrandMarks = ({ accepted, brand, label }: BrandMarksProps) => (
  <span class="brand-marks" role="img" aria-label={label}>
    {accepted.map((code) => (
      <BrandMark key={code} name={cardBrands[code].issuerFull} dimmed={brand !== null && brand !== code} />
    ))}
  </span>
);
