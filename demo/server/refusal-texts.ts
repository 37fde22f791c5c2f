import * as z from 'zod/mini';
import type { Refusal } from './orders.ts';

const ErrorBody = z.object({
  error: z.object({ code: z.string(), decline_code: z.optional(z.string()) }),
});

/**
 * What a shopper is told, by decline code. Lost, stolen and suspected fraud read like any other no: the
 * person at the keyboard need not be the card's holder.
 */
const texts: Record<string, string> = {
  do_not_honor: 'Your bank declined this card. Use another card, or ask your bank.',
  insufficient_funds: 'Declined: insufficient funds on this card. Use another card.',
  expired_card: 'Declined: this card has expired. Use another card.',
  incorrect_cvc: 'Declined: the security code is not right. Check it and pay again.',
  processing_error: 'Declined: the bank could not process this just now. Pay again in a moment.',
  velocity_exceeded: 'Declined: this card has reached its limit for now. Use another card.',
  amount_limit: 'Declined: the amount is above this card’s limit. Use another card.',
  card_not_supported: 'Declined: this card cannot be used here. Use another card.',
  authentication_required:
    'Declined: your bank wants you to confirm this payment, which this shop cannot do yet.',
  issuer_unavailable: 'Declined: your bank could not be reached. Pay again in a moment.',
};

const plainDecline = 'Your bank declined this card. Use another card, or ask your bank.';

/** Reads a refusal of the service: its code for the developer, a sentence for the shopper. */
export function refusalOf(body: unknown): Refusal {
  const parsed = ErrorBody.safeParse(body);
  if (!parsed.success) return { code: 'unknown', message: 'The payment was refused. Nothing was charged.' };
  const { code, decline_code } = parsed.data.error;
  if (decline_code) return { code: decline_code, message: texts[decline_code] ?? plainDecline };
  return { code, message: `The payment could not be made (${code}). Nothing was charged.` };
}
