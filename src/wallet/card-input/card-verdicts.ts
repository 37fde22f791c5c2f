import type { HolderName } from '../../contract/billing/merchant-settings.ts';
import { brandCandidates } from '../../contract/cards/brand-detection.ts';
import { type CardBrand, cardBrands } from '../../contract/cards/card-brands.ts';
import { type ExpiryDate, expiryStatus } from '../../contract/cards/card-expiry.ts';
import { isSecurityCode, longestNumber, passesCheckDigit } from '../../contract/cards/card-number.ts';
import { withAsciiDigits } from './digits.ts';
import { isPartial, lacksMonth, parseExpiry } from './expiry.ts';

export type NumberReason = 'empty' | 'incomplete' | 'invalid' | 'unsupported';
export type ExpiryReason = 'empty' | 'incomplete' | 'not_a_month' | 'past' | 'too_far';
export type CodeReason = 'empty' | 'incomplete';
export type NameReason = 'empty' | 'looks_like_number';

/** `open` may become complete by more typing; `wrong` only if something is deleted first. */
export type Verdict<Reason extends string> =
  | { readonly kind: 'complete' }
  | { readonly kind: 'open'; readonly reason: Reason }
  | { readonly kind: 'wrong'; readonly reason: Reason };

const complete = { kind: 'complete' } as const;
const open = <Reason extends string>(reason: Reason) => ({ kind: 'open', reason }) as const;
const wrong = <Reason extends string>(reason: Reason) => ({ kind: 'wrong', reason }) as const;

const brandedNumberVerdict = (digits: string, brand: CardBrand): Verdict<NumberReason> => {
  const isLongest = digits.length >= longestNumber(brand);
  if (cardBrands[brand].lengths.includes(digits.length)) {
    if (passesCheckDigit(digits, brand)) return complete;
    return isLongest ? wrong('invalid') : open('invalid');
  }
  return isLongest ? wrong('invalid') : open('incomplete');
};

/** Judges a number's digits against the brands that are accepted. */
export const numberVerdict = (digits: string, accepted: readonly CardBrand[]): Verdict<NumberReason> => {
  if (digits === '') return open('empty');
  const candidates = brandCandidates(digits, accepted);
  if (!candidates.some((brand) => accepted.includes(brand))) return wrong('unsupported');
  const [brand, ...others] = candidates;
  return brand === undefined || others.length > 0 ? open('incomplete') : brandedNumberVerdict(digits, brand);
};

const dateVerdict = (date: ExpiryDate, now: number): Verdict<ExpiryReason> => {
  const status = expiryStatus(date, now);
  return status === 'good' ? complete : wrong(status);
};

const fieldVerdict = (month: string, year: string, now: number): Verdict<ExpiryReason> => {
  if (month === '' || month === '0') return open('incomplete');
  if (Number(month) < 1 || Number(month) > 12) return wrong('not_a_month');
  if (/^(?!20)\d{3}$/.test(year)) return wrong('incomplete');
  if (year.length !== 2 && year.length !== 4) return open('incomplete');
  const date = { month: Number(month), year: Number(year.length === 2 ? `20${year}` : year) };
  const verdict = dateVerdict(date, now);
  return year === '20' && verdict.kind === 'wrong' ? open(verdict.reason) : verdict;
};

/** Judges the text of the expiry field at `now`, epoch milliseconds. `12 / 20` may still become 12 / 2027. */
export const expiryVerdict = (text: string, now: number): Verdict<ExpiryReason> => {
  const digits = withAsciiDigits(text).replace(/\D/g, '');
  if (digits === '') return open('empty');
  const fieldParts = /^(\d{0,2}) \/ (\d{0,4})$/.exec(text);
  if (fieldParts !== null) return fieldVerdict(fieldParts[1] ?? '', fieldParts[2] ?? '', now);
  const date = parseExpiry(text);
  if (date !== null) return dateVerdict(date, now);
  if (/-\d\d$|^1[3-9]$/.test(text)) return wrong('not_a_month');
  if (isPartial(text)) return open('incomplete');
  return wrong(lacksMonth(text) ? 'not_a_month' : 'incomplete');
};

/** Judges a security code's digits for the brand that is known so far. */
export const codeVerdict = (digits: string, brand: CardBrand | null): Verdict<CodeReason> => {
  if (isSecurityCode(digits, brand)) return complete;
  return open(digits === '' ? 'empty' : 'incomplete');
};

/** A name of only digits, spaces and hyphens is a card number in the wrong field. */
export const nameVerdict = (name: string, holderName: HolderName = 'required'): Verdict<NameReason> => {
  if (name.trim() === '') return holderName === 'required' ? open('empty') : complete;
  return /^[\p{Nd}\s\p{Zs}\p{Pd}]+$/u.test(name) ? open('looks_like_number') : complete;
};
