import type { CardBrand } from '../../contract/cards/card-brands.ts';
import { longestNumber } from '../../contract/cards/card-number.ts';
import type { NumberReason, Verdict } from './card-verdicts.ts';

/** How text came into a field. */
export type InputSource = 'typed' | 'pasted' | 'other';

export type NumberInput = {
  readonly digits: string;
  readonly way: InputSource;
  readonly caretAtEnd: boolean;
  readonly verdict: Verdict<NumberReason>;
  readonly brand: CardBrand | null;
};

/** Whether the focus moves to the expiry: after a complete number that was pasted, or typed to its longest length. Rule: wallet/auto-advance. */
export const shouldAdvance = ({ digits, way, caretAtEnd, verdict, brand }: NumberInput): boolean => {
  if (verdict.kind !== 'complete' || !caretAtEnd) return false;
  return way === 'pasted' || (way === 'typed' && digits.length === longestNumber(brand));
};

/** Tells from an input event how the text was entered. Synthetic events come from autofill, a password manager or this code. */
export const inputSource = ({
  inputType,
  isTrusted,
}: {
  inputType?: string;
  isTrusted: boolean;
}): InputSource => {
  if (!isTrusted) return 'other';
  if (inputType === 'insertFromPaste') return 'pasted';
  return inputType === 'insertText' ? 'typed' : 'other';
};
