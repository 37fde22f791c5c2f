import type { Language } from '../texts/texts.ts';
import type { Refusal } from './orders.ts';
import { isTextKey, textIn } from './texts/texts.ts';

export const declined: Refusal = { code: 'declined' };

/**
 * The refusal that a shopper reads for a decline code. Lost, stolen and suspected fraud read like any other decline: the person
 * at the keyboard may not be the cardholder.
 */
export function refusalFor(declineCode = '', otherwise: Refusal = declined): Refusal {
  return isTextKey(`refusal.${declineCode}`) ? { code: declineCode } : otherwise;
}

/** Codes whose texts speak of a card. A provider's refusal must not: the shopper chose no card. */
const cardCodes = new Set([
  'insufficient_funds',
  'expired_card',
  'incorrect_cvc',
  'velocity_exceeded',
  'amount_limit',
  'card_not_supported',
  'declined',
]);

/** The refusal as its payment method words it; `source` is a card or a provider. */
export const refusalBy = (source: string, refusal: Refusal): Refusal =>
  source !== 'card' && cardCodes.has(refusal.code) ? { code: 'provider_refused' } : refusal;

/** A sentence for the shopper. Codes that are for developers get the general one. */
export function refusalText({ code }: Refusal, language: Language): string {
  const key = `refusal.${code}`;
  return textIn(language, isTextKey(key) ? key : 'refusal.failed');
}
