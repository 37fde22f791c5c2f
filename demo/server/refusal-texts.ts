import type { MerchantApiError } from 'embeddable-wallet/server';
import type { Refusal } from './orders.ts';

type Words = readonly [reason: string, advice: string];

/**
 * What a shopper is told, by decline code. Lost, stolen and suspected fraud read like any other no: the
 * person at the keyboard need not be the card's holder.
 */
const words: Record<string, Words> = {
  insufficient_funds: ['insufficient funds on this card', 'use another card'],
  expired_card: ['this card has expired', 'use another card'],
  incorrect_cvc: ['the security code is not right', 'check it and pay again'],
  processing_error: ['the bank could not process this just now', 'pay again in a moment'],
  issuer_unavailable: ['your bank could not be reached', 'pay again in a moment'],
  velocity_exceeded: ['this card has reached its limit for now', 'use another card'],
  amount_limit: ['the amount is above this card’s limit', 'use another card'],
  card_not_supported: ['this card cannot be used here', 'use another card'],
  authentication_required: ['your bank wants you to confirm this payment', 'use another card'],
};
const plainNo: Words = ['your bank refused this card', 'use another card or ask your bank'];

/** Ends that no bank decided: nobody was refused. */
const undecided: Record<string, string> = {
  cancelled_by_cardholder: 'You stopped this payment. Nothing was charged.',
  timeout: 'The time to confirm this payment is over. Nothing was charged; pay again when you are ready.',
};

export function refusalFor(declineCode = 'declined'): Refusal {
  const undone = undecided[declineCode];
  if (undone !== undefined) return { code: declineCode, message: undone };
  const [reason, advice] = words[declineCode] ?? plainNo;
  return { code: declineCode, message: `Declined: ${reason}. Nothing was charged; ${advice}.` };
}

export const declined = refusalFor('declined');

/** The service's code for the developer, a sentence for the shopper. */
export function refusalOf({ code }: MerchantApiError): Refusal {
  return { code, message: `The payment could not be made (${code}). Nothing was charged.` };
}
