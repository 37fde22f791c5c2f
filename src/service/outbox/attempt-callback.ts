import { eq } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { signingSecrets } from '../accounts/webhook-secrets.ts';
import type { Clock } from '../clock.ts';
import type { ServiceContext } from '../context.ts';
import type { CallbackRow } from '../db/tables/callbacks.ts';
import { cardTokens, payments } from '../db/tables/payments.ts';
import { type EgressAnswer, post } from '../egress/egress.ts';
import { openCardToken } from '../vault/card-token.ts';
import type { ClaimedCallback } from './claim-callbacks.ts';

export type AttemptAnswer = EgressAnswer | { readonly failure: 'dropped' | 'given_up' };

export type Attempting = {
  /** Receivers compare the timestamp with their own clock, so it is never the test clock's. */
  readonly wallClock: Clock;
  /** Gives the attempt up. */
  readonly signal: AbortSignal;
};

/** Sends a callback once, signed for this moment; its copies beside it. */
export async function attemptCallback(
  context: ServiceContext,
  { callback, account }: ClaimedCallback,
  { wallClock, signal }: Attempting,
): Promise<AttemptAnswer> {
  if (callback.drops > 0) return { failure: 'dropped' };
  const secrets = signingSecrets(context, account);
  const body = await bodyToSend(context, callback);
  const headers = signedHeaders(callback.id, { body, secrets, at: wallClock.now() });
  const send = () => post(callback.url, { rules: context.egress, headers, body, signal });
  const [answer] = await Promise.all([send(), ...Array.from({ length: callback.copies }, send)]);
  return signal.aborted && answer && 'failure' in answer ? { failure: 'given_up' } : answer;
}

/** The one text that is nowhere in clear: keys stand before a colon, so no merchant's value can look like this one. */
const NO_TOKEN = '"token":""';

export async function bodyToSend(context: ServiceContext, { body, paymentId }: CallbackRow): Promise<string> {
  const [row] = await context.db
    .select({ token: cardTokens })
    .from(payments)
    .innerJoin(cardTokens, eq(cardTokens.id, payments.tokenId))
    .where(eq(payments.id, paymentId));
  if (!row)
    throw new Error(`Cannot send a callback of payment ${paymentId}: found no card token, expected one`);
  return body.replace(NO_TOKEN, () => `"token":${JSON.stringify(openCardToken(context, row.token))}`);
}

type Signing = { readonly body: string; readonly secrets: readonly string[]; readonly at: Date };

/** Standard Webhooks. Rule: callbacks/signing. */
function signedHeaders(id: string, { body, secrets, at }: Signing) {
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, at, body));
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'User-Agent': 'embeddable-wallet-callbacks',
    'Content-Length': String(Buffer.byteLength(body)),
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}
