import { isAtSandbox } from '../../../contract/billing/processor-name.ts';
import type { DeclineCode } from '../../../contract/errors/errors.ts';
import { isOptimistic } from '../../../store/optimistic/optimistic-transaction.ts';
import type { Reply } from '../../base/processor/acquirer.ts';
import type { Decision } from '../../base/processor/processor.ts';
import type { Core } from '../../base/runtime/core.ts';
import { readShopName } from '../../shoppers/accounts/shop-name.ts';
import type { AttemptRow } from '../../tables/attempts.ts';
import {
  awaitNotification,
  endAttempt,
  findAttempt,
  isWaitedFor,
  leaveInDoubt,
  type StoredClaim,
} from '../attempts.ts';
import { type Authentication, declineOf, isPassed } from '../model/authentication.ts';
import { isWaitingForShopper } from '../model/balance.ts';
import type { BillingResult } from '../model/billing-request.ts';
import type { Transaction } from '../model/transaction.ts';
import { lockPaymentAndRead } from '../payment-lock.ts';
import { recordOutcome, withHold } from '../record-outcome.ts';
import { requireOperation } from '../require-transaction.ts';
import { expireAfterOutcome, finishLater } from '../timed-outcomes.ts';
import { writeAmounts } from '../write-operation.ts';
import { withBox } from './waiting-box.ts';

/** ISO 8583: system malfunction. */
export const PROCESSING_ERROR = '96';
/** How long after a lost answer the resolver looks again; it doubles with each try, up to an hour. */
const FIRST_LOOK_MS = 5_000;
const LAST_LOOK_MS = 3_600_000;
/** How long after an acquirer took a question the resolver asks what became of it. */
const RECEIVED_LOOK_MS = 3_600_000;

type Answered = {
  readonly attempt: AttemptRow;
  /** The operation and its payment: locked, or as the claim has stored them. */
  readonly found: Transaction;
  /** Whether the commit compares these rows, as nothing locks them. */
  readonly isCompared: boolean;
  /** Whether the answer came within its deadline, to somebody who has not told anybody of the operation. */
  readonly isFirstAnswer: boolean;
  readonly at: Date;
  readonly slowMs: number;
};

/**
 * Records what an acquirer answered, once, inside the caller's transaction. A question that was answered before stays as
 * it is. Returns the transaction after the answer that counts.
 */
export async function recordReply(core: Core, claim: Answerable, reply: Reply): Promise<BillingResult> {
  const rows = storedRows(core, claim, reply) ?? (await lockAndRead(core, claim.attempt));
  const { found, attempt } = rows;
  if (attempt.state === 'ended' && !isEndOfBank(found, reply)) return { transaction: found, slowMs: 0 };
  const isInTime = isWaitedFor(core, attempt);
  const slowMs = reply.simulated?.slowMs ?? 0;
  const answered = {
    ...rows,
    slowMs,
    isFirstAnswer: isInTime && claim.withdrawal !== undefined,
    at: isInTime ? attempt.createdAt : core.clock.now(),
  };
  const transaction = await recordKind(core, answered, reply);
  return { transaction, slowMs };
}

/** Whether the acquirer tells the end of a payment whose cardholder has not come back from the bank. */
const isEndOfBank = ({ challenge }: Transaction, { kind }: Reply) =>
  challenge?.status === 'OPEN' && challenge.stage === 'bank' && (kind === 'approved' || kind === 'declined');

type Answerable = Pick<StoredClaim, 'attempt' | 'withdrawal' | 'stored'>;
type AnsweredRows = Pick<Answered, 'attempt' | 'found' | 'isCompared'>;

async function lockAndRead(core: Core, { key, operationId, paymentId }: AttemptRow): Promise<AnsweredRows> {
  const read = () => Promise.all([requireOperation(core, operationId), findAttempt(core, key)]);
  const [, [found, attempt]] = await lockPaymentAndRead(core, paymentId, read);
  if (!attempt) throw new Error(`Cannot record the answer to ${key}: found no attempt, expected one`);
  return { attempt, found, isCompared: false };
}

