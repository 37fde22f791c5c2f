import { and, eq, isNull } from 'drizzle-orm';
import { isTransStatus, type TransStatus } from '../../../contract/billing/trans-status.ts';
import type { ChallengeEnd } from '../../../contract/frame/session-events.ts';
import { enqueueWrite, orFail, placeholder, readStatement, statement } from '../../../store/statement.ts';
import type { Core } from '../../base/runtime/core.ts';
import type { ChallengeVoid, Claim } from '../../base/runtime/service-dependencies.ts';
import { openCard } from '../../base/seals/open-card.ts';
import { ServiceError } from '../../base/service-error.ts';
import { type ChallengeRow, challenges } from '../../tables/challenges.ts';
import type { PaymentRow } from '../../tables/payments.ts';
import { type TimerRow, timers } from '../../tables/timers.ts';
import { type ClaimResult, claimQuestion, isBeingAsked } from '../attempts.ts';
import { waitForAnswer } from '../locked-payment.ts';
import { declineOf, isPassed } from '../model/authentication.ts';
import type { Transaction } from '../model/transaction.ts';
import { lockPaymentAndRead } from '../payment-lock.ts';
import { startQuestion } from '../questions.ts';
import { recordOutcome, withHold } from '../record-outcome.ts';
import { writeAmounts } from '../write-operation.ts';
import { findOwnChallenge, lockOwnChallenge, type OwnChallenge } from './own-challenges.ts';
import {
  findPendingChallenge,
  isExpiryOfChallenge,
  type PendingChallenge,
  readPendingChallenge,
} from './pending-challenge.ts';
import { challengeEndOf } from './present-challenge.ts';

/** A cardholder's answer as the issuer gives it, or an end without one. */
type Answer = TransStatus | 'CANCELLED' | 'VOIDED' | 'TIMED_OUT';

type IssuerVerdict = {
  readonly challengeId: string;
  /** The issuer's result for the cardholder, or that the cardholder gave up. */
  readonly result: TransStatus | 'cancel';
};

/**
 * Ends a challenge once: claims the question for the money, or returns the payment after the outcome that counts, this
 * one or an earlier. Raises `not_found`.
 */
export async function completeChallenge(
  context: Core,
  { challengeId, result }: IssuerVerdict,
): Promise<ClaimResult> {
  const [ids] = await challengeById(context.db, { id: challengeId });
  if (!ids) throw new ServiceError('not_found', 'Cannot complete the challenge: no such challenge');
  const read = () => readPendingChallenge(context, ids.operationId);
  const [, pending] = await lockPaymentAndRead(context, ids.paymentId, read);
  const answer = result === 'cancel' ? 'CANCELLED' : result;
  return endChallenge(context, pending, { answer, at: context.clock.now() });
}

const challengeById = readStatement<{ id: string }, Pick<ChallengeRow, 'operationId' | 'paymentId'>>((db) =>
  db
    .select({ operationId: challenges.operationId, paymentId: challenges.paymentId })
    .from(challenges)
    .where(eq(challenges.id, placeholder('id', challenges.id))),
);

/**
 * Ends a challenge that the shopper stops. Returns the end that counts, this one or an earlier. Rule: threeds/one-end.
 */
export async function cancelChallenge(context: Core, ownChallenge: OwnChallenge): Promise<ChallengeEnd> {
  const { challenge } = await lockOwnChallenge(context, ownChallenge);
  const pending = await readPendingChallenge(context, challenge.operationId);
  if (await isBeingAsked(context, challenge.paymentId)) throw waitForAnswer();
  const ended = await endChallenge(context, pending, { answer: 'CANCELLED', at: context.clock.now() });
  if ('transaction' in ended && ended.transaction.operation.status === 'PENDING') throw endUnknown();
  return challengeEndOf(await findOwnChallenge(context, ownChallenge));
}

/** Ends a challenge whose payment the merchant no longer wants. Returns the payment in its new state. */
export async function voidChallenge(
  context: Core,
  { operationId, at, answerTo }: ChallengeVoid,
): Promise<PaymentRow> {
  const pending = await findPendingChallenge(context, operationId);
  if (!pending) throw startUnderWay();
  const ended = await endChallenge(context, pending, { answer: 'VOIDED', at, answerTo });
  if (!('transaction' in ended)) throw new Error('Cannot void the challenge: its start is being asked for');
  return ended.transaction.payment;
}

/** The cardholder has passed, and nobody knows yet what the acquirer made of it. */
function endUnknown(): ServiceError {
  return new ServiceError(
    'processor_unavailable',
    'Cannot cancel the challenge: it was passed and the end of its payment is not known yet, try again',
  );
}

function startUnderWay(): ServiceError {
  return new ServiceError(
    'transaction_not_voidable',
    'Cannot bill VOID: the start referred to is under way, wait for its end',
    { param: 'transactionID' },
  );
}

