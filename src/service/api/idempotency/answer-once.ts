import { takeAdvisoryLock } from '../../../store/optimistic/advisory-lock.ts';
import type { Core } from '../../base/runtime/core.ts';
import { runTransaction } from '../../base/runtime/run-transaction.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import type { Claim } from '../../base/runtime/service-dependencies.ts';
import { ServiceError } from '../../base/service-error.ts';
import { settleClaim } from '../../payments/asking/settle-claim.ts';
import { lockForBox } from '../../payments/asking/waiting-box.ts';
import { type ClaimResult, isBeingAsked } from '../../payments/attempts.ts';
import { transactionExists } from '../../payments/model/billing-forms.ts';
import type { BillingResult } from '../../payments/model/billing-request.ts';
import { waitForAnswer } from '../../payments/payment-history.ts';
import { findOperation } from '../../payments/require-transaction.ts';
import {
  type Answer,
  fillAnswer,
  findAnswer,
  forgetNames,
  type Name,
  storeAnswer,
  storeClaim,
} from './stored-answers.ts';

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

/** What answers a request: a transaction that judges and claims, and another that records what the acquirer said. */
export type Work = {
  readonly claim: (core: Core) => Promise<ClaimResult>;
  /** Called before the acquirer is asked, which may take long. Default: nothing. */
  readonly beforeAsking?: () => void;
  /** Presents the transaction as it is by now. Runs once, with the commit that stores the answer. */
  readonly answer: (core: Core, result: BillingResult) => Promise<Answer>;
};

/**
 * Answers a request once: its claim and its name are one commit, its end and its answer another, and a repetition gets
 * that answer byte for byte. An error is not stored. Raises `idempotency_key_in_use`, `idempotency_key_reused`,
 * `transaction_id_exists`, `processor_unavailable`.
 */
export async function answerOnce(
  runtime: Runtime,
  request: Repeatable,
  work: Work,
): Promise<RepeatableAnswer> {
  const { keys } = runtime.inProgress;
  const lockName = request.key && lockOf(request, 'key');
  if (lockName === undefined) return claimAndSettle(runtime, request, work);
  // Refused here even before the first request commits; other processes see the database lock.
  if (keys.has(lockName)) throw inUse();
  keys.add(lockName);
  try {
    return await claimAndSettle(runtime, request, work);
  } finally {
    keys.delete(lockName);
  }
}

async function claimAndSettle(runtime: Runtime, request: Repeatable, work: Work): Promise<RepeatableAnswer> {
  const names = namesOf(request);
  const first = await runTransaction(runtime, (core) => answerOrClaim(core, request, { names, work }));
  if ('answer' in first) return first;
  const { claim } = first;
  const { operationId } = claim.attempt;
  work.beforeAsking?.();
  const answer = await settleClaim(runtime, claim, {
    async record(core, result) {
      const answer = await work.answer(core, result);
      for (const name of names) await fillAnswer(core, { ...request, name, operationId, answer });
      return answer;
    },
    withdraw: (core) => forgetNames(core, operationId),
  });
  return { answer, isReplay: false };
}

type Names = { readonly names: readonly Name[]; readonly work: Work };

async function answerOrClaim(
  core: Core,
  request: Repeatable,
  { names, work }: Names,
): Promise<RepeatableAnswer | { readonly claim: Claim }> {
  const newNames: Name[] = [];
  let first: Answer | undefined;
  for (const name of names) {
    const earlier = await lockAnswer(core, request, { name, work });
    if (earlier) first ??= earlier;
    else newNames.push(name);
  }
  const { requestDigest } = request;
  if (first) {
    for (const name of newNames) await storeAnswer(core, { ...name, requestDigest, answer: first });
    return { answer: first, isReplay: true };
  }
  const result = await work.claim(core);
  if ('claim' in result) {
    const { operationId } = result.claim.attempt;
    for (const name of newNames) await storeClaim(core, { ...name, requestDigest, operationId });
    return result;
  }
  const answer = await work.answer(core, { ...result, slowMs: 0 });
  for (const name of newNames) await storeAnswer(core, { ...name, requestDigest, answer });
  return { answer, isReplay: false };
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
async function lockAnswer(core: Core, request: Repeatable, { name, work }: { name: Name; work: Work }) {
  // A caller that names its transaction wants the result, so it waits for the lock.
  const lock = { name: lockOf(request, name.kind), waits: name.kind === 'transaction' };
  // Sent together: the store answers in this order, each query with what is committed by then.
  const [isTaken, answerBefore] = await Promise.all([
    takeAdvisoryLock(core.db, lock),
    findAnswer(core, name),
  ]);
  if (!isTaken) throw inUse();
  if (!answerBefore) return undefined;
  const { requestDigest, answer, operationId } = answerBefore;
  const isSame = Buffer.compare(requestDigest, request.requestDigest) === 0;
  if (isSame && answer) return answer;
  if (isSame && operationId !== null) return answerOfClaim(core, request, { name, work, operationId });
  if (isSame && name.kind === 'transaction') throw answerEnded();
  if (isSame) throw new Error(`Cannot answer again: the stored answer of ${name.scope} does not open`);
  if (name.kind === 'transaction') throw transactionExists();
  throw new ServiceError(
    'idempotency_key_reused',
    'Cannot answer: the idempotency key was used with other parameters, expected a new key',
  );
}

type ClaimedName = { readonly name: Name; readonly work: Work; readonly operationId: string };

/**
 * The answer to a request whose first run has claimed a question and not answered: it still waits for the acquirer, or it
 * ended before it could answer. The operation then is what it is by now, mostly in doubt.
 */
async function answerOfClaim(core: Core, request: Repeatable, { name, work, operationId }: ClaimedName) {
  const claimed = await findOperation(core, operationId);
  // The first run may have taken its claim back since the answer was read.
  if (!claimed || (await isBeingAsked(core, claimed.payment.id))) {
    if (name.kind === 'key') throw inUse();
    throw waitForAnswer();
  }
  // Read again: the answer may have been recorded since, in one commit with the operation's end.
  const [stored, transaction] = await Promise.all([findAnswer(core, name), findOperation(core, operationId)]);
  if (stored?.operationId !== operationId || !transaction) throw waitForAnswer();
  const current = await lockForBox(core, transaction);
  const answer = await work.answer(core, { transaction: current, slowMs: 0 });
  await fillAnswer(core, { ...request, name, operationId, answer });
  return answer;
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
