import type { Transaction } from '../billing/load-transaction.ts';
import { decimalText } from '../billing/money.ts';
import type { ServiceContext } from '../context.ts';
import type { ChallengeRow } from '../db/schema.ts';
import { boxUrl } from './box-address.ts';

/** What a box posts to the issuer, in the message shape of 3-D Secure 1. Chosen: service.md 1.6, threeds.md 3. */
export function challengeData(context: ServiceContext, found: Transaction, { id }: ChallengeRow) {
  const { baseUrl, issuerUrl } = context;
  return {
    ACSUrl: `${issuerUrl}/acs`,
    PAReq: paReq(context, found, id),
    MD: id,
    TermUrl: `${baseUrl}/3ds/term`,
    RedirectURL: boxUrl(context, id),
  };
}

/** Payer authentication request: base64url JSON, signed by the service. */
function paReq(
  { masterKey }: ServiceContext,
  { operation, payment, merchant, card }: Transaction,
  md: string,
) {
  const request = {
    version: '1.0.2',
    md,
    merchant: merchant.ref,
    transaction: operation.transactionId,
    amount: decimalText(operation.amount, payment.currency),
    currency: payment.currency,
    last4: card.last4,
  };
  const mac = Buffer.from(masterKey.digest('pareq', JSON.stringify(request))).toString('base64url');
  return Buffer.from(JSON.stringify({ ...request, mac })).toString('base64url');
}
