import { and, desc, eq, lt } from 'drizzle-orm';
import type { AdminCallback, CallbackQuery, CallbacksAnswer } from '../../contract/admin-api.ts';
import type { ServiceContext } from '../context.ts';
import { type CallbackRow, callbacks } from '../db/tables/callbacks.ts';
import { operations } from '../db/tables/payments.ts';

const PAGE = 50;

/** A page of an account's callbacks, newest first. */
export async function listCallbacks(
  { db }: ServiceContext,
  { account_id, status, before }: CallbackQuery,
): Promise<Omit<CallbacksAnswer, 'status'>> {
  const rows = await db
    .select({ callback: callbacks, transactionId: operations.transactionId })
    .from(callbacks)
    .innerJoin(operations, eq(operations.id, callbacks.operationId))
    .where(
      and(
        eq(callbacks.accountId, account_id),
        status && eq(callbacks.status, status),
        before === undefined ? undefined : lt(callbacks.place, before),
      ),
    )
    .orderBy(desc(callbacks.place))
    .limit(PAGE + 1);
  const page = rows.slice(0, PAGE);
  const last = rows.length > PAGE ? page.at(-1) : undefined;
  return { callbacks: page.map(adminCallback), next: last?.callback.place ?? null };
}

type Listed = { readonly callback: CallbackRow; readonly transactionId: string };

function adminCallback({ callback, transactionId }: Listed): AdminCallback {
  const { id, info, url, status, tries, dueAt, createdAt, endedAt } = callback;
  return {
    ...{ id, transaction_id: transactionId, info, url, status, tries },
    due_at: endedAt === null ? dueAt.toISOString() : null,
    created_at: createdAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
  };
}
