import { randomUUID } from 'node:crypto';
import type { CallbackTest, CallbackTestAnswer } from '../../../../contract/admin/callbacks.ts';
import type { CallbackBody } from '../../../../contract/billing/callback.ts';
import { redactCardNumbers } from '../../../base/card-numbers.ts';
import type { Runtime } from '../../../base/runtime/runtime.ts';
import { ulid } from '../../../base/ulid.ts';
import { postToMerchant } from '../../../callbacks/egress/post-to-merchant.ts';
import { requireCallbackUrl } from '../../../callbacks/egress/require-callback-url.ts';
import { requireAccount } from '../list-accounts.ts';
import { signedRequest } from './callback-details.ts';

/** Sends a receiver one event of no payment, signed like any, under the rules of all callbacks. It is not stored. */
export async function sendSample(
  runtime: Runtime,
  { account_id, url }: CallbackTest,
): Promise<Omit<CallbackTestAnswer, 'status'>> {
  const account = await requireAccount(runtime, account_id);
  requireCallbackUrl(url, runtime.egress);
  const now = runtime.clock.now();
  const processor = runtime.dependencies.processor.nameFor('main');
  const name = `test_${ulid(now)}`;
  const body = JSON.stringify(sampleBody({ name, processor, accountId: account.id, now }));
  const request = signedRequest(runtime, { id: `msg_${name}`, url, body, account });
  const began = performance.now();
  const answer = await postToMerchant(url, {
    rules: runtime.egress,
    headers: request.headers,
    body,
    signal: runtime.stopping,
  });
  const milliseconds = Math.round(performance.now() - began);
  if ('failure' in answer) {
    return { request, answer_status: null, answer_start: null, failure: answer.failure, milliseconds };
  }
  const start = redactCardNumbers(new TextDecoder().decode(answer.start));
  return { request, answer_status: answer.status, answer_start: start, failure: null, milliseconds };
}

type Sample = {
  readonly name: string;
  readonly processor: string;
  readonly accountId: number;
  readonly now: Date;
};

/** A SALE that never was. Nothing can be looked up or billed by what it holds. */
function sampleBody({ name, processor, accountId, now }: Sample): CallbackBody {
  const date = now.toISOString().slice(0, 19).replace('T', ' ');
  return {
    transaction: {
      user_id: '0',
      business_id: String(accountId),
      child_business_id: null,
      processor,
      merchant_ref: 'test',
      pm_id: '0',
      token: 'cc_test',
      external_token: 'test',
      source: 'card',
      method: 'SALE',
      amount: '1.00',
      currency: 'EUR',
      status: 'SUCCESS',
      transaction_id: name,
      order_id: name,
      payment_id: randomUUID(),
      transaction_date: date,
      ref_transaction_id: '',
      log: '1',
      created_at: date,
      metadata: [{ key: 'sandbox_test', value: '1' }],
    },
    notification_details: { isSuccess: '1', info: 'SALE_SUCCEEDED' },
  };
}
