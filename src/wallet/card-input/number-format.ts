import { brandOf } from '../../contract/cards/brand-detection.ts';
import { groupDigits, longestNumber } from '../../contract/cards/card-number.ts';
import { digitsOf } from './digits.ts';
import type { EditKind, Mask, TextState } from './mask.ts';

/** A number's digits as the field shows them. */
export const formatNumber = (digits: string): string => groupDigits(digits, brandOf(digits));

/** A caret after a gap stays after the gap; otherwise it stays right behind its digit. */
const moveCaret = (text: string, caret: number, formatted: string): number => {
  const before = text.slice(0, caret);
  let digitsLeft = digitsOf(before).length;
  let position = 0;
  while (digitsLeft > 0 && position < formatted.length) {
    if (formatted[position] !== ' ') digitsLeft -= 1;
    position += 1;
  }
  const stoodAfterGap = before.endsWith(' ');
  return stoodAfterGap && formatted[position] === ' ' ? position + 1 : position;
};

/** Groups the digits anew. Both ends of the selection stay beside the same digits. */
export const regroup = ({ value, selection: [from, to] }: TextState): TextState => {
  const formatted = formatNumber(digitsOf(value));
  return {
    value: formatted,
    selection: [moveCaret(value, from, formatted), moveCaret(value, to, formatted)],
  };
};

/** Cuts a filled-in text to the brand's length. A text that this mask formatted is not cut, so that no edit loses digits. */
export const settleNumber = (state: TextState): TextState => {
  const digits = digitsOf(state.value);
  const fitting = digits.slice(0, longestNumber(brandOf(digits)));
  if (state.value === formatNumber(digits) || fitting === digits) return regroup(state);
  const formatted = formatNumber(fitting);
  return { value: formatted, selection: [formatted.length, formatted.length] };
};

/** The digits of an insertion that fit into the number, by the brand that results. */
export const insertable = (inserted: string, { value, selection: [from, to] }: TextState): string => {
  const before = digitsOf(value.slice(0, from));
  const after = digitsOf(value.slice(to));
  const digits = digitsOf(inserted);
  const room = longestNumber(brandOf(before + digits + after)) - before.length - after.length;
  return digits.slice(0, Math.max(0, room));
};

/** A deletion of only a gap also deletes the digit beyond it. */
export const reachOverGap = (state: TextState, kind: EditKind): TextState => {
  const [from, to] = state.selection;
  if (kind === 'insert' || from === to || state.value.slice(from, to).trim() !== '') return state;
  const selection =
    kind === 'deleteBackward' ? ([Math.max(0, from - 1), to] as const) : ([from, to + 1] as const);
  return { value: state.value, selection };
};

export const numberMask: Mask = {
  take: insertable,
  reach: reachOverGap,
  shape: regroup,
  settle: settleNumber,
};
