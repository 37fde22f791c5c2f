import { isCardNumber, passesLuhn } from '../../contract/cards/card-number.ts';

/**
 * Digits that are no card: a UUID, and a phone number of at most the 15 digits of E.164. One in some hundred would pass
 * for a grouped card number, and merchants send them as ids.
 */
const harmless =
  /((?<![\da-f])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\da-f])|(?<!\w)\+\d(?:[ -]?\d){7,14}(?![ -]?\d))/i;
/** Digits as people group them, at least as many as a card number has. */
const runs = /\d(?:[ -]?\d){11,}/g;
const SHORTEST = 12;
const LONGEST = 19;
/** Fewest digits of a group inside a longer run: no card is printed in smaller ones, but dates are. */
const SMALLEST_GROUP = 3;

type IsNumber = (digits: string) => boolean;
type Span = { readonly start: number; readonly end: number };

/** A second net behind the allow-list of log fields: blanks what passes the Luhn check, whatever the brand. */
export function redactCardNumbers(text: string): string {
  const plainText = plain(text);
  const redacted = plainText
    .split(harmless)
    .map((piece, index) => (index % 2 === 1 ? piece : piece.replace(runs, blank)))
    .join('');
  return redacted === plainText ? text : redacted;
}

/** Stricter than what logs blank: one in ten order numbers and times passes Luhn, and must not be refused for that. */
export function looksLikeCardNumber(text: string): boolean {
  const pieces = plain(text)
    .split(harmless)
    .filter((_, index) => index % 2 === 0);
  return pieces.some((piece) => piece.match(runs)?.some((run) => numbersIn(run, isCardNumber).length > 0));
}

/** Other characters that a reader takes for a digit, a space or a hyphen: full-width forms, no-break spaces, dashes. */
const lookalikes = /\P{ASCII}/gu;
const separator = /[\p{Zs}\p{Pd}]/u;

function plain(text: string): string {
  return text.replace(lookalikes, (sign) => {
    const plainSign = sign.normalize('NFKC');
    if (/^\d$/.test(plainSign)) return plainSign;
    return separator.test(plainSign) ? '-' : sign;
  });
}

function blank(run: string): string {
  let text = '';
  let shownTo = 0;
  for (const { start, end } of numbersIn(run, (digits) => passesLuhn(digits) || isCardNumber(digits))) {
    if (start >= shownTo) text += `${run.slice(shownTo, start)}[card number]`;
    shownTo = Math.max(shownTo, end);
  }
  return text + run.slice(shownTo);
}

/**
 * Where numbers are in a run, ascending by start. Digits beside a number (an expiry, a code, a quantity) must not hide
 * it. Only whole groups that pass Luhn count: one in two 19-digit ids has some window that would pass as a number.
 */
function numbersIn(run: string, isNumber: IsNumber): readonly Span[] {
  const allDigits = run.replace(/\D/g, '');
  if (allDigits.length <= LONGEST && isNumber(allDigits)) return [{ start: 0, end: run.length }];
  const groups = [...run.matchAll(/\d+/g)].map(({ 0: digits, index: start }) => ({ digits, start }));
  return groups.flatMap(({ start }, index) =>
    windowsFrom(groups.slice(index, index + LONGEST))
      .filter(({ digits }) => passesLuhn(digits) && isNumber(digits))
      .map(({ end }) => ({ start, end })),
  );
}

type Group = { readonly digits: string; readonly start: number };
type Window = { readonly digits: string; readonly end: number };

/** Windows that begin with the first group, as long as a number may be. */
function windowsFrom(groups: readonly Group[]): readonly Window[] {
  const windows: Window[] = [];
  let digits = '';
  for (const group of groups) {
    digits += group.digits;
    if (digits.length > LONGEST) break;
    if (digits.length >= SHORTEST) windows.push({ digits, end: group.start + group.digits.length });
    if (group.digits.length < SMALLEST_GROUP) break;
  }
  return windows;
}
