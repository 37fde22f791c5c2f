import { asc, eq, sql } from 'drizzle-orm';
import type { DueAnswer, DueEntry } from '../../../contract/admin/service.ts';
import type { ServiceContext } from '../../context/context.ts';
import { callbacks } from '../../tables/callbacks.ts';
import { operations, payments } from '../../tables/payments.ts';
import { timers } from '../../tables/timers.ts';

const MOST = 100;

/** What happens next by itself, the first first: each kind has an index by its time. */
export async function listDue(context: ServiceContext): Promise<Omit<DueAnswer, 'status'>> {
  const found = [...(await dueTimers(context)), ...(await dueCallbacks(context))].sort(
    (one, other) => Date.parse(one.at) - Date.parse(other.at),
  );
  const now = context.clock.now().toISOString();
  return { now, due: found.slice(0, MOST), has_more: found.length > MOST };
}

const subject = {
  accountId: payments.accountId,
  paymentId: payments.id,
  orderId: payments.orderId,
  transactionId: operations.transactionId,
};

async function dueTimers({ db }: ServiceContext): Promise<DueEntry[]> {
  const rows = await db
    .select({ ...subject, at: timers.dueAt, kind: timers.kind })
    .from(timers)
    .innerJoin(payments, eq(payments.id, timers.paymentId))
    .innerJoin(operations, eq(operations.id, timers.operationId))
    .orderBy(asc(timers.dueAt))
    .limit(MOST + 1);
  return rows.map((row) => dueEntry({ ...row, callbackId: null }));
}

async function dueCallbacks({ db }: ServiceContext): Promise<DueEntry[]> {
  const rows = await db
    .select({ ...subject, at: callbacks.dueAt, callbackId: callbacks.id })
    .from(callbacks)
    .innerJoin(payments, eq(payments.id, callbacks.paymentId))
    .innerJoin(operations, eq(operations.id, callbacks.operationId))
    // Spelled as the index has it.
    .where(sql`${callbacks.status} in ('waiting', 'sending')`)
    .orderBy(asc(callbacks.dueAt))
    .limit(MOST + 1);
  return rows.map((row) => dueEntry({ ...row, kind: 'send-callback' }));
}

type Row = {
  readonly at: Date;
  readonly kind: DueEntry['kind'];
  readonly accountId: number;
  readonly paymentId: string;
  readonly orderId: string;
  readonly transactionId: string;
  readonly callbackId: string | null;
};

function dueEntry({ at, kind, accountId, paymentId, orderId, transactionId, callbackId }: Row): DueEntry {
  return {
    at: at.toISOString(),
    kind,
    account_id: accountId,
    payment_id: paymentId,
    order_id: orderId,
    transaction_id: transactionId,
    callback_id: callbackId,
  };
}
