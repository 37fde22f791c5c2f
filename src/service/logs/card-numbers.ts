import { isCardNumber, passesLuhn } from '../../contract/card-number.ts';

/** One in some hundred would pass for a number in groups, and merchants send them as ids. */
const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;
/** 12 to 19 digits, as people group them; a UUID is taken whole, so that no part of it is. */
const candidates = new RegExp(`${uuid.source}|\\d(?:[ -]?\\d){11,18}`, 'gi');

/** Second net behind the allow-list of log fields: blanks what passes the Luhn check, of whatever brand. */
export function redactCardNumbers(text: string): string {
  return text.replace(candidates, (found) =>
    !uuid.test(found) && passesLuhn(digitsOf(found)) ? '[card number]' : found,
  );
}

/** Stricter than what logs blank: one in ten order numbers and times passes Luhn, and must not be refused for it. */
export function looksLikeCardNumber(text: string): boolean {
  const found = text.match(candidates) ?? [];
  return found.some((each) => !uuid.test(each) && isCardNumber(digitsOf(each)));
}

const digitsOf = (text: string) => text.replace(/\D/g, '');
