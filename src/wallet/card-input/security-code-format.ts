import { digitsOf } from './digits.ts';
import type { Mask } from './mask.ts';

/** Digits of any script, as many as the brand's code has; a full field takes no more. */
export const codeMask = (size: number): Mask => ({
  take(text, { value, selection: [from, to] }) {
    const room = size - value.length + (to - from);
    return digitsOf(text).slice(0, Math.max(0, room));
  },
  settle({ value, selection: [from, to] }) {
    const digits = digitsOf(value).slice(0, size);
    return {
      value: digits,
      selection: [Math.min(from, digits.length), Math.min(to, digits.length)],
    };
  },
});
