import { useId } from 'preact/hooks';
import { type CardBrand, cardBrands } from '../../contract/cards/card-brands.ts';
import type { Translate } from '../i18n/translate.ts';
import { BrandMark } from '../ui/BrandMark.tsx';

export type NetworkChoiceProps = {
  readonly t: Translate;
  /** The networks of one card. */
  readonly brands: readonly CardBrand[];
  readonly chosen: CardBrand | null;
  readonly onChoose: (brand: CardBrand) => void;
};

/** The network of a co-badged card to pay with. By law the shopper chooses; the business may preselect one. */
export const NetworkChoice = ({ t, brands, chosen, onChoose }: NetworkChoiceProps) => {
  const group = useId();
  return (
    <fieldset class="networks">
      <legend class="networks-label">{t('card.network.label')}</legend>
      {brands.map((brand) => (
        <label class="network" key={brand}>
          <input
            type="radio"
            class="choice-radio"
            name={group}
            checked={brand === chosen}
            onChange={() => onChoose(brand)}
          />
          <BrandMark name={cardBrands[brand].issuerFull} />
          <span class="network-name">{cardBrands[brand].name}</span>
        </label>
      ))}
    </fieldset>
  );
};
