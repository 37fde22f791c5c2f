import type { CallbackBody, CallbackInfo } from '../../contract/callback.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import type { ServiceContext } from '../context.ts';
import { callbacks } from '../db/tables/callbacks.ts';
import type { Transaction } from '../payments/load.ts';
import { callbackRecordOf } from '../payments/present/callback-body.ts';
import { ulid } from '../ulid.ts';
import { callbackSwitchOf } from './callback-switch.ts';

/** From the answer, or from the end where nobody waits for one. Rule: callbacks/after-answer. */
export const FIRST_ATTEMPT_MS = 250;
/** The process that owes the answer is taken for dead after this. */
const ANSWER_LEASE_MS = 2_000;

/** Why `isSuccess` is 0 although the operation itself had succeeded. Rule: callbacks/info. */
const EXPIRED = { key: 'failure_code', value: 'authorisation_expired' } as const satisfies {
  key: string;
  value: ErrorCode;
};

type Ended = {
  /** With its end written; without a callback URL nothing is sent. */
  readonly transaction: Transaction;
  /** The request whose answer tells the same, so that the callback does not overtake it; null where there is none. */
  readonly answerTo: string | null;
  /** What the answer takes on top, ms. Default: 0. */
  readonly slowMs?: number;
  /** In place of `<METHOD>_SUCCEEDED` or `<METHOD>_FAILED`. */
  readonly info?: 'AUTH_EXPIRED';
};

/** Writes the callback of an operation's end, inside the transaction that writes the end; the worker sends it. */
export async function enqueueCallback(context: ServiceContext, ended: Ended): Promise<void> {
  const { operation, payment } = ended.transaction;
  if (operation.callbackUrl === null) return;
  const now = context.clock.now();
  const { drops, copies, lateSeconds } = callbackSwitchOf(operation.metadata);
  const delayMs = FIRST_ATTEMPT_MS + lateSeconds * 1000;
  const leaseMs = ended.answerTo === null ? 0 : ANSWER_LEASE_MS + (ended.slowMs ?? 0);
  const body = callbackBodyOf(ended);
  if (ended.answerTo !== null && context.inProgress.answers.has(ended.answerTo)) {
    context.inProgress.answers.set(ended.answerTo, true);
  }
  await context.db.insert(callbacks).values({
    id: `msg_${ulid(now)}`,
    accountId: operation.accountId,
    paymentId: payment.id,
    operationId: operation.id,
    info: body.notification_details.info,
    url: operation.callbackUrl,
    receiver: receiverOf(new URL(operation.callbackUrl)),
    body: JSON.stringify(body),
    status: 'waiting',
    dueAt: new Date(now.getTime() + leaseMs + delayMs),
    answerTo: ended.answerTo,
    ...{ delayMs, drops, copies },
    createdAt: now,
  });
}

export function callbackBodyOf({ transaction, info }: Omit<Ended, 'answerTo'>): CallbackBody {
  const { operation } = transaction;
  const outcome = info ?? infoOf(operation.method, operation.status === 'SUCCESS');
  const isSuccess = info === undefined && operation.status === 'SUCCESS';
  const record = callbackRecordOf(transaction);
  return {
    transaction: info === undefined ? record : { ...record, metadata: [...record.metadata, EXPIRED] },
    notification_details: { isSuccess: isSuccess ? '1' : '0', info: outcome },
  };
}

function infoOf(method: Transaction['operation']['method'], succeeded: boolean): CallbackInfo {
  return succeeded ? `${method}_SUCCEEDED` : `${method}_FAILED`;
}

function receiverOf({ protocol, hostname, port }: URL): string {
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
}
