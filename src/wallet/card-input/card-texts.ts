import { type CardBrand, cardBrands } from '../../contract/cards/card-brands.ts';
import type { TextKey, Translate } from '../i18n/translate.ts';
import type { CardFieldName, CardReasons } from './card-form-model.ts';

/** Where the security code stands, as far as the brand says. */
export type CodePlace = 'back' | 'front' | 'unknown';

export const codePlace = (brand: CardBrand | null): CodePlace => {
  if (brand === null) return 'unknown';
  return cardBrands[brand].codeSize === 4 ? 'front' : 'back';
};

export const codeHintKey = (brand: CardBrand | null): TextKey =>
  brand !== null && cardBrands[brand].codeOptional
    ? 'card.code.hint.optional'
    : `card.code.hint.${codePlace(brand)}`;

/** "Visa, Mastercard or JCB", in the locale's words. */
export const brandList = (brands: readonly CardBrand[], t: Translate): string => {
  const names = brands.map((brand) => cardBrands[brand].name);
  const last = names.pop() ?? '';
  if (names.length === 0) return last;
  const joint = t(names.length === 1 ? 'list.or.pair' : 'list.or.last');
  return `${names.join(t('list.or.middle'))}${joint}${last}`;
};

export type TextContext = {
  readonly t: Translate;
  readonly brand: CardBrand | null;
  readonly accepted: readonly CardBrand[];
};

/** The message of each reason, by field. */
export const errorTexts: {
  readonly [Field in CardFieldName]: (reason: CardReasons[Field], context: TextContext) => string;
} = {
  name: (reason, { t }) => t(`card.name.error.${reason}`),
  number: (reason, { t, accepted }) =>
    reason === 'unsupported'
      ? t('card.number.error.unsupported', { brands: brandList(accepted, t) })
      : t(`card.number.error.${reason}`),
  expiry: (reason, { t }) => t(`card.expiry.error.${reason}`),
  code: (reason, { t, brand }) => t(`card.code.error.${reason}.${codePlace(brand)}`),
};
