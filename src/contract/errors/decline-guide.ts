import type { DeclineCode } from './errors.ts';

/** What each `decline_code` means. */
export const DECLINE_GUIDE: Readonly<Record<DeclineCode, string>> = {
  do_not_honor: 'The issuer refuses without saying why.',
  insufficient_funds: 'The account does not hold enough.',
  lost_card: 'The card was reported lost. Tell the shopper no more than that the card was refused.',
  stolen_card: 'The card was reported stolen. Tell the shopper no more than that the card was refused.',
  expired_card: 'The month on the card has passed.',
  invalid_number: 'The issuer does not know the number.',
  incorrect_cvc: 'The security code is wrong.',
  amount_limit: 'The amount is above the limit of the card.',
  velocity_exceeded: 'The card was used too often.',
  suspected_fraud: 'The issuer suspects fraud. Tell the shopper no more than that the card was refused.',
  card_not_supported: 'The card may not be used for this.',
  authentication_required: 'The issuer wants 3-D Secure first: bill with a 3DS method.',
  issuer_unavailable: 'The issuer does not answer. The same card may work later.',
  processing_error: 'Something failed on the way. The same card may be tried again.',
  authentication_failed: 'The shopper did not pass the challenge.',
  authentication_rejected: 'The issuer rejected the authentication outright.',
  authentication_unavailable: 'The issuer could not authenticate just now. The same card may work later.',
  cancelled_by_cardholder:
    "The shopper cancelled the challenge, left the provider's page, or began another payment at a provider.",
  cancelled_by_merchant: 'You voided the payment during the challenge.',
  timeout: "The challenge, or the provider's page, was not answered in time.",
};
