import { brandOf } from './brand-detection.ts';
import { type CardBrand, cardBrands, FOURS } from './card-brands.ts';

const longestOfAll = 19;

/** Most digits a number of the brand has; 19 while the brand is unknown. */
export const longestNumber = (brand: CardBrand | null): number =>
  brand === null ? longestOfAll : (cardBrands[brand].lengths.at(-1) ?? longestOfAll);

/** The Luhn check over ASCII digits, or over the digits as numbers. */
export const passesLuhn = (digits: ArrayLike<string | number>): boolean => {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
};

/**
 * Whether the check digit lets a number of the brand pass. UnionPay issues numbers that fail Luhn; one digit repeated is
 * never a card, even where Luhn agrees.
 */
export const passesCheckDigit = (digits: string, brand: CardBrand): boolean =>
  !/^(\d)\1*$/.test(digits) && (!cardBrands[brand].hasCheckDigit || passesLuhn(digits));

/** Whether ASCII digits are a whole number of a known brand: prefix, length and check digit. */
export const isCardNumber = (digits: string): boolean => {
  const brand = brandOf(digits);
  return (
    brand !== null && cardBrands[brand].lengths.includes(digits.length) && passesCheckDigit(digits, brand)
  );
};

/** The digits as they stand on the card: 4-6-5 for Amex, 4-6-4 for a Diners number of 14, fours else. */
export const groupDigits = (digits: string, brand: CardBrand | null): string => {
  const groups: string[] = [];
  let start = 0;
  const sizes = brand === null ? FOURS : cardBrands[brand].groups(digits.length);
  for (const size of sizes) {
    groups.push(digits.slice(start, start + size));
    start += size;
  }
  groups.push(digits.slice(start));
  return groups.filter((group) => group !== '').join(' ');
};

/** Whether ASCII digits are a security code of the brand. Maestro may have none; an unknown brand has three or four. */
export const isSecurityCode = (digits: string, brand: CardBrand | null): boolean => {
  if (!/^\d*$/.test(digits)) return false;
  if (brand === null) return digits.length === 3 || digits.length === 4;
  const { codeSize, codeOptional } = cardBrands[brand];
  return digits.length === codeSize || (codeOptional && digits === '');
};

/** Most digits a security code of the brand has; four while the brand is unknown. */
export const longestCode = (brand: CardBrand | null): number =>
  brand === null ? 4 : cardBrands[brand].codeSize;
