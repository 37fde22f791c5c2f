import { and, asc, eq, lte } from 'drizzle-orm';
import { errorLogFields } from '../../base/error-log-fields.ts';
import type { Core } from '../../base/runtime/core.ts';
import { runLockingTransaction } from '../../base/runtime/run-transaction.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import { acquirerNotifications, type NotificationRow } from '../../tables/acquirer-notifications.ts';
import { recordReversal } from '../reversals/record-reversal.ts';
import { judgeNotification } from './judge-notification.ts';
import { recordReply } from './record-reply.ts';

/** Notifications that one run of the job takes on, at most. */
const BATCH = 100;
const FIRST_WAIT_MS = 5_000;
const LAST_WAIT_MS = 3_600_000;
/** How long a reversal waits for what must happen before it, such as a dispute that was won for its opening. */
const LONGEST_WAIT_MS = 3 * 86_400_000;

/**
 * Ends the operations that acquirers have told the end of, and records what became of money afterwards, each once, in whatever
 * order it was told. What fits no operation is kept for a person. Any number of processes may do so at once. Returns how many notifications it decided on.
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
  const decided = await decide(core, row);
  if (!decided) return false;
  await core.db.update(acquirerNotifications).set(decided).where(eq(acquirerNotifications.id, id));
  return true;
}

type Decided = Pick<NotificationRow, 'state'> & Partial<Pick<NotificationRow, 'reason' | 'operationId'>>;

/** Undefined where it was postponed: what must happen before it may still come. */
async function decide(core: Core, row: NotificationRow): Promise<Decided | undefined> {
  const judgement = await judgeNotification(core, row);
  if ('reason' in judgement) return { state: 'kept', reason: judgement.reason };
  if ('attempt' in judgement) {
    await recordReply(core, judgement, judgement.reply);
    return { state: 'applied', operationId: judgement.attempt.operationId };
  }
  const { reversal } = judgement;
  const result = await recordReversal(core, reversal);
  if (typeof result === 'string') return { state: 'applied', operationId: reversal.operation.id };
  if ('reason' in result) return { state: 'kept', reason: result.reason };
  if (core.clock.now().getTime() >= row.receivedAt.getTime() + LONGEST_WAIT_MS)
    return { state: 'kept', reason: result.waitsFor };
  await postpone(core, row.id);
  return undefined;
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
