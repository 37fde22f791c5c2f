import { isTextKey, type Language, textIn } from '../texts/texts.ts';
import type { Refusal } from './orders.ts';

export const declined: Refusal = { code: 'declined' };

/**
 * What is told of a decline. Lost, stolen and suspected fraud read like any other no: the person at the keyboard need not
 * be the card's holder.
 */
export function refusalFor(declineCode = '', otherwise: Refusal = declined): Refusal {
  return isTextKey(`refusal.${declineCode}`) ? { code: declineCode } : otherwise;
}

/** Of a card: a provider that refuses names none, and the shopper chose none. */
const ofCards = new Set([
  'insufficient_funds',
  'expired_card',
  'incorrect_cvc',
  'velocity_exceeded',
  'amount_limit',
  'card_not_supported',
  'declined',
]);

/** A refusal of what was paid with: `source` is a card or a provider. */
export const refusalBy = (source: string, refusal: Refusal): Refusal =>
  source !== 'card' && ofCards.has(refusal.code) ? { code: 'provider_refused' } : refusal;

/** A sentence for the shopper; a code of the service, which is for developers, gets the plainest. */
export function refusalText({ code }: Refusal, language: Language): string {
  const key = `refusal.${code}`;
  return textIn(language, isTextKey(key) ? key : 'refusal.failed');
}
