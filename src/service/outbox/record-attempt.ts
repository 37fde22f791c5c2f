import { and, eq, sql } from 'drizzle-orm';
import type { ServiceContext } from '../context/context.ts';
import type { RetryProfile } from '../settings/config.ts';
import { type CallbackRow, callbackAttempts, callbackPauses, callbacks } from '../tables/callbacks.ts';
import type { AttemptAnswer } from './attempt-callback.ts';
import { retryAfterMs, retryDelay } from './retry-schedule.ts';

/** Statuses by which a receiver asks for less of everything that it gets. Rule: callbacks/answers. */
const SLOW_DOWN: readonly number[] = [429, 502, 503, 504];
const LONGEST_PAUSE_MS = 60_000;

type AttemptEnd = {
  /** The callback as it was claimed. */
  readonly callback: CallbackRow;
  readonly answer: AttemptAnswer;
  readonly startedAt: Date;
  readonly profile: RetryProfile;
  readonly random: () => number;
  /** The real time: a `Retry-After` date is by the receiver's clock. */
  readonly wallTime: Date;
};

type Verdict = {
  readonly status: CallbackRow['status'];
  readonly waitMs?: number;
  /** A pause for everything that goes to the receiver. */
  readonly pauseMs?: number;
};

/** Writes how an attempt ended and what comes next. */
export async function recordAttempt(context: ServiceContext, ended: AttemptEnd): Promise<void> {
  const { callback, answer, startedAt } = ended;
  const now = context.clock.now();
  const verdict = judge(ended);
  const isOver = verdict.waitMs === undefined;
  const isGivenUp = 'failure' in answer && answer.failure === 'given_up';
  await context.db.transaction(async (db) => {
    await db.insert(callbackAttempts).values({
      callbackId: callback.id,
      startedAt,
      endedAt: now,
      ...('status' in answer
        ? { answerStatus: answer.status, answerStart: answer.start }
        : { failure: answer.failure }),
    });
    await db
      .update(callbacks)
      .set({
        status: verdict.status,
        tries: callback.tries + (isGivenUp ? 0 : 1),
        dueAt: new Date(now.getTime() + (verdict.waitMs ?? 0)),
        answerTo: null,
        drops: Math.max(callback.drops - 1, 0),
        ...(!isGivenUp && { firstTriedAt: callback.firstTriedAt ?? now }),
        ...(isOver && { endedAt: now }),
      })
      // Where another process took the callback over, its verdict counts.
      .where(and(eq(callbacks.id, callback.id), eq(callbacks.dueAt, callback.dueAt)));
    if (verdict.pauseMs !== undefined) await pause({ ...context, db }, callback, verdict.pauseMs);
  });
  context.metrics.callbackAttempted(verdict.status);
}

function judge({ callback, answer, profile, random, wallTime }: AttemptEnd): Verdict {
  if ('failure' in answer && answer.failure === 'given_up') return { status: 'waiting', waitMs: 0 };
  const status = 'status' in answer ? answer.status : undefined;
  if (status !== undefined && status >= 200 && status < 300) return { status: 'delivered' };
  if (status === 410) return { status: 'stopped' };
  const delay = retryDelay(profile, callback.tries + 1, random);
  const wanted = 'status' in answer ? retryAfterMs(answer.retryAfter, wallTime) : undefined;
  const isSlow = status !== undefined && SLOW_DOWN.includes(status);
  const pauseMs = isSlow ? (wanted ?? Math.min(delay ?? 0, LONGEST_PAUSE_MS)) : undefined;
  return {
    ...(delay === undefined
      ? { status: 'exhausted' as const }
      : { status: 'waiting' as const, waitMs: Math.max(delay, wanted ?? 0) }),
    ...(pauseMs !== undefined && { pauseMs }),
  };
}

async function pause({ db, clock }: ServiceContext, { accountId, receiver }: CallbackRow, ms: number) {
  const until = new Date(clock.now().getTime() + ms);
  await db
    .insert(callbackPauses)
    .values({ accountId, receiver, until })
    .onConflictDoUpdate({
      target: [callbackPauses.accountId, callbackPauses.receiver],
      set: { until: sql`greatest(${callbackPauses.until}, excluded.until)` },
    });
}