/** Ends a challenge that the merchant's metadata, or a slow issuer, answer when their time comes. */
export async function answerChallenge(
  context: Core,
  { operationId, outcome, dueAt }: TimerRow,
): Promise<Claim | undefined> {
  const pending = await readPendingChallenge(context, operationId);
  const ended = await endChallenge(context, pending, { answer: answerOf(outcome), at: dueAt });
  return 'claim' in ended ? ended.claim : undefined;
}

export async function expireChallenge(context: Core, { operationId, dueAt }: TimerRow) {
  const pending = await readPendingChallenge(context, operationId);
  await endChallenge(context, pending, { answer: 'TIMED_OUT', at: dueAt });
}

function answerOf(outcome: string | null): Answer {
  if (outcome === 'cancel') return 'CANCELLED';
  if (isTransStatus(outcome)) return outcome;
  throw new Error(`Cannot answer the challenge: '${outcome}' is no answer`);
}

type ChallengeOutcome = {
  readonly answer: Answer;
  readonly at: Date;
  /** The billing request that causes the end and reports it in its answer. Default: none. */
  readonly answerTo?: string;
};

/**
 * Ends a challenge with the caller's commit; the caller holds the payment's lock. A start whose cardholder passed claims
 * the question for its money, any other ends. The first end counts; a later answer is recorded and changes nothing.
 * Rule: threeds/one-end.
 */
async function endChallenge(
  context: Core,
  { challenge, found }: PendingChallenge,
  outcome: ChallengeOutcome,
): Promise<ClaimResult> {
  const { answer, at, answerTo = null } = outcome;
  if (challenge.status !== 'OPEN') {
    await noteLateResult(context, challenge, answer);
    return { transaction: found };
  }
  const authentication = authenticationBy(context, found, answer);
  const status = statusOf(authentication);
  const { id, operationId, paymentId, walletSessionId } = challenge;
  await enqueueWrite(closeChallenge, context.db, { id, operationId, paymentId, status, endedAt: at });
  context.afterCommit(() => context.metrics.challengeEnded(status));
  const transaction = { ...found, challenge: { ...challenge, status, endedAt: at } };
  const authenticated = { ...transaction, payment: { ...found.payment, authentication } };
  const question = isPassed(authentication) ? startQuestion(context, authenticated, 'complete') : undefined;
  if (question) return { claim: await claimStart(context, { question, transaction: authenticated, at }) };
  const decision = isPassed(authentication) ? erasedCard(context) : declineOf(authentication);
  const event = { walletSessionId, type: '3ds_result' } as const;
  const change = { authentication };
  const end = { decision, at, answerTo, event };
  return { transaction: await recordOutcome(context, { found: transaction, change }, end) };
}

type AuthenticatedStart = Pick<Claim, 'question'> & {
  readonly transaction: Transaction;
  readonly at: Date;
};

/** Claims the question for the money of a start that waited, and holds its amount. */
async function claimStart(context: Core, { question, transaction, at }: AuthenticatedStart): Promise<Claim> {
  await writeAmounts(context, withHold(transaction, at));
  return claimQuestion(context, { question, transaction, step: 'complete', at });
}

/** ISO 8583: invalid card number. */
const ERASED = '14';
const erasedCard = ({ dependencies: { processor } }: Core) => processor.decisionOf(ERASED, '');

/** Also deletes the timer of the time to answer. */
const closeChallenge = statement<Record<string, unknown>, unknown>((db) => {
  const isOpen = and(eq(challenges.id, placeholder('id', challenges.id)), eq(challenges.status, 'OPEN'));
  const challengeUpdate = db.$with('closed').as(
    db
      .update(challenges)
      .set({
        status: placeholder('status', challenges.status),
        endedAt: placeholder('endedAt', challenges.endedAt),
      })
      .where(isOpen)
      .returning({ id: challenges.id }),
  );
  const timerDelete = db
    .$with('untimed')
    .as(db.delete(timers).where(isExpiryOfChallenge()).returning({ id: timers.id }));
  return db.with(challengeUpdate, timerDelete).select(orFail).from(challengeUpdate);
});

/** The issuer may overrule what the cardholder answered. */
function authenticationBy(context: Core, { card }: Transaction, answer: Answer): Answer {
  if (!isTransStatus(answer)) return answer;
  const number = openCard(context, card)?.number;
  return number === undefined ? answer : context.dependencies.processor.challengeResult(number, answer);
}

function statusOf(authentication: Answer): ChallengeRow['status'] {
  if (!isTransStatus(authentication)) return authentication;
  return isPassed(authentication) ? 'PASSED' : 'FAILED';
}

async function noteLateResult({ db }: Core, { id }: ChallengeRow, answer: Answer) {
  if (isTransStatus(answer)) await enqueueWrite(noteResult, db, { id, result: answer });
}

const noteResult = statement<Record<string, unknown>, { id: string }>((db) =>
  db
    .update(challenges)
    .set({ lateResult: placeholder('result', challenges.lateResult) })
    .where(and(eq(challenges.id, placeholder('id', challenges.id)), isNull(challenges.lateResult)))
    .returning({ id: challenges.id }),
);
