import type { ExpiryDate } from '../../contract/cards/card-expiry.ts';
import { withAsciiDigits } from './digits.ts';

/** The forms of a date that is being typed, month first or, as in `2027-1`, year first. */
const partialForms =
  /^(\d{0,2}|\d{0,2} \/ \d{0,3}|\d\d \/ (?!20)\d{4}|20\d{1,2}|(20\d\d|[2-9]\d)-(\d?|00|1[3-9]|[2-9]\d))$/;

/** Whether the text is a date that is being typed. Any other was pasted or filled in. */
export const isPartial = (text: string): boolean => partialForms.test(text);

const isMonth = (digits: string): boolean => /^(0?[1-9]|1[0-2])$/.test(digits);

const date = (month: string, year: string): ExpiryDate | null => {
  if (!isMonth(month) || !/^(19|20)?\d\d$/.test(year)) return null;
  return { month: Number(month), year: Number(year.length === 2 ? `20${year}` : year) };
};

/** Reads digits without a separator: month first if possible, else year first. Three digits are a one-digit month and a year. */
const readDigits = (digits: string): ExpiryDate | null => {
  const splits: Record<number, () => ExpiryDate | null> = {
    3: () => date(digits.slice(0, 1), digits.slice(1)),
    4: () => date(digits.slice(0, 2), digits.slice(2)) ?? date(digits.slice(2), digits.slice(0, 2)),
    5: () => readLong(digits, 1),
    6: () => readLong(digits, 2),
  };
  return splits[digits.length]?.() ?? null;
};

const readLong = (digits: string, monthSize: number): ExpiryDate | null => {
  const year = digits.slice(monthSize);
  if (year.startsWith('20')) {
    const monthFirst = date(digits.slice(0, monthSize), year);
    if (monthFirst !== null) return monthFirst;
  }
  return date(digits.slice(4), digits.slice(0, 4));
};

/** Reads two parts: month and year, or the reverse if only that is possible. */
const readPair = (left: string, right: string): ExpiryDate | null => {
  if (left.length === 4) return date(right, left);
  if (right.length === 4) return date(left, right);
  return left.length === 2 && !isMonth(left) ? date(right, left) : date(left, right);
};

/** The digit groups of a text: split at separators if there are any (spaces inside a part are removed), else at spaces. */
const digitGroups = (text: string): readonly string[] => {
  const plain = withAsciiDigits(text).replace(/\p{Cf}/gu, '');
  const sides = plain.split(/[^\d\s]+/).map((side) => side.replace(/\s/g, ''));
  const groupsAtMarks = sides.filter((side) => side !== '');
  if (groupsAtMarks.length > 1) return groupsAtMarks;
  const groupsAtSpaces = plain.split(/\D+/).filter((side) => side !== '');
  return groupsAtSpaces.every((side) => side.length === 1) ? [groupsAtSpaces.join('')] : groupsAtSpaces;
};

/** `12/31/`: a third part follows, so these are not month and year. */
const isOpenEnded = (text: string): boolean => /\d\s*[./-]\s*\d+\s*[./-]\s*$/.test(withAsciiDigits(text));

/**
 * Reads month and year from a whole text, as people and password managers write them; null if there are none. Separators
 * count before the number of digits. Two-digit years are of this century.
 */
export const parseExpiry = (text: string): ExpiryDate | null => {
  const [first = '', second, third, ...more] = digitGroups(text);
  if (more.length > 0 || isOpenEnded(text)) return null;
  if (third !== undefined) return first.length === 4 && second !== undefined ? date(second, first) : null;
  return second === undefined ? readDigits(first) : readPair(first, second);
};

/** Whether a text that is no date has two parts, of which the month is not 1 to 12. */
export const lacksMonth = (text: string): boolean => {
  const [first = '', second, ...more] = digitGroups(text);
  if (second === undefined) return /^(0\d{2}|\d{4}|\d{6})$/.test(first);
  return more.length === 0 && /^(\d\d|\d{4})$/.test(second);
};

/** A date as the field shows it, `MM / YY`; a year of another century keeps its four digits. */
export const formatExpiry = ({ month, year }: ExpiryDate): string => {
  const shownYear = Math.floor(year / 100) === 20 ? String(year).slice(2) : String(year);
  return `${String(month).padStart(2, '0')} / ${shownYear}`;
};

/** The text of a field that was left, formatted if it is a date. */
export const tidyExpiry = (text: string): string => {
  const parts = /^(\d{0,2}) \/ (\d*)$/.exec(text);
  const parsedDate = parts === null ? parseExpiry(text) : date(parts[1] ?? '', parts[2] ?? '');
  return parsedDate === null ? text : formatExpiry(parsedDate);
};
