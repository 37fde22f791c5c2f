import { and, eq, isNull } from 'drizzle-orm';
import { isTransStatus, type TransStatus } from '../../../contract/billing/trans-status.ts';
import type { ChallengeEnd } from '../../../contract/frame/session-events.ts';
import { enqueueWrite, placeholder, readStatement, statement } from '../../../store/statement.ts';
import type { CompletionQuestion } from '../../base/processor/acquirer-question.ts';
import type { Core } from '../../base/runtime/core.ts';
import type { ChallengeVoid, Claim } from '../../base/runtime/service-dependencies.ts';
import { openCard } from '../../base/seals/open-card.ts';
import { isIntactPayment } from '../../base/seals/payment-seal.ts';
import { ServiceError } from '../../base/service-error.ts';
import { type ChallengeRow, challenges } from '../../tables/challenges.ts';
import type { PaymentRow } from '../../tables/payments.ts';
import type { TimerRow } from '../../tables/timers.ts';
import { type ClaimResult, claimQuestion, isBeingAsked, readProcessorReferences } from '../attempts.ts';
import { declineOf, isPassed } from '../model/authentication.ts';
import type { Transaction } from '../model/transaction.ts';
import { waitForAnswer } from '../payment-history.ts';
import { lockPaymentAndRead } from '../payment-lock.ts';
import { completionQuestion } from '../questions.ts';
import { recordOutcome, withHold } from '../record-outcome.ts';
import { writeAmounts } from '../write-operation.ts';
import { closeChallenge } from './close-challenge.ts';
import { findOwnChallenge, lockOwnChallenge, type OwnChallenge } from './own-challenges.ts';
import {
  findPendingChallenge,
  isAnswerUnknown,
  type PendingChallenge,
  readPendingChallenge,
} from './pending-challenge.ts';
import { challengeEndOf } from './present-challenge.ts';

/** A cardholder's answer as the issuer gives it, or why there is none. */
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
  core: Core,
  { challengeId, result }: IssuerVerdict,
): Promise<ClaimResult> {
  const [ids] = await challengeById(core.db, { id: challengeId });
  if (!ids) throw noSuchChallenge();
  const read = () => readPendingChallenge(core, ids.operationId);
  const [, pending] = await lockPaymentAndRead(core, ids.paymentId, read);
  // The sandbox's issuer has no say in what it does not ask.
  if (pending.challenge.stage !== 'issuer') throw noSuchChallenge();
  const answer = result === 'cancel' ? 'CANCELLED' : result;
  return endChallenge(core, pending, { answer, at: core.clock.now() });
}

const noSuchChallenge = () =>
  new ServiceError('not_found', 'Cannot complete the challenge: no such challenge');

const challengeById = readStatement<{ id: string }, Pick<ChallengeRow, 'operationId' | 'paymentId'>>((db) =>
  db
    .select({ operationId: challenges.operationId, paymentId: challenges.paymentId })
    .from(challenges)
    .where(eq(challenges.id, placeholder('id', challenges.id))),
);

/**
 * Ends a challenge that the shopper stops. Returns the end that counts, this one or an earlier. Raises `challenge_ended`
 * for one whose payment the acquirer decides, which nobody knows yet. Rule: threeds/one-end.
 */
export async function cancelChallenge(core: Core, ownChallenge: OwnChallenge): Promise<ChallengeEnd> {
  const { challenge } = await lockOwnChallenge(core, ownChallenge);
  const pending = await readPendingChallenge(core, challenge.operationId);
  if (await isBeingAsked(core, challenge.paymentId)) throw waitForAnswer();
  if (isAnswerUnknown(pending.challenge)) throw endUnknown();
  const ended = await endChallenge(core, pending, { answer: 'CANCELLED', at: core.clock.now() });
  if ('transaction' in ended && ended.transaction.operation.status === 'PENDING') throw endUnknown();
  return challengeEndOf(await findOwnChallenge(core, ownChallenge));
}

/** Ends a challenge whose payment the merchant no longer wants. Returns the payment in its new state. */
export async function voidChallenge(
  core: Core,
  { operationId, at, answerTo }: ChallengeVoid,
): Promise<PaymentRow> {
  const pending = await findPendingChallenge(core, operationId);
  if (!pending || isAnswerUnknown(pending.challenge)) throw startUnderWay();
  const ended = await endChallenge(core, pending, { answer: 'VOIDED', at, answerTo });
  if (!('transaction' in ended)) throw new Error('Cannot void the challenge: its start is being asked for');
  return ended.transaction.payment;
}

