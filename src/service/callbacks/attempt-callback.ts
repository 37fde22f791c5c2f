import { Webhook } from 'standardwebhooks';
import type { Clock } from '../base/clock.ts';
import type { Core } from '../base/runtime/core.ts';
import type { Account } from '../tables/accounts.ts';
import type { CallbackRow } from '../tables/callbacks.ts';
import type { ClaimedCallback } from './claim-callbacks.ts';
import { ATTEMPT_MS } from './egress/deadline.ts';
import { postToMerchant } from './egress/post-to-merchant.ts';
import type { EgressAnswer } from './egress/read-answer.ts';
import { signingSecrets } from './webhook-secrets.ts';

export type AttemptAnswer = EgressAnswer | { readonly failure: 'dropped' | 'given_up' };

/** Completes the stored body with the values that are never stored in clear. */
export type BodyToSend = (core: Core, callback: CallbackRow) => Promise<string>;

export type AttemptOptions = {
  readonly bodyToSend: BodyToSend;
  /** The real time: receivers compare the timestamp with their own clock, so it is never the moved clock's. */
  readonly wallClock: Clock;
  /** Aborts the attempt. */
  readonly signal: AbortSignal;
};

/** Sends a callback once, signed for this moment, and then its copies. The first answer counts. */
export async function attemptCallback(
  core: Core,
  { callback, account }: ClaimedCallback,
  { bodyToSend, wallClock, signal }: AttemptOptions,
): Promise<AttemptAnswer> {
  if (callback.drops > 0) return { failure: 'dropped' };
  const body = await bodyToSend(core, callback);
  const headers = signedHeaders(core, { id: callback.id, body, account, at: wallClock.now() });
  const began = performance.now();
  const remainingMs = () => ATTEMPT_MS - (performance.now() - began);
  const send = () =>
    postToMerchant(callback.url, { rules: core.egress, headers, body, signal, attemptMs: remainingMs() });
  const answer = await send();
  // One after the other, within the attempt's time: they share its one slot and its lease. Rule: callbacks/fair-share.
  for (let copies = 0; copies < callback.copies && remainingMs() > 0 && !signal.aborted; copies += 1)
    await send();
  return signal.aborted && 'failure' in answer ? { failure: 'given_up' } : answer;
}

type SignedContent = {
  /** The `webhook-id`. */
  readonly id: string;
  readonly body: string;
  readonly account: Account;
  readonly at: Date;
};

/** Headers of Standard Webhooks. Rule: callbacks/signing. */
export function signedHeaders(core: Core, { id, body, account, at }: SignedContent) {
  const signatures = signingSecrets(core, account).map((secret) => new Webhook(secret).sign(id, at, body));
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'User-Agent': 'embeddable-wallet-callbacks',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}
