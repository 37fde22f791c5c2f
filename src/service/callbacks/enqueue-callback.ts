import { and, eq, sql } from 'drizzle-orm';
import { enqueueWrite, placeholder, rowPlaceholders, rowValues, statement } from '../../store/statement.ts';
import type { Core } from '../base/runtime/core.ts';
import { ulid } from '../base/ulid.ts';
import { portOf } from '../base/url-parts.ts';
import { type CallbackRow, callbacks } from '../tables/callbacks.ts';

/** Counted from the answer, or from the outcome if no request waits for it. Rule: callbacks/after-answer. */
export const FIRST_ATTEMPT_MS = 250;
/** After this, the process that owes the answer is presumed dead. */
const ANSWER_LEASE_MS = 2_000;

type NewCallback = Pick<
  CallbackRow,
  'accountId' | 'paymentId' | 'operationId' | 'lane' | 'info' | 'url' | 'body' | 'drops' | 'copies'
> & {
  /** The request whose answer reports the same and must come before the callback; null if there is none. */
  readonly answerTo: string | null;
  /** By how many ms the answer is delayed. */
  readonly slowMs: number;
  /** By how many ms the first attempt is delayed. */
  readonly lateMs: number;
};

/** Writes a callback in the transaction of the event that it reports. The worker sends it. */
export async function enqueueCallback(core: Core, callback: NewCallback): Promise<void> {
  const { slowMs, lateMs, answerTo, ...notice } = callback;
  const { db, clock, inProgress } = core;
  const now = clock.now();
  const delayMs = FIRST_ATTEMPT_MS + lateMs;
  const leaseMs = answerTo === null ? 0 : ANSWER_LEASE_MS + slowMs;
  if (answerTo !== null && inProgress.answers.has(answerTo)) inProgress.answers.set(answerTo, true);
  const row = {
    ...notice,
    id: `msg_${ulid(now)}`,
    receiver: receiverOf(new URL(notice.url)),
    status: 'waiting',
    dueAt: new Date(now.getTime() + leaseMs + delayMs),
    answerTo,
    delayMs,
    createdAt: now,
  };
  await enqueueWrite(insertCallback, db, rowValues(callbacks, row));
}

const insertCallback = statement<Record<string, unknown>, { id: string }>((db) =>
  db
    .insert(callbacks)
    .values(rowPlaceholders(callbacks, ['tries', 'firstTriedAt', 'seq', 'endedAt']))
    .returning({ id: callbacks.id }),
);

function receiverOf(url: URL): string {
  return `${url.hostname}:${portOf(url)}`;
}

/** Lets the callbacks of a request be sent a moment later. Called once its answer is written. */
export async function releaseCallbacks(core: Core, requestId: string): Promise<void> {
  const { db, clock, inProgress } = core;
  await enqueueWrite(release, db, { requestId, now: clock.now() });
  core.afterCommit(() => {
    for (const onRelease of inProgress.onRelease) onRelease();
  });
}

const release = statement<{ requestId: string; now: Date }, { id: string }>((db) =>
  db
    .update(callbacks)
    .set({
      answerTo: null,
      dueAt: sql`${placeholder('now', callbacks.dueAt)}::timestamptz + ${callbacks.delayMs} * interval '1 millisecond'`,
    })
    // Another process has taken over a callback that is `sending`; its due time is that sender's lease.
    .where(
      and(
        eq(callbacks.answerTo, placeholder('requestId', callbacks.answerTo)),
        eq(callbacks.status, 'waiting'),
      ),
    )
    .returning({ id: callbacks.id }),
);