/** Nobody knows yet what the acquirer makes of it. */
function endUnknown(): ServiceError {
  return new ServiceError(
    'challenge_ended',
    'Cannot cancel the challenge: the processor decides on it, expected a lookup',
  );
}

function startUnderWay(): ServiceError {
  return new ServiceError(
    'transaction_not_voidable',
    'Cannot bill VOID: the start referred to is under way, wait for its end',
    { param: 'transactionID' },
  );
}

/** Ends a challenge at the time that the merchant's metadata or a slow issuer set for its answer. */
export async function answerChallenge(
  core: Core,
  { operationId, outcome, dueAt }: TimerRow,
): Promise<Claim | undefined> {
  const pending = await readPendingChallenge(core, operationId);
  const ended = await endChallenge(core, pending, { answer: answerOf(outcome), at: dueAt });
  return 'claim' in ended ? ended.claim : undefined;
}

export async function expireChallenge(core: Core, { operationId, dueAt }: TimerRow) {
  const pending = await readPendingChallenge(core, operationId);
  await endChallenge(core, pending, { answer: 'TIMED_OUT', at: dueAt });
}

function answerOf(outcome: string | null): Answer {
  if (outcome === 'cancel') return 'CANCELLED';
  if (isTransStatus(outcome)) return outcome;
  throw new Error(`Cannot answer the challenge: '${outcome}' is no answer`);
}

type ChallengeOutcome = {
  readonly answer: Answer;
  readonly at: Date;
  /** The billing request that ends it and reports that in its answer. Default: none. */
  readonly answerTo?: string;
};

/**
 * Ends a challenge with the caller's commit; the caller holds the payment's lock. A start whose cardholder passed claims
 * the question for its money, any other ends. The first end counts; a later answer is noted and changes nothing.
 * Rule: threeds/one-end.
 */
async function endChallenge(
  core: Core,
  { challenge, transaction }: PendingChallenge,
  outcome: ChallengeOutcome,
): Promise<ClaimResult> {
  const { answer, at, answerTo = null } = outcome;
  if (challenge.status !== 'OPEN') {
    await noteLateResult(core, challenge, answer);
    return { transaction };
  }
  const authentication = authenticationBy(core, transaction, answer);
  const status = statusOf(authentication);
  // Before the first write: an optimistic transaction reads nothing after it.
  const question = await questionAfter(core, transaction, authentication);
  const ended = { ...transaction, challenge: await closeChallenge(core, challenge, { status, at }) };
  const authenticated = { ...ended, payment: { ...transaction.payment, authentication } };
  if (question) return { claim: await claimStart(core, { question, transaction: authenticated, at }) };
  const decision = isPassed(authentication) ? anotherCard(core) : declineOf(authentication);
  const change = { authentication };
  return {
    transaction: await recordOutcome(core, { transaction: ended, change }, { decision, at, answerTo }),
  };
}

/** Undefined where the cardholder has not passed, or the payment's rows were changed. */
async function questionAfter(
  core: Core,
  transaction: Transaction,
  authentication: Answer,
): Promise<CompletionQuestion | undefined> {
  if (!isPassed(authentication) || !isIntactPayment(core, transaction)) return undefined;
  const { id } = transaction.operation;
  const references = await readProcessorReferences(core, { start: id, referred: id });
  const processorReference = references.get(id);
  const returned = { transStatus: authentication };
  return completionQuestion({ ...transaction, processorReference, returned });
}

type AuthenticatedStart = Pick<Claim, 'question'> & {
  readonly transaction: Transaction;
  readonly at: Date;
};

/** Claims the question for the money of a start that waited, and holds its amount. */
async function claimStart(core: Core, { question, transaction, at }: AuthenticatedStart): Promise<Claim> {
  await writeAmounts(core, withHold(transaction, at));
  return claimQuestion(core, { question, transaction, step: 'complete', at });
}

/** ISO 8583: invalid card number. */
const INVALID_CARD_NUMBER = '14';
const anotherCard = ({ dependencies: { processor } }: Core) => processor.decisionOf(INVALID_CARD_NUMBER, '');

/** The issuer may overrule what the cardholder answered. */
function authenticationBy(core: Core, { card }: Transaction, answer: Answer): Answer {
  if (!isTransStatus(answer)) return answer;
  const number = openCard(core, card)?.number;
  return number === undefined ? answer : core.dependencies.processor.challengeResult(number, answer);
}

function statusOf(authentication: Answer): Exclude<ChallengeRow['status'], 'OPEN'> {
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
