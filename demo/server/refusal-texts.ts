import type { DeclineCode } from 'embeddable-wallet/server';
import { isTextKey, type Language, type TextKey, textIn } from '../texts/texts.ts';
import type { Refusal } from './orders.ts';

export const declined: Refusal = { code: 'declined' };

/**
 * The text of a decline; null where it reads like any other no. Lost, stolen and suspected fraud do: the person at the
 * keyboard need not be the card's holder.
 */
const DECLINE_TEXTS: { readonly [Code in DeclineCode]: Extract<TextKey, `refusal.${Code}`> | null } = {
  do_not_honor: null,
  insufficient_funds: 'refusal.insufficient_funds',
  lost_card: null,
  stolen_card: null,
  expired_card: 'refusal.expired_card',
  invalid_number: null,
  incorrect_cvc: 'refusal.incorrect_cvc',
  amount_limit: 'refusal.amount_limit',
  velocity_exceeded: 'refusal.velocity_exceeded',
  suspected_fraud: null,
  card_not_supported: 'refusal.card_not_supported',
  authentication_required: 'refusal.authentication_required',
  issuer_unavailable: 'refusal.issuer_unavailable',
  processing_error: 'refusal.processing_error',
  authentication_failed: null,
  authentication_rejected: null,
  authentication_unavailable: null,
  cancelled_by_cardholder: 'refusal.cancelled_by_cardholder',
  cancelled_by_merchant: null,
  timeout: 'refusal.timeout',
};
const declineTexts = new Map<string, TextKey | null>(Object.entries(DECLINE_TEXTS));

/** What is told of a decline. */
export function refusalFor(declineCode = '', otherwise: Refusal = declined): Refusal {
  return declineTexts.get(declineCode) ? { code: declineCode } : otherwise;
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
