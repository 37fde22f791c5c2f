import { takeAdvisoryLock } from '../../../store/optimistic/advisory-lock.ts';
import type { Core } from '../../base/runtime/core.ts';
import { runTransaction } from '../../base/runtime/run-transaction.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import { ServiceError } from '../../base/service-error.ts';
import { transactionExists } from '../../payments/model/billing-forms.ts';
import { type Answer, findAnswer, type Name, storeAnswer } from './stored-answers.ts';

/** A request that may have been made before. */
export type Repeatable = {
  readonly accountId: number;
  /** Its `Idempotency-Key`, which names the request for a day. */
  readonly key: { readonly path: string; readonly text: string } | undefined;
  /** The id of its own transaction, which identifies the request for ever; its answer is stored for `answerDays`. */
  readonly transactionId: string | undefined;
  /** Digest of the parameters. */
  readonly requestDigest: Uint8Array;
};

/** `isReplay`: nothing happened now; the answer is the first one to the same request. */
export type RepeatableAnswer = { readonly answer: Answer; readonly isReplay: boolean };

type Run = (core: Core) => Promise<Answer>;

/**
 * Answers a request once: its work and its answer are one commit, and a repetition gets that answer byte for byte. An
 * error of `run` is not stored. Raises `idempotency_key_in_use`, `idempotency_key_reused`, `transaction_id_exists`.
 */
export async function answerOnce(runtime: Runtime, request: Repeatable, run: Run): Promise<RepeatableAnswer> {
  const work = () => runTransaction(runtime, (core) => answerInTransaction(core, request, run));
  const { keys } = runtime.inProgress;
  const lockName = request.key && lockOf(request, 'key');
  if (lockName === undefined) return work();
  // Refused here even before the first request commits; other processes see the database lock.
  if (keys.has(lockName)) throw inUse();
  keys.add(lockName);
  try {
    return await work();
  } finally {
    keys.delete(lockName);
  }
}

async function answerInTransaction(core: Core, request: Repeatable, run: Run): Promise<RepeatableAnswer> {
  const newNames: Name[] = [];
  let first: Answer | undefined;
  for (const name of namesOf(request)) {
    const earlier = await lockAnswer(core, request, name);
    if (earlier) first ??= earlier;
    else newNames.push(name);
  }
  const answer = first ?? (await run(core));
  for (const name of newNames)
    await storeAnswer(core, { ...name, requestDigest: request.requestDigest, answer });
  return { answer, isReplay: first !== undefined };
}

function lockOf({ accountId, key, transactionId }: Repeatable, kind: 'key' | 'transaction'): string {
  return JSON.stringify(kind === 'key' ? [accountId, key?.path, key?.text] : [accountId, transactionId]);
}

function namesOf({ accountId, key, transactionId }: Repeatable): Name[] {
  return [
    ...(key ? [{ accountId, kind: 'key' as const, scope: key.path, key: key.text }] : []),
    ...(transactionId === undefined
      ? []
      : [{ accountId, kind: 'transaction' as const, scope: 'transactionID', key: transactionId }]),
  ];
}

/** Locks a name of the request, and finds the answer to an earlier one of that name. */
async function lockAnswer(core: Core, request: Repeatable, name: Name) {
  // A caller that names its transaction wants the result, so it waits for the lock.
  const lock = { name: lockOf(request, name.kind), waits: name.kind === 'transaction' };
  // Sent together: the store answers in this order, each query with what is committed by then.
  const [isTaken, answerBefore] = await Promise.all([
    takeAdvisoryLock(core.db, lock),
    findAnswer(core, name),
  ]);
  if (!isTaken) throw inUse();
  if (!answerBefore) return undefined;
  const { requestDigest, answer } = answerBefore;
  const isSame = Buffer.compare(requestDigest, request.requestDigest) === 0;
  if (isSame && answer) return answer;
  if (isSame && name.kind === 'transaction') throw answerEnded();
  if (isSame) throw new Error(`Cannot answer again: the stored answer of ${name.scope} does not open`);
  if (name.kind === 'transaction') throw transactionExists();
  throw new ServiceError(
    'idempotency_key_reused',
    'Cannot answer: the idempotency key was used with other parameters, expected a new key',
  );
}

function answerEnded(): ServiceError {
  return new ServiceError(
    'transaction_id_exists',
    'Cannot answer the start again: a transaction with this id exists and its answer is no longer kept, expected a lookup',
    { param: 'transactionID' },
  );
}

function inUse(): ServiceError {
  return new ServiceError(
    'idempotency_key_in_use',
    'Cannot answer yet: a request with the same idempotency key is running, try again',
  );
}
