import { setTimeout } from 'node:timers/promises';
import type { SignedResult } from '../processor/provider-gateway.ts';

/** `taken`: the service has an end on record, this one or an earlier. `refused`: it never will have one. */
export type Receipt = 'taken' | 'refused' | 'unanswered';

const TRIES = 3;
const TIMEOUT_MS = 5_000;
const PAUSE_MS = 300;

/**
 * Sends the service a result of the issuer or a provider, past the shopper's browser. Repeats while nobody answers.
 */
export async function postResult(url: string, { body, headers }: SignedResult): Promise<Receipt> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (tries > 0) await setTimeout(PAUSE_MS);
    const status = await statusOf(url, { body, headers });
    if (status < 400) return 'taken';
    if (status < 500 && status !== 429) return 'refused';
  }
  return 'unanswered';
}

/** Returns 599 where there was no answer. */
async function statusOf(url: string, { body, headers }: SignedResult): Promise<number> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body: new URLSearchParams({ result: body }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.body?.cancel();
    return answer.status;
  } catch {
    return 599;
  }
}
