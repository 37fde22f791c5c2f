import { and, asc, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type {
  AdminAttempt,
  AdminCallback,
  CallbackQuery,
  CallbacksAnswer,
} from '../../../../contract/admin/callbacks.ts';
import { redactCardNumbers } from '../../../base/card-numbers.ts';
import type { Core } from '../../../base/runtime/core.ts';
import { heldUntil, isPauseOf, pauseEnd } from '../../../callbacks/callback-pauses.ts';
import { type CallbackRow, callbackAttempts, callbackPauses, callbacks } from '../../../tables/callbacks.ts';
import { operations, payments } from '../../../tables/payments.ts';
import { PAGE_READ, pageOf } from '../page.ts';

/** A page of an account's callbacks, newest first. */
export async function listCallbacks(
  core: Core,
  { account_id, status, before }: CallbackQuery,
): Promise<Omit<CallbacksAnswer, 'status'>> {
  const rows = await selectCallbacks(
    core,
    and(
      eq(callbacks.accountId, account_id),
      isOfStatus(status),
      before === undefined ? undefined : lt(callbacks.seq, before),
    ),
  )
    .orderBy(desc(callbacks.seq))
    .limit(PAGE_READ);
  const { page, next } = pageOf(rows, ({ callback }) => callback.seq);
  return { callbacks: await withAttempts(core, page), next };
}

function isOfStatus(status: CallbackQuery['status']): SQL | undefined {
  if (status === 'exhausted') return eq(callbacks.status, status);
  // Written as in the index of unfinished callbacks, which it must match.
  if (status === 'failing')
    return sql`${callbacks.status} in ('waiting', 'sending') and ${callbacks.tries} > 0`;
  return undefined;
}

type CallbackFilter = { readonly condition: SQL; readonly limit: number };

/** Callbacks of one kind, oldest first. */
export async function callbacksWhere(
  core: Core,
  { condition, limit }: CallbackFilter,
): Promise<AdminCallback[]> {
  const rows = await selectCallbacks(core, condition).orderBy(asc(callbacks.seq)).limit(limit);
  return withAttempts(core, rows);
}

function selectCallbacks({ db, clock }: Core, condition: SQL | undefined) {
  return db
    .select({
      callback: callbacks,
      transactionId: operations.transactionId,
      orderId: payments.orderId,
      pauseEnd: pauseEnd(callbacks.lane),
    })
    .from(callbacks)
    .innerJoin(payments, eq(payments.id, callbacks.paymentId))
    .innerJoin(operations, eq(operations.id, callbacks.operationId))
    .leftJoin(callbackPauses, isPauseOf(callbacks, clock.now()))
    .where(condition)
    .$dynamic();
}

async function withAttempts({ db }: Core, found: readonly CallbackWithOrder[]): Promise<AdminCallback[]> {
  const ids = found.map(({ callback }) => callback.id);
  const attempts = await db
    .select()
    .from(callbackAttempts)
    .where(inArray(callbackAttempts.callbackId, ids))
    .orderBy(asc(callbackAttempts.id));
  return found.map((one) =>
    adminCallback(
      one,
      attempts.filter(({ callbackId }) => callbackId === one.callback.id),
    ),
  );
}

type CallbackWithOrder = {
  readonly callback: CallbackRow;
  readonly transactionId: string;
  readonly orderId: string;
  readonly pauseEnd: Date | null;
};

type AttemptRow = typeof callbackAttempts.$inferSelect;

function adminCallback(callbackRow: CallbackWithOrder, attempts: readonly AttemptRow[]): AdminCallback {
  const { callback, transactionId, orderId, pauseEnd } = callbackRow;
  const { id, info, url, status, tries, dueAt, createdAt, endedAt } = callback;
  const pausedUntil = endedAt === null ? heldUntil(pauseEnd, dueAt) : null;
  return {
    id,
    payment_id: callback.paymentId,
    order_id: orderId,
    transaction_id: transactionId,
    info,
    url,
    status,
    tries,
    due_at: endedAt === null ? (pausedUntil ?? dueAt).toISOString() : null,
    held_until: pausedUntil?.toISOString() ?? null,
    created_at: createdAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
    attempts: attempts.map(adminAttempt),
  };
}

function adminAttempt({ startedAt, endedAt, answerStatus, answerStart, failure }: AttemptRow): AdminAttempt {
  return {
    started_at: startedAt.toISOString(),
    ended_at: endedAt.toISOString(),
    answer_status: answerStatus,
    failure,
    answer_start: answerStart && redactCardNumbers(new TextDecoder().decode(answerStart)),
  };
}
