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

/** Whether focus goes on to the expiry: for a number that ends here, typed to its last digit or pasted whole. Rule: wallet/auto-advance. */
export const shouldAdvance = ({ digits, way, caretAtEnd, verdict, brand }: NumberInput): boolean => {
  if (verdict.kind !== 'complete' || !caretAtEnd) return false;
  return way === 'pasted' || (way === 'typed' && digits.length === longestNumber(brand));
};

/** What an input event says of how its text came. Synthetic events are autofill's, a password manager's or our own. */
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
