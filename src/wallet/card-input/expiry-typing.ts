import { withAsciiDigits } from './digits.ts';
import { formatExpiry, isPartial, parseExpiry } from './expiry.ts';
import type { EditKind, Mask, TextState } from './mask.ts';

const slash = ' / ';

/** A separator after month and year: a third part follows, as in a date with a day. */
const threePartDate = /^\d\d \/ \d\d[./-]$/;

const atEnd = (value: string): TextState => ({ value, selection: [value.length, value.length] });

const completeDate = (text: string): string => {
  const date = parseExpiry(text);
  return date === null ? text : formatExpiry(date);
};

/** `2027-1` may get a second digit, `2027-2` cannot. */
const yearFirst = (year: string, month: string): string =>
  /^([2-9]|0[1-9]|1[0-2])$/.test(month) ? completeDate(`${year}-${month}`) : `${year}-${month}`;

const monthFirst = (month: string, year: string): string => {
  if (/^20\d\d/.test(year)) return `${month}${slash}${year.slice(2, 4)}`;
  return `${month}${slash}${year.startsWith('20') ? year : year.slice(0, 2)}`;
};

const typeDigits = (digits: string): string => {
  if (/^20\d{0,2}$/.test(digits)) return digits.length === 4 ? `${digits}-` : digits;
  if (/^20\d{3,4}$/.test(digits)) return yearFirst(digits.slice(0, 4), digits.slice(4));
  if (/^[01]?$/.test(digits)) return digits;
  if (/^[2-9]/.test(digits)) return monthFirst(`0${digits[0]}`, digits.slice(1));
  if (/^1[3-9]$/.test(digits)) return monthFirst('01', digits.slice(1));
  return monthFirst(digits.slice(0, 2), digits.slice(2));
};

/** `2712` becomes `02 / 71` first, a year that no card has. With its fourth digit it is read as year and month. */
const typeYearFirst = (text: string): string | null => {
  const [, month, tens, units, last] = /^0([2-9]) \/ ([016-9])(\d)(\d)$/.exec(text) ?? [];
  if (month === undefined || !/^(0[1-9]|1[0-2])$/.test(`${units}${last}`)) return null;
  return completeDate(`${month}${tens}-${units}${last}`);
};

/**
 * The text after a key at its end:
 * `02 / 0` → `20`, the start of a year such as 2027: no short year starts with 0.
 * `02 / 7/` → `27-`: 27 is a year.
 * `01 / 3/` → `13 / `, month 13, which is then reported.
 * `12 / 31/` stays: a date with a day.
 */
const typeExpiry = (text: string): string => {
  if (text === `02${slash}0`) return '20';
  const noMonth = /^01 \/ ([3-9])\D$/.exec(text);
  if (noMonth !== null) return `1${noMonth[1]}${slash}`;
  if (threePartDate.test(text)) return text;
  const shortYear = /^0([2-9]) \/ (\d)[^\d\s]$/.exec(text);
  if (shortYear !== null) return `${shortYear[1]}${shortYear[2]}-`;
  const run = typeYearFirst(text);
  if (run !== null) return run;
  const [first = '', second] = text.split(/\D+/);
  if (second === undefined) return typeDigits(first);
  if (second === '' && (first === '' || first === '0')) return first;
  const isYearFirst = first.length === 4 || (Number(first) > 12 && text.includes('-'));
  if (isYearFirst) return yearFirst(first, second.slice(0, 2));
  return monthFirst(/^[1-9]$/.test(first) ? `0${first}` : first, second);
};

/** A key typed between digits: month and year keep their digits, and a full part takes no more. */
const insertBetween = (next: TextState, previous: TextState): TextState => {
  const caret = next.selection[0];
  const [month = '', year = '', ...more] = next.value.split(slash);
  const isMonthAndYear = more.length === 0 && /^\d{0,2}$/.test(month) && /^(\d{0,2}|20\d?)$/.test(year);
  if (!isMonthAndYear) {
    const collapsed = /^\d\d$/.test(month) && /^20\d\d$/.test(year);
    return collapsed ? atEnd(monthFirst(month, year)) : previous;
  }
  const pad = /^[2-9]$/.test(month) && caret === 1 ? '0' : '';
  return { value: `${pad}${next.value}`, selection: [caret + pad.length, caret + pad.length] };
};

const insertAtEnd = (previous: string, inserted: string): string =>
  [...inserted].reduce((text, character) => typeExpiry(text + character), previous);

