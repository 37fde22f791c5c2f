import * as z from 'zod/mini';
import { Currency } from '../../../contract/billing/billing.ts';
import { TRANS_STATUSES } from '../../../contract/billing/trans-status.ts';
import { openMessage, signMessage } from '../../base/keys/signed-message.ts';
import type { Core } from '../../base/runtime/core.ts';
import type { ChallengedPayment } from '../../base/runtime/service-dependencies.ts';
import { decimalText } from '../model/money.ts';

/** The payment that the cardholder confirms at the issuer. */
const PayerRequest = z.object({
  version: z.literal('1.0.2'),
  /** Id of the challenge. */
  md: z.string(),
  /** The shop's name, as the box shows it. The field's name is EMV's. */
  merchantName: z.string(),
  transaction: z.string(),
  /** Has all decimals of the currency. */
  amount: z.string(),
  currency: Currency,
  last4: z.string(),
  /** The shopper's language: a BCP 47 tag. The field's name is EMV's. Default: what the browser asks for. */
  browserLanguage: z.optional(z.string()),
});
export type PayerRequest = z.infer<typeof PayerRequest>;

/** Payer authentication request, `PAReq` on the wire. */
export function payerRequest(
  core: Core,
  transaction: ChallengedPayment,
  request: Pick<PayerRequest, 'md' | 'browserLanguage'>,
): string {
  const { operation, payment, shopName, card } = transaction;
  if (shopName === null) throw new Error('Cannot ask the issuer: found no challenge, expected one');
  return signMessage(core, 'pareq', {
    version: '1.0.2',
    md: request.md,
    merchantName: shopName,
    transaction: operation.transactionId,
    amount: decimalText(operation.amount, payment.currency),
    currency: payment.currency,
    last4: card.last4,
    ...(request.browserLanguage !== undefined && { browserLanguage: request.browserLanguage }),
  } satisfies PayerRequest);
}

/** Undefined for a request that this service did not make. */
export function openPayerRequest(core: Core, text: string): PayerRequest | undefined {
  const request = PayerRequest.safeParse(openMessage(core, 'pareq', text));
  return request.success ? request.data : undefined;
}

/** The path that receives an issuer's results. */
export const ISSUER_RESULTS_PATH = '/3ds/results';

/** The issuer's message to the service, not through the browser: EMV's letter, or that the cardholder gave up. */
const IssuerResult = z.object({ md: z.string(), result: z.enum([...TRANS_STATUSES, 'cancel']) });
export type IssuerResult = z.infer<typeof IssuerResult>;

export function signResult(core: Core, { md, result }: IssuerResult): string {
  return signMessage(core, 'issuer-result', { md, result });
}

/** Undefined for a result that no issuer signed. */
export function openResult(core: Core, text: string): IssuerResult | undefined {
  const result = IssuerResult.safeParse(openMessage(core, 'issuer-result', text));
  return result.success ? result.data : undefined;
}

/**
 * Payer authentication response, `PaRes` on the wire. It goes through the browser, so it never counts as the result.
 */
const PayerResponse = z.object({ md: z.string(), ended: z.string() });

export function payerResponse(core: Core, response: z.infer<typeof PayerResponse>): string {
  const { md, ended } = response;
  return signMessage(core, 'pares', { md, ended });
}

/** Whether the issuer signed this response for this challenge. */
export function isResponseTo(core: Core, md: string, text: string): boolean {
  const response = PayerResponse.safeParse(openMessage(core, 'pares', text));
  return response.success && response.data.md === md;
}
