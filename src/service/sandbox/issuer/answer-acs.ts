import { and, eq, sql } from 'drizzle-orm';
import { isTransStatus, type TransStatus } from '../../../contract/billing/trans-status.ts';
import { runLockingTransaction } from '../../base/runtime/run-transaction.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import { openCard } from '../../base/seals/open-card.ts';
import { lockPayment } from '../../payments/payment-lock.ts';
import { requireOperation } from '../../payments/require-transaction.ts';
import { type IssuerResult, signResult } from '../../payments/threeds/issuer-messages.ts';
import { setTimer } from '../../payments/timers.ts';
import { type ChallengeRow, challenges } from '../../tables/challenges.ts';
import { timers } from '../../tables/timers.ts';
import type { Receipt } from './post-result.ts';
import type { IssuerBehaviour, Simulation } from './simulation.ts';

/** The meanings of codes on the simulated issuer's page. */
export const ISSUER_CODES: Readonly<Record<string, TransStatus>> = {
  '1234': 'Y',
  '2222': 'A',
  '3333': 'N',
  '4444': 'U',
  '5555': 'R',
};

/** The number of wrong codes after which the issuer refuses. */
const TRIES = 3;
const SLOW_MS = 30_000;

type AcsAnswer = {
  readonly md: string;
  /** The button that was pressed; undefined: none. */
  readonly action: string | undefined;
  readonly code: string;
  /** Sends the service what the issuer signed. */
  readonly post: (signedResult: string) => Promise<Receipt>;
  readonly simulation: Pick<Simulation, 'issuerBehaviour'>;
};

/** What the issuer's page shows next. */
export type Step =
  | { readonly kind: 'strange' }
  | { readonly kind: 'ask'; readonly triesLeft?: number }
  | { readonly kind: 'wait'; readonly why: 'slow' | 'nothing' | 'app' }
  | { readonly kind: 'undelivered'; readonly action: string }
  | {
      readonly kind: 'leave';
      readonly why: 'over' | 'ended' | 'broken';
      readonly status: ChallengeRow['status'];
    };

export async function findStatus({ db }: Runtime, md: string) {
  const [row] = await db.select().from(challenges).where(eq(challenges.id, md));
  return row?.status;
}

/** Answers any button, any number of times: a challenge that has ended stays as it is. */
export async function answerAcs(runtime: Runtime, answer: AcsAnswer): Promise<Step> {
  const { md, action } = answer;
  const status = await findStatus(runtime, md);
  if (status === undefined) return { kind: 'strange' };
  if (status !== 'OPEN') return leave(status);
  if (action === 'nothing' || action === 'app') return { kind: 'wait', why: action };
  if (action === 'slow') return answerLater(runtime, { md, result: 'Y', afterMs: SLOW_MS });
  if (action === 'code') return answerCode(runtime, answer);
  if (action === 'cancel' || isTransStatus(action)) return answerNow(runtime, answer, action);
  return action === 'twice' ? answerTwice(runtime, answer) : { kind: 'ask' };
}

async function answerCode(runtime: Runtime, answer: AcsAnswer): Promise<Step> {
  const { takesAnyCode } = await behaviourOf(runtime, answer);
  const code = answer.code.trim();
  const result = Object.hasOwn(ISSUER_CODES, code) ? ISSUER_CODES[code] : undefined;
  if (result || takesAnyCode) return answerNow(runtime, answer, result ?? 'N');
  const isOpen = and(eq(challenges.id, answer.md), eq(challenges.status, 'OPEN'));
  const [counted] = await runtime.db
    .update(challenges)
    .set({ wrongCodes: sql`${challenges.wrongCodes} + 1` })
    .where(isOpen)
    .returning({ wrongCodes: challenges.wrongCodes });
  const triesLeft = TRIES - (counted?.wrongCodes ?? TRIES);
  return triesLeft > 0 ? { kind: 'ask', triesLeft } : answerNow(runtime, answer, 'N');
}

async function answerTwice(runtime: Runtime, answer: AcsAnswer): Promise<Step> {
  await answer.post(signResult(runtime, { md: answer.md, result: 'Y' }));
  return answerNow(runtime, answer, 'Y');
}

type Result = IssuerResult['result'];

async function answerNow(runtime: Runtime, answer: AcsAnswer, result: Result): Promise<Step> {
  const { md, post } = answer;
  const { slowMs, breaks } = await behaviourOf(runtime, answer);
  if (slowMs > 0 && result !== 'cancel') return answerLater(runtime, { md, result, afterMs: slowMs });
  const receipt = await post(signResult(runtime, { md, result }));
  if (receipt !== 'taken') return { kind: 'undelivered', action: result };
  const status = (await findStatus(runtime, md)) ?? 'FAILED';
  return breaks && status === 'FAILED' ? { kind: 'leave', why: 'broken', status } : leave(status);
}

type Later = { readonly md: string; readonly result: Result; readonly afterMs: number };

/** Only the first late answer counts: with all of them a script could queue thousands for the store. */
async function answerLater(runtime: Runtime, { md, result, afterMs }: Later): Promise<Step> {
  const [row] = await runtime.db.select().from(challenges).where(eq(challenges.id, md));
  if (!row) return { kind: 'strange' };
  const { paymentId, operationId } = row;
  const kind = 'answer-challenge';
  const dueAt = new Date(runtime.clock.now().getTime() + afterMs);
  await runLockingTransaction(runtime, async (core) => {
    await lockPayment(core, paymentId);
    const isSame = and(eq(timers.operationId, operationId), eq(timers.kind, kind));
    const isComing = (await core.db.$count(timers, isSame)) > 0;
    if (!isComing) await setTimer(core, { paymentId, operationId, kind, dueAt, outcome: result });
  });
  return { kind: 'wait', why: 'slow' };
}

async function behaviourOf(runtime: Runtime, { md, simulation }: AcsAnswer): Promise<IssuerBehaviour> {
  const [row] = await runtime.db.select().from(challenges).where(eq(challenges.id, md));
  const card = row && (await requireOperation(runtime, row.operationId)).card;
  return simulation.issuerBehaviour((card && openCard(runtime, card)?.number) ?? '');
}

function leave(status: ChallengeRow['status']): Step {
  const isLate = status === 'VOIDED' || status === 'TIMED_OUT';
  return { kind: 'leave', why: isLate ? 'ended' : 'over', status };
}
