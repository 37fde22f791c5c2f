import { and, eq, isNull } from 'drizzle-orm';
import { isTransStatus, type TransStatus } from '../../../contract/billing/trans-status.ts';
import type { ChallengeEnd } from '../../../contract/frame/session-events.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { ServiceContext, WalletCaller } from '../../context/context.ts';
import type { ChallengeVoiding } from '../../context/service-dependencies.ts';
import { type ChallengeRow, challenges } from '../../tables/challenges.ts';
import type { TimerRow } from '../../tables/timers.ts';
import { openCard } from '../../vault/open-card.ts';
import { askForRecordedStart, decisionIn } from '../ask-processor.ts';
import { lockPayment } from '../due.ts';
import { endPending } from '../end.ts';
import { requireOperation } from '../load.ts';
import { declinedBy, isPassed } from '../model/authentication.ts';
import type { Transaction } from '../model/transaction.ts';
import { findOwnChallenge, lockOwnChallenge } from './own-challenges.ts';
import { challengeEndOf } from './present-challenge.ts';

/** A cardholder's answer as the issuer gives it, or an end without one. */
type Answer = TransStatus | 'CANCELLED' | 'VOIDED' | 'TIMED_OUT';

type Completing = {
  readonly challengeId: string;
  /** What the issuer says of the cardholder, or that the cardholder gave up. */
  readonly result: TransStatus | 'cancel';
};

/**
 * Ends a challenge once, and returns how its payment stands after the end that counts, this one or an earlier. Raises
 * `not_found`.
 */
export async function completeChallenge(
  context: ServiceContext,
  { challengeId, result }: Completing,
): Promise<Transaction> {
  return context.db.transaction(async (db) => {
    const inside = { ...context, db };
    const [challenge] = await db.select().from(challenges).where(eq(challenges.id, challengeId));
    if (!challenge) throw new ServiceError('not_found', 'Cannot complete the challenge: no such challenge');
    const { operationId, paymentId } = challenge;
    await lockPayment(inside, paymentId);
    const answer = result === 'cancel' ? 'CANCELLED' : result;
    await endChallenge(inside, { operationId, answer, at: context.clock.now() });
    return requireOperation(inside, operationId);
  });
}

type Cancelling = { readonly caller: WalletCaller; readonly transactionId: string };

/**
 * Ends a challenge that the shopper stops. Returns the end that counts, this one or an earlier. Rule: threeds/one-end.
 */
export async function cancelChallenge(
  context: ServiceContext,
  cancelling: Cancelling,
): Promise<ChallengeEnd> {
  return context.db.transaction(async (db) => {
    const inside = { ...context, db };
    const { challenge } = await lockOwnChallenge(inside, cancelling);
    const { operationId } = challenge;
    await endChallenge(inside, { operationId, answer: 'CANCELLED', at: context.clock.now() });
    return challengeEndOf(await findOwnChallenge(inside, cancelling));
  });
}

/** Ends a challenge whose payment the merchant no longer wants. */
export function voidChallenge(context: ServiceContext, voiding: ChallengeVoiding): Promise<void> {
  return endChallenge(context, { ...voiding, answer: 'VOIDED' });
}

/** Ends a challenge that the merchant's metadata, or a slow issuer, answer when their time comes. */
export function answerChallenge(context: ServiceContext, { operationId, outcome, dueAt }: TimerRow) {
  return endChallenge(context, { operationId, answer: answerOf(outcome), at: dueAt });
}

export function expireChallenge(context: ServiceContext, { operationId, dueAt }: TimerRow) {
  return endChallenge(context, { operationId, answer: 'TIMED_OUT', at: dueAt });
}

function answerOf(outcome: string | null): Answer {
  if (outcome === 'cancel') return 'CANCELLED';
  if (isTransStatus(outcome)) return outcome;
  throw new Error(`Cannot answer the challenge: '${outcome}' is no answer`);
}

type Ended = {
  readonly operationId: string;
  readonly answer: Answer;
  readonly at: Date;
  /** The billing request that causes the end and tells of it by its answer. Default: none. */
  readonly answerTo?: string;
};

/**
 * Ends a challenge and the start that waits for it, in the caller's transaction, which holds the payment's lock. The
 * first end counts; whatever comes later is noted and changes nothing. Rule: threeds/one-end.
 */
async function endChallenge(context: ServiceContext, ended: Ended): Promise<void> {
  const { operationId, answer, at, answerTo = null } = ended;
  const found = await requireOperation(context, operationId);
  const authentication = authenticationBy(context, found, answer);
  const [closed] = await context.db
    .update(challenges)
    .set({ status: statusOf(authentication), endedAt: at })
    .where(and(eq(challenges.operationId, operationId), eq(challenges.status, 'OPEN')))
    .returning({ walletSessionId: challenges.walletSessionId });
  if (!closed) return noteLateResult(context, { operationId, answer });
  context.metrics.challengeEnded(statusOf(authentication));
  // The issuer's answer cannot come later here, because nobody waits for it.
  const decision = isPassed(authentication)
    ? decisionIn(context, askForRecordedStart(context, { found, card: found.card, now: at }))
    : declinedBy(authentication);
  const event = { walletSessionId: closed.walletSessionId, type: '3ds_result' } as const;
  await endPending(context, { found, change: { authentication } }, { decision, at, answerTo, event });
}

/** The issuer has the last word on what the cardholder answered. */
function authenticationBy(context: ServiceContext, { card }: Transaction, answer: Answer): Answer {
  if (!isTransStatus(answer)) return answer;
  const number = openCard(context, card)?.number;
  return number === undefined ? answer : context.processor.challengeResult(number, answer);
}

function statusOf(authentication: Answer): ChallengeRow['status'] {
  if (!isTransStatus(authentication)) return authentication;
  return isPassed(authentication) ? 'PASSED' : 'FAILED';
}

type Late = Pick<Ended, 'operationId' | 'answer'>;

async function noteLateResult({ db }: ServiceContext, { operationId, answer }: Late) {
  if (!isTransStatus(answer)) return;
  const isFirst = and(eq(challenges.operationId, operationId), isNull(challenges.lateResult));
  await db.update(challenges).set({ lateResult: answer }).where(isFirst);
}