/**
 * The rows as the claim has stored them, where a verdict came in time to who claimed: writes that compare them need no read.
 * Where somebody has changed them since, nothing is stored, and they are read under the lock. A token that keeps its card
 * needs the card as it is by now.
 */
function storedRows(core: Core, { attempt, stored }: Answerable, reply: Reply): AnsweredRows | undefined {
  const isVerdict = reply.kind === 'approved' || reply.kind === 'declined';
  if (!stored || !isVerdict || !isOptimistic(core.db)) return undefined;
  if (stored.token.keepOnSuccess || !isWaitedFor(core, attempt)) return undefined;
  return { attempt, found: stored, isCompared: true };
}

function recordKind(core: Core, answered: Answered, reply: Reply): Promise<Transaction> {
  switch (reply.kind) {
    case 'approved':
    case 'declined':
      return recordDecision(core, answered, reply);
    case 'redirect':
      return isPassedHere(answered)
        ? recordDoubt(core, answered, 'redirected_again')
        : openChallenge(core, answered, reply);
    case 'received':
      return recordReceipt(core, answered, reply);
    case 'refused':
    case 'notSent':
      return answered.attempt.tries === 1 && answered.attempt.state === 'asking'
        ? recordNothing(core, answered, reply)
        : recordDoubt(core, answered, reply.kind === 'refused' ? reply.code : reply.reason);
    case 'inProgress':
      return recordDoubt(core, answered, 'in_progress');
    case 'unknown':
      return recordDoubt(core, answered, reply.reason);
  }
}

/** Whether the sandbox's own issuer has asked the cardholder, so that no other bank can. */
const isPassedHere = ({ attempt, found }: Answered) =>
  attempt.step === 'complete' && found.challenge?.stage === 'issuer';

type Verdict = Extract<Reply, { kind: 'approved' | 'declined' }>;

async function recordDecision(core: Core, answered: Answered, reply: Verdict): Promise<Transaction> {
  const { attempt, found, isCompared } = answered;
  if (attempt.state !== 'ended') await endAttempt(core, attempt, { reply, isCompared });
  const authentication = authenticationOf(found, transStatusOf(reply));
  const decision = decisionOf(reply, authentication);
  const { processorReference } = reply;
  return end(core, answered, { decision, processorReference, ...(authentication && { authentication }) });
}

/** An approval is one whatever is known of 3-D Secure: the acquirer has the money. */
function decisionOf(reply: Verdict, authentication: Known | undefined): Decision {
  if (reply.kind === 'approved') return { approved: true, returnCode: '00', authcode: reply.authcode };
  const { returnCode, declineCode, threeDs } = reply;
  const isStopped = threeDs !== undefined && authentication && !isPassed(authentication);
  return isStopped ? declineOf(authentication) : { approved: false, returnCode, declineCode };
}

type Known = Exclude<Authentication, 'PENDING'>;

/** Undefined where the acquirer does not say it. */
function transStatusOf(reply: Verdict): Known | undefined {
  if (reply.threeDs) return reply.threeDs.transStatus;
  return reply.kind === 'declined' ? TRANS_STATUSES[reply.declineCode] : undefined;
}

/** What 3-D Secure stopped, by its own words. */
const TRANS_STATUSES: Partial<Record<DeclineCode, Known>> = {
  authentication_failed: 'N',
  authentication_rejected: 'R',
  cancelled_by_cardholder: 'CANCELLED',
};

/** How 3-D Secure ended at the acquirer; undefined where that is known, or it was not asked to authenticate. */
function authenticationOf({ payment }: Transaction, transStatus: Known | undefined): Known | undefined {
  return payment.authentication === 'PENDING' ? (transStatus ?? 'U') : undefined;
}

type End = {
  readonly decision: Decision;
  readonly processorReference?: string | undefined;
  readonly authentication?: Known;
};

