import { and, eq } from 'drizzle-orm';
import {
  columnPlaceholders,
  enqueueWrite,
  placeholder,
  rowPlaceholders,
  rowValues,
  statement,
} from '../../store/statement.ts';
import type { RetryProfile } from '../base/config.ts';
import type { Core } from '../base/runtime/core.ts';
import { type CallbackRow, callbackAttempts, callbacks } from '../tables/callbacks.ts';
import type { AttemptAnswer } from './attempt-callback.ts';
import { pauseReceiver } from './callback-pauses.ts';
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
  /** A pause for what goes to the receiver. */
  readonly pauseMs?: number;
};

/** Writes how an attempt ended and what comes next. */
export async function recordAttempt(core: Core, end: AttemptEnd): Promise<void> {
  const { db, clock } = core;
  const { callback, answer, startedAt } = end;
  const now = clock.now();
  const verdict = judge(end);
  const isFinal = verdict.waitMs === undefined;
  const isGivenUp = 'failure' in answer && answer.failure === 'given_up';
  const attempt = {
    callbackId: callback.id,
    startedAt,
    endedAt: now,
    answerStatus: 'status' in answer ? answer.status : null,
    answerStart: 'status' in answer ? answer.start : null,
    failure: 'failure' in answer ? answer.failure : null,
  };
  const callbackAfter = {
    ...callback,
    status: verdict.status,
    tries: callback.tries + (isGivenUp ? 0 : 1),
    dueAt: new Date(now.getTime() + (verdict.waitMs ?? 0)),
    answerTo: null,
    drops: Math.max(callback.drops - 1, 0),
    firstTriedAt: isGivenUp ? callback.firstTriedAt : (callback.firstTriedAt ?? now),
    endedAt: isFinal ? now : callback.endedAt,
  };
  await enqueueWrite(insertAttempt, db, rowValues(callbackAttempts, attempt));
  await enqueueWrite(updateCallback, db, {
    ...rowValues(callbacks, callbackAfter),
    claimedUntil: callback.dueAt,
  });
  if (verdict.pauseMs !== undefined) {
    const pauseEnd = new Date(now.getTime() + verdict.pauseMs);
    await pauseReceiver(db, { ...callback, now, end: pauseEnd });
  }
  core.afterCommit(() => core.metrics.callbackAttempted(verdict.status));
}

const insertAttempt = statement<Record<string, unknown>, { id: number }>((db) =>
  db
    .insert(callbackAttempts)
    .values(rowPlaceholders(callbackAttempts, ['id']))
    .returning({ id: callbackAttempts.id }),
);

const VERDICT_COLUMNS = ['status', 'tries', 'dueAt', 'answerTo', 'drops', 'firstTriedAt', 'endedAt'] as const;

const updateCallback = statement<Record<string, unknown>, { id: string }>((db) =>
  db
    .update(callbacks)
    .set(columnPlaceholders(callbacks, VERDICT_COLUMNS))
    // If another process has taken the callback over, its result counts; this attempt and its pause are recorded all the same.
    .where(
      and(
        eq(callbacks.id, placeholder('callbacks.id', callbacks.id)),
        eq(callbacks.dueAt, placeholder('claimedUntil', callbacks.dueAt)),
      ),
    )
    .returning({ id: callbacks.id }),
);

function judge({ callback, answer, profile, random, wallTime }: AttemptEnd): Verdict {
  if ('failure' in answer && answer.failure === 'given_up') return { status: 'waiting', waitMs: 0 };
  const status = 'status' in answer ? answer.status : undefined;
  if (status !== undefined && status >= 200 && status < 300) return { status: 'delivered' };
  if (status === 410) return { status: 'stopped' };
  const delay = retryDelay(profile, callback.tries + 1, random);
  const retryAfter = 'status' in answer ? retryAfterMs(answer.retryAfter, wallTime) : undefined;
  const isSlow = status !== undefined && SLOW_DOWN.includes(status);
  const pauseMs = isSlow ? (retryAfter ?? Math.min(delay ?? 0, LONGEST_PAUSE_MS)) : undefined;
  return {
    ...(delay === undefined
      ? { status: 'exhausted' as const }
      : { status: 'waiting' as const, waitMs: Math.max(delay, retryAfter ?? 0) }),
    ...(pauseMs !== undefined && { pauseMs }),
  };
}
