import * as z from 'zod/mini';
import { TRANS_STATUSES } from '../../../contract/trans-status.ts';
import type { ServiceContext } from '../../context.ts';
import { openMessage, signMessage } from '../../keys/signed-message.ts';

/** Where an issuer tells its results. */
export const ISSUER_RESULTS_PATH = '/3ds/results';

/** What an issuer tells the service past the browser: EMV's letter, or that the cardholder gave up. */
const IssuerResult = z.object({ md: z.string(), result: z.enum([...TRANS_STATUSES, 'cancel']) });
export type IssuerResult = z.infer<typeof IssuerResult>;

export function signResult(context: ServiceContext, { md, result }: IssuerResult): string {
  return signMessage(context, 'issuer-result', { md, result });
}

/** Undefined for what no issuer signed. */
export function openResult(context: ServiceContext, text: string): IssuerResult | undefined {
  const result = IssuerResult.safeParse(openMessage(context, 'issuer-result', text));
  return result.success ? result.data : undefined;
}

/** Payer authentication response, `PaRes` on the wire: goes through the browser, so nobody takes it for the result. */
const PayerResponse = z.object({ md: z.string(), ended: z.string() });

export function payerResponse(context: ServiceContext, response: z.infer<typeof PayerResponse>): string {
  const { md, ended } = response;
  return signMessage(context, 'pares', { md, ended });
}

/** Whether the issuer signed this response, to this challenge. */
export function isResponseTo(context: ServiceContext, md: string, text: string): boolean {
  const response = PayerResponse.safeParse(openMessage(context, 'pares', text));
  return response.success && response.data.md === md;
}
