import { and, eq, isNull } from 'drizzle-orm';
import { isTransStatus, type TransStatus } from '../../../contract/trans-status.ts';
import type { ServiceContext } from '../../context.ts';
import { type ChallengeRow, challenges } from '../../db/tables/challenges.ts';
import type { TimerRow } from '../../db/tables/timers.ts';
import { type Decision, processor } from '../../processor/processor.ts';
import { tellSession } from '../../session-events/tell-session.ts';
import { openCard } from '../../vault/open-card.ts';
import { amountsOfStart } from '../amounts-of-start.ts';
import { askIssuerFor, decisionIn } from '../ask-issuer.ts';
import { endPending } from '../end-pending.ts';
import { keepCard } from '../keep-card.ts';
import { requireOperation, type Transaction } from '../load.ts';
import { declinedBy, isPassed } from '../model/authentication.ts';
import { isStartMethod } from '../model/methods.ts';
import { writeAmounts } from '../move-money.ts';
import { recordEnd } from '../record-end.ts';
import { setExpiry } from '../set-expiry.ts';

/** A cardholder's answer as the issuer gives it, or an end without one. */
export type Ending = TransStatus | 'CANCELLED' | 'VOIDED' | 'TIMED_OUT';

type Ended = {
  readonly operationId: string;
  readonly ending: Ending;
  readonly at: Date;
  /** The billing request that causes it and tells of it by its answer. Default: none. */
  readonly answerTo?: string;
};

export function answerChallenge(context: ServiceContext, { operationId, outcome, dueAt }: TimerRow) {
  return endChallenge(context, { operationId, ending: endingOf(outcome), at: dueAt });
}

export function expireChallenge(context: ServiceContext, { operationId, dueAt }: TimerRow) {
  return endChallenge(context, { operationId, ending: 'TIMED_OUT', at: dueAt });
}

/**
 * Ends a challenge and the start that waits for it, in the caller's transaction, which holds the payment's lock. The
 * first to find it open ends it; whatever comes later is noted and changes nothing. Rule: threeds/one-end.
 */
export async function endChallenge(
  context: ServiceContext,
  { operationId, ending, at, answerTo }: Ended,
): Promise<void> {
  const found = await requireOperation(context, operationId);
  const authentication = judge(context, found, ending);
  const [ended] = await context.db
    .update(challenges)
    .set({ status: statusOf(authentication), endedAt: at })
    .where(and(eq(challenges.operationId, operationId), eq(challenges.status, 'OPEN')))
    .returning({ walletSessionId: challenges.walletSessionId });
  if (!ended) return noteLateResult(context, { operationId, ending });
  // Nobody waits for the issuer's answer here, so none can come later.
  const decision = isPassed(authentication)
    ? decisionIn(askIssuerFor(context, found, { card: found.card, now: at }))
    : declinedBy(authentication);
  await writeEnd(context, { found, authentication, decision, at, answerTo: answerTo ?? null });
  await tellSession(context, { ...ended, operationId, type: '3ds_result' });
}

function endingOf(outcome: string | null): Ending {
  if (outcome === 'cancel') return 'CANCELLED';
  if (isTransStatus(outcome)) return outcome;
  throw new Error(`Cannot answer the challenge: '${outcome}' is no answer`);
}

function judge(context: ServiceContext, { card }: Transaction, ending: Ending): Ending {
  if (!isTransStatus(ending)) return ending;
  const number = openCard(context, card)?.number;
  return number === undefined ? ending : processor.judgeAnswer(number, ending);
}

function statusOf(ending: Ending): ChallengeRow['status'] {
  if (!isTransStatus(ending)) return ending;
  return isPassed(ending) ? 'PASSED' : 'FAILED';
}

type End = {
  readonly found: Transaction;
  readonly authentication: Ending;
  readonly decision: Decision;
  readonly at: Date;
  readonly answerTo: string | null;
};

async function writeEnd(context: ServiceContext, ended: End) {
  const { found, authentication, decision, at, answerTo } = ended;
  const { operation, payment, merchant } = found;
  const { id: operationId, method, amount } = operation;
  if (!isStartMethod(method)) throw new Error(`Cannot end a challenge of ${method}: expected a start`);
  const { authorisationDays } = merchant.settings;
  const amounts = amountsOfStart({ method, amount, decision, at, authorisationDays });
  const settled = { ...payment, authentication, ...amounts };
  await endPending(context, { operation, decision });
  await writeAmounts(context, settled);
  if (decision.approved) await keepCard(context, found);
  await setExpiry(context, { payment: settled, operationId });
  const transaction = await requireOperation(context, operationId);
  await recordEnd(context, { transaction, at, answerTo });
}

type Late = Pick<Ended, 'operationId' | 'ending'>;

async function noteLateResult({ db }: ServiceContext, { operationId, ending }: Late) {
  if (!isTransStatus(ending)) return;
  const isFirst = and(eq(challenges.operationId, operationId), isNull(challenges.lateResult));
  await db.update(challenges).set({ lateResult: ending }).where(isFirst);
}
