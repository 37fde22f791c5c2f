import * as z from 'zod/mini';
import { Currency } from '../../../contract/billing.ts';
import type { ServiceContext } from '../../context.ts';
import { openMessage, signMessage } from '../../keys/signed-message.ts';
import type { Transaction } from '../load.ts';
import { decimalText } from '../model/money.ts';

/** What an issuer is told of a payment it shall have confirmed. */
const PayerRequest = z.object({
  version: z.literal('1.0.2'),
  /** The challenge. */
  md: z.string(),
  /** The shop as the box names it, too. EMV's name for it. */
  merchantName: z.string(),
  transaction: z.string(),
  /** With the currency's decimals. */
  amount: z.string(),
  currency: Currency,
  last4: z.string(),
  /** What the shopper reads: a BCP 47 tag. EMV's name for it. Default: what the browser asks for. */
  browserLanguage: z.optional(z.string()),
});
export type PayerRequest = z.infer<typeof PayerRequest>;

type Asking = Pick<PayerRequest, 'md' | 'browserLanguage'>;

/** Payer authentication request, `PAReq` on the wire. */
export function payerRequest(context: ServiceContext, found: Transaction, asking: Asking): string {
  const { operation, payment, shopName, card } = found;
  if (shopName === null) throw new Error('Cannot ask the issuer: found no challenge, expected one');
  return signMessage(context, 'pareq', {
    version: '1.0.2',
    md: asking.md,
    merchantName: shopName,
    transaction: operation.transactionId,
    amount: decimalText(operation.amount, payment.currency),
    currency: payment.currency,
    last4: card.last4,
    ...(asking.browserLanguage !== undefined && { browserLanguage: asking.browserLanguage }),
  } satisfies PayerRequest);
}

/** Undefined for what this service did not ask. */
export function openPayerRequest(context: ServiceContext, text: string): PayerRequest | undefined {
  const request = PayerRequest.safeParse(openMessage(context, 'pareq', text));
  return request.success ? request.data : undefined;
}
