import { and, asc, desc, eq, lte } from 'drizzle-orm';
import { errorLogFields } from '../../base/error-log-fields.ts';
import type { AcquirerNotification, Reply } from '../../base/processor/acquirer.ts';
import type { ProcessorRequest } from '../../base/processor/processor.ts';
import type { Core } from '../../base/runtime/core.ts';
import { runLockingTransaction } from '../../base/runtime/run-transaction.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import { acquirerNotifications, type NotificationRow } from '../../tables/acquirer-notifications.ts';
import { type AttemptRow, attempts } from '../../tables/attempts.ts';
import { METHODS } from '../model/methods.ts';
import type { Transaction } from '../model/transaction.ts';
import { openNotification } from '../notifications.ts';
import { requireOperation } from '../require-transaction.ts';
import { recordReply } from './record-reply.ts';

/** Notifications that one run of the job takes on, at most. */
const BATCH = 100;
const FIRST_WAIT_MS = 5_000;
const LAST_WAIT_MS = 3_600_000;

/**
 * Ends the operations that acquirers have told the end of, each once, in whatever order it was told. What fits no operation
 * is kept for a person. Any number of processes may do so at once. Returns how many notifications it decided on.
 */
export async function applyNotifications(runtime: Runtime): Promise<number> {
  let count = 0;
  for (const id of await dueNotifications(runtime)) if (await applyOne(runtime, id)) count += 1;
  return count;
}

const isDue = ({ clock }: Pick<Core, 'clock'>) =>
  and(eq(acquirerNotifications.state, 'new'), lte(acquirerNotifications.nextAt, clock.now()));

async function dueNotifications(runtime: Runtime): Promise<string[]> {
  const rows = await runtime.db
    .select({ id: acquirerNotifications.id })
    .from(acquirerNotifications)
    .where(isDue(runtime))
    .orderBy(asc(acquirerNotifications.nextAt))
    .limit(BATCH);
  return rows.map(({ id }) => id);
}

async function applyOne(runtime: Runtime, id: string): Promise<boolean> {
  try {
    return await runLockingTransaction(runtime, (core) => applyLocked(core, id));
  } catch (error) {
    runtime.log.error({ notificationId: id, ...errorLogFields(error) }, 'a notification was not applied');
    await runLockingTransaction(runtime, (core) => postpone(core, id));
    return false;
  }
}

/** Whether it decided: another process may be at it. */
async function applyLocked(core: Core, id: string): Promise<boolean> {
  const [row] = await core.db
    .select()
    .from(acquirerNotifications)
    .where(and(eq(acquirerNotifications.id, id), isDue(core)))
    .for('update', { skipLocked: true });
  if (!row) return false;
  const end = await judge(core, row);
  if ('attempt' in end) await recordReply(core, { attempt: end.attempt }, end.reply);
  const decided =
    'attempt' in end
      ? ({ state: 'applied', operationId: end.attempt.operationId } as const)
      : ({ state: 'kept', reason: end.reason } as const);
  await core.db.update(acquirerNotifications).set(decided).where(eq(acquirerNotifications.id, id));
  return true;
}

async function postpone({ db, clock }: Core, id: string): Promise<void> {
  const [row] = await db.select().from(acquirerNotifications).where(eq(acquirerNotifications.id, id));
  if (!row) return;
  const waitMs = Math.min(FIRST_WAIT_MS * 2 ** Math.min(row.tries, 10), LAST_WAIT_MS);
  const nextAt = new Date(clock.now().getTime() + waitMs);
  await db
    .update(acquirerNotifications)
    .set({ tries: row.tries + 1, nextAt })
    .where(eq(acquirerNotifications.id, id));
}

type Judgement =
  | { readonly attempt: AttemptRow; readonly reply: Reply }
  /** Why it is kept. */
  | { readonly reason: string };

/** What a notification means for which question. Nothing about money rests on what is not compared here. */
async function judge(core: Core, row: NotificationRow): Promise<Judgement> {
  const acquirer = await core.dependencies.acquirers.named(row.processor, core);
  if (!acquirer) return { reason: 'not_configured' };
  const notification = openNotification(core, row);
  if (!notification) return { reason: 'unreadable' };
  if (notification.isLive !== acquirer.isLive) return { reason: 'another_system' };
  const kinds = KINDS[notification.kind];
  if (!kinds) return { reason: 'another_event' };
  const attempt = await findNamedAttempt(core, row.processor, notification);
  if (!attempt) return { reason: 'operation_unknown' };
  const { operation, payment, merchant } = await requireOperation(core, attempt.operationId);
  if ((acquirer.merchantAccount ?? merchant.ref) !== notification.merchantAccount)
    return { reason: 'another_merchant' };
  if (!kinds.includes(METHODS[operation.method].processorRequest)) return { reason: 'kind_differs' };
  if (!isOfMoney(notification, { operation, payment })) return { reason: 'amount_differs' };
  // The first end counts; another one is for a person.
  const hasEnded = attempt.state === 'ended' && operation.status !== 'PENDING';
  if (hasEnded && (operation.status === 'SUCCESS') !== notification.isSuccess)
    return { reason: 'end_differs' };
  return { attempt, reply: replyOf(notification) };
}

/** The requests that such an event ends. */
const KINDS: Readonly<
  Partial<Record<AcquirerNotification['kind'], readonly ProcessorRequest['kind'][] | undefined>>
> = {
  start: ['authorise', 'sale'],
  capture: ['capture'],
  refund: ['refund'],
  cancel: ['void'],
};

/** By the acquirer's own name of the operation, else by ours. Of a start that was asked for twice it is the later question. */
async function findNamedAttempt(
  { db }: Core,
  processor: string,
  { processorReference, reference }: AcquirerNotification,
): Promise<AttemptRow | undefined> {
  const names = [
    eq(attempts.processorReference, processorReference),
    ...(reference === undefined ? [] : [eq(attempts.reference, reference)]),
  ];
  for (const name of names) {
    const [attempt] = await db
      .select()
      .from(attempts)
      .where(and(eq(attempts.processor, processor), name))
      .orderBy(desc(attempts.createdAt), desc(attempts.key))
      .limit(1);
    if (attempt) return attempt;
  }
  return undefined;
}

function isOfMoney(
  { amount, currency }: AcquirerNotification,
  { operation, payment }: Pick<Transaction, 'operation' | 'payment'>,
): boolean {
  return (
    (amount === undefined || amount === operation.amount) &&
    (currency === undefined || currency === payment.currency)
  );
}

function replyOf(notification: AcquirerNotification): Reply {
  const { isSuccess, processorReference, authcode = '', reason: text = '' } = notification;
  if (isSuccess) return { kind: 'approved', processorReference, authcode };
  const { returnCode = '05', declineCode = 'do_not_honor' } = notification;
  return { kind: 'declined', processorReference, returnCode, declineCode, text };
}