/** Formats a text that was pasted or filled in: a date, or the start of one. Any other text stays as it is. */
const settleExpiry = (came: TextState, date = parseExpiry(came.value)): TextState => {
  const text = withAsciiDigits(came.value);
  if (date !== null) return atEnd(formatExpiry(date));
  if (!/\d/.test(text)) return atEnd('');
  const dateStart = /^(0?[1-9]|1[0-2])\s*[^\d\s]\s*(\d?|20\d?)$/.exec(text.trim());
  return dateStart === null ? came : atEnd(`${dateStart[1]?.padStart(2, '0')}${slash}${dateStart[2]}`);
};

const settlePartial = (state: TextState) => (isPartial(state.value) ? state : settleExpiry(state));

/** Edits a text that is no date without formatting. Once it becomes a date, the caret stays in its part. */
const editPlain = (next: TextState): TextState => {
  const [, month, year] = /^(\d{1,2})\s*[^\d\s]\s*(?:20)?(\d\d)$/.exec(next.value) ?? [];
  if (month === undefined || parseExpiry(next.value) === null) return settlePartial(next);
  const value = `${month}${slash}${year}`;
  const caret = next.selection[0];
  return caret > month.length ? atEnd(value) : { value, selection: [caret, caret] };
};

const afterInsert = (next: TextState, previous: TextState): TextState => {
  const [from] = previous.selection;
  const caret = next.selection[0];
  const inserted = next.value.slice(from, caret);
  if (inserted.length > 1) return settleExpiry(next, parseExpiry(next.value) ?? parseExpiry(inserted));
  if (caret === next.value.length) return atEnd(insertAtEnd(next.value.slice(0, from), inserted));
  if (next.value.includes(slash)) return insertBetween(next, previous);
  const value = typeExpiry(next.value);
  const newCaret = Math.min(caret, value.length);
  return { value, selection: [newCaret, newCaret] };
};

/** Deletes the slash together with its spaces. If a year follows, the slash stays and only the caret moves over it. */
const afterDelete = (next: TextState, previous: TextState): TextState => {
  const [caret] = next.selection;
  const rest = next.value.slice(caret);
  if (!previous.value.includes(slash) || next.value.includes(slash) || rest === '') return next;
  return { value: `${next.value.slice(0, caret)}${slash}${rest}`, selection: [caret, caret] };
};

/** Extends a selection that touches the slash over all of it. */
export const reachOverSlash = (state: TextState): TextState => {
  const [from, to] = state.selection;
  const start = state.value.indexOf(slash);
  const end = start + slash.length;
  const touches = start >= 0 && from < to && from < end && to > start;
  return touches ? { ...state, selection: [Math.min(from, start), Math.max(to, end)] } : state;
};

/** The state after an edit. `next` is the browser's result; if it equals the text before, the text came by autofill. */
export const editExpiry = (next: TextState, before: TextState): TextState => {
  const previous = reachOverSlash(before);
  if (next.value === previous.value) return settlePartial(next);
  const [from] = previous.selection;
  const [caret] = next.selection;
  const inserted = isDeletion(next, previous) ? 0 : caret - from;
  const isReplaced = from === 0 && caret === next.value.length;
  if (inserted < 2 && !isPartial(previous.value) && !isReplaced) return editPlain(next);
  if (inserted < 1) return settlePartial(afterDelete(next, previous));
  const edited = afterInsert(next, previous);
  const isKept = inserted > 1 || isPartial(edited.value) || threePartDate.test(edited.value);
  return isKept ? edited : before;
};

/** Compares texts, because Delete before the slash acts beyond the selection. */
const isDeletion = (next: TextState, previous: TextState): boolean => {
  const [caret] = next.selection;
  const isShorter = next.value.length < previous.value.length;
  return (
    isShorter &&
    previous.value.startsWith(next.value.slice(0, caret)) &&
    previous.value.endsWith(next.value.slice(caret))
  );
};

/** Delete before the slash deletes the year's first digit, as before a gap in the number. */
const reachForward = (state: TextState): TextState => {
  const [from, to] = state.selection;
  const start = state.value.indexOf(slash);
  const end = start + slash.length;
  const isWithin = start >= 0 && from >= start && to <= end && end < state.value.length;
  return isWithin ? { ...state, selection: [end, end + 1] } : state;
};

/** Drops a single letter as a typing error; keeps letters of a longer text, where they may separate month and year. */
const readableText = (data: string): string => {
  const text = withAsciiDigits(data).replace(/\p{Cf}/gu, '');
  return /\d/.test(text) || /^[\p{P}\p{S}\p{Z}]$/u.test(text) ? text : '';
};

const reach = (state: TextState, kind: EditKind): TextState =>
  reachOverSlash(kind === 'deleteForward' ? reachForward(state) : state);

export const expiryMask: Mask = {
  take: readableText,
  reach,
  shape: editExpiry,
  settle: (came) => editExpiry(came, came),
};
