import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { lookUp } from '../../support/stack/service-client.ts';
import { MERCHANT_ID, SECRET_KEY } from '../../support/stack/stack.ts';

/** A billing request that can be sent again: same key, same parameters. */
export type Request = { readonly key: string; readonly form: Record<string, string> };
export type Reply = { readonly status: number; readonly text: string; readonly isReplay: boolean };

const TIMEOUT_MS = 30_000;
/** A question is waited for half a minute, and then found by a job. */
const RESOLVED_MS = 60_000;
const payment = { currency: 'EUR', merchant_id: String(MERCHANT_ID) };

type Start = 'AUTH' | 'SALE' | 'AUTH_3DS' | 'SALE_3DS';

export function start(method: Start, amount: string, card = '4242424242424242'): Request {
  return { key: randomUUID(), form: { ...payment, method, amount, ccToken: `tok_sandbox_${card}` } };
}

export function followUp(method: string, transactionID: string, amount: string): Request {
  return { key: randomUUID(), form: { ...payment, method, amount, transactionID } };
}

/** The same request with other parameters beside its own. */
export function withParameters({ key, form }: Request, more: Record<string, string>): Request {
  return { key, form: { ...form, ...more } };
}

/** Rejects when no answer came. */
export async function send(url: string, { key, form }: Request): Promise<Reply> {
  const response = await fetch(`${url}/wallet/api/v1/billing`, {
    method: 'POST',
    headers: { secretKey: SECRET_KEY, 'Idempotency-Key': key },
    body: new URLSearchParams(form),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const isReplay = response.headers.get('Idempotent-Replayed') === 'true';
  return { status: response.status, text: await response.text(), isReplay };
}

/** A payment once nothing of it is under way: a question whose asker was killed is asked again. */
export async function lookUpEnded(url: string, transactionId: string) {
  for (const giveUpAt = Date.now() + RESOLVED_MS; ; await delay(200)) {
    const found = await lookUp(url, transactionId);
    const isUnderWay = found?.status === 'PENDING' || Number(found?.sandbox.capture_pending) > 0;
    if (!isUnderWay || Date.now() > giveUpAt) return found;
  }
}

/** Sends it until it is answered for good: not 409 for a key in use, not 5xx, not a lost connection. */
export async function sendUntilAnswered(url: string, request: Request): Promise<Reply> {
  for (;;) {
    const reply = await send(url, request).catch(() => undefined);
    if (reply && reply.status < 500 && !isKeyInUse(reply)) return reply;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export function isKeyInUse({ status, text }: Reply): boolean {
  return status === 409 && text.includes('idempotency_key_in_use');
}

export function transactionIdOf({ text }: Reply): string {
  const { transaction } = JSON.parse(text);
  return transaction.transactionID;
}

export function anyOf<Value>(values: readonly Value[]): Value {
  const value = values[Math.floor(Math.random() * values.length)];
  if (value === undefined) throw new Error('Cannot choose: found nothing to choose from');
  return value;
}
