import type { DeclineCode } from 'embeddable-wallet/server';
import type { Language } from '../texts/page-texts.ts';
import type { Refusal } from './records/orders.ts';
import { isTextKey, type TextKey, textIn } from './texts/backend-texts.ts';

export const declined: Refusal = { code: 'declined' };

/**
 * The text of a decline; null where it reads like any other no. Lost, stolen and suspected fraud do: the person at the
 * keyboard may not be the cardholder.
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

/** The refusal that the shopper reads for a decline's code. */
export function refusalForDecline(declineCode = '', otherwise: Refusal = declined): Refusal {
  return declineTexts.get(declineCode) ? { code: declineCode } : otherwise;
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
export const rewordForProvider = (source: string, refusal: Refusal): Refusal =>
  source !== 'card' && cardCodes.has(refusal.code) ? { code: 'provider_refused' } : refusal;

/** A sentence for the shopper. Codes that are for developers get the general one. */
export function refusalText({ code }: Refusal, language: Language): string {
  const key = `refusal.${code}`;
  return textIn(language, isTextKey(key) ? key : 'refusal.failed');
}