async function end(
  core: Core,
  answered: Answered,
  { decision, processorReference, ...change }: End,
): Promise<Transaction> {
  const { found, isFirstAnswer, isCompared, at } = answered;
  const outcome = {
    decision,
    at,
    answerTo: isFirstAnswer ? found.operation.requestId : null,
    slowMs: answered.slowMs,
    processorReference,
  };
  const pending = { transaction: found, change, isFirstAnswer, isCompared };
  const transaction = await recordOutcome(core, pending, outcome);
  // Its time may have ended while the acquirer was asked, when nothing could be closed.
  await expireAfterOutcome(core, transaction.payment, isFirstAnswer ? core.clock.now() : at);
  return transaction;
}

/** What a cardholder brought back from the bank was nothing: another try may be something. */
async function recordNothing(core: Core, answered: Answered, reply: Reply): Promise<Transaction> {
  const { attempt, found } = answered;
  const { challenge } = found;
  if (challenge?.stage !== 'returned' || challenge.status !== 'OPEN')
    return recordFailure(core, answered, reply);
  await endAttempt(core, attempt, { reply });
  return { ...found, challenge: await core.dependencies.payments.reopenBank(core, challenge) };
}

/** Nobody waits who could ask again, so it is an error of the processor. */
async function recordFailure(core: Core, answered: Answered, reply: Reply): Promise<Transaction> {
  const { attempt, found } = answered;
  await endAttempt(core, attempt, { reply });
  const decision = core.dependencies.processor.decisionOf(PROCESSING_ERROR, '');
  const authentication = authenticationOf(found, undefined);
  return end(core, answered, { decision, ...(authentication && { authentication }) });
}

/** The cardholder is asked next. */
async function openChallenge(
  core: Core,
  { attempt, found, at: now }: Answered,
  reply: Extract<Reply, { kind: 'redirect' }>,
): Promise<Transaction> {
  const shopName = await readShopName(core, found.merchant.id);
  await endAttempt(core, attempt, { reply });
  const { operation, payment, token } = found;
  const { url, method, form } = reply;
  const challenge = await core.dependencies.payments.openChallenge(core, {
    paymentId: payment.id,
    operationId: operation.id,
    walletSessionId: token.walletSessionId,
    before: found.challenge,
    bank: isAtSandbox(payment) ? undefined : { url, method, form },
    answer: reply.simulated?.challengeAnswer,
    now,
  });
  return { ...found, shopName, challenge };
}

/** The operation stays pending, until a notification or the time that the sandbox has named. */
async function recordReceipt(
  core: Core,
  { attempt, found, at }: Answered,
  reply: Extract<Reply, { kind: 'received' }>,
): Promise<Transaction> {
  const { processorReference, simulated } = reply;
  const authentication = authenticationOf(found, reply.threeDs?.transStatus);
  const transaction = authentication ? { ...found, payment: { ...found.payment, authentication } } : found;
  const payment = isWaitingForShopper(found.payment) ? withHold(transaction, at) : found.payment;
  if (payment !== found.payment) await writeAmounts(core, payment);
  if (simulated?.end) {
    const { returnCode, afterMs } = simulated.end;
    await endAttempt(core, attempt, { reply });
    const decision = core.dependencies.processor.decisionOf(returnCode, found.operation.transactionId);
    // Not from the claim on: the acquirer heard the question later.
    const dueAt = new Date(core.clock.now().getTime() + afterMs);
    await finishLater(core, { paymentId: payment.id, operationId: found.operation.id, decision, dueAt });
  } else {
    const nextAt = new Date(core.clock.now().getTime() + RECEIVED_LOOK_MS);
    await awaitNotification(core, { key: attempt.key, processorReference, nextAt });
  }
  return { ...transaction, payment };
}

/**
 * The operation stays pending: nobody knows whether the acquirer acted. A cardholder who may be asked yet gets a box to wait
 * in. Rule: billing/lost-answers.
 */
async function recordDoubt(core: Core, { attempt, found }: Answered, doubt: string): Promise<Transaction> {
  const waitMs = Math.min(FIRST_LOOK_MS * 2 ** Math.min(attempt.tries - 1, 10), LAST_LOOK_MS);
  const nextAt = new Date(core.clock.now().getTime() + waitMs);
  const transaction = await withBox(core, found);
  await leaveInDoubt(core, attempt, { doubt, nextAt });
  return transaction;
}
