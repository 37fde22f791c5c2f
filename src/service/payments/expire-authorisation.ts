import { and, eq, inArray } from 'drizzle-orm';
import type { ServiceContext } from '../context.ts';
import { operations } from '../db/tables/payments.ts';
import type { TimerRow } from '../db/tables/timers.ts';
import { enqueueCallback } from '../outbox/enqueue-callback.ts';
import { requireOperation } from './load.ts';
import { isAuthorisationOver, remaining } from './model/states.ts';
import { writeAmounts } from './move-money.ts';
import { nextLog } from './next-log.ts';

export async function expireAuthorisation(context: ServiceContext, { paymentId, dueAt }: TimerRow) {
  await expireIfOver(context, { paymentId, at: dueAt });
}

type Expiring = { readonly paymentId: string; readonly at: Date };

/** Releases what an authorisation did not capture in its time, once nothing is under way. Rule: billing/authorisation-end. */
export async function expireIfOver(context: ServiceContext, { paymentId, at }: Expiring): Promise<void> {
  const start = await findAuthorisation(context, paymentId);
  if (start === undefined) return;
  const transaction = await requireOperation(context, start.id);
  const { payment, operation } = transaction;
  const rest = remaining(payment);
  if (!isAuthorisationOver(payment, at) || rest === 0 || payment.capturePending > 0) return;
  if (await isVoiding(context, paymentId)) return;
  const expired = { ...payment, closed: payment.closed + rest, closedBy: 'CLOCK' as const };
  await writeAmounts(context, expired);
  // An event of its own in the order of the payment's events; the operation itself has long ended.
  const log = operation.callbackUrl === null ? operation.log : await nextLog(context, paymentId);
  const told = { ...transaction, payment: expired, operation: { ...operation, log } };
  await enqueueCallback(context, { transaction: told, answerTo: null, info: 'AUTH_EXPIRED' });
}

async function findAuthorisation({ db }: ServiceContext, paymentId: string) {
  const [start] = await db
    .select({ id: operations.id })
    .from(operations)
    .where(and(eq(operations.paymentId, paymentId), inArray(operations.method, ['AUTH', 'AUTH_3DS'])));
  return start;
}

async function isVoiding({ db }: ServiceContext, paymentId: string): Promise<boolean> {
  const isPending = and(eq(operations.method, 'VOID'), eq(operations.status, 'PENDING'));
  return (await db.$count(operations, and(eq(operations.paymentId, paymentId), isPending))) > 0;
}
