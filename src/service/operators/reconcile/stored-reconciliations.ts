import { desc, eq, lt, lte, sql } from 'drizzle-orm';
import { Reconciliation, type ReconciliationSummary } from '../../../contract/admin/reconciliation.ts';
import type { Core } from '../../base/runtime/core.ts';
import { type ReconciliationRow, reconciliations } from '../../tables/reconciliations.ts';
import { wholeAt } from './day.ts';
import { presentUnread } from './present-reconciliation.ts';

const LISTED = 60;
/** How long after a report could not be read it is asked for again. */
const AGAIN_AFTER_MS = 3_600_000;
const IN_PROGRESS = 'in_progress: it is being compared';
const OLDER = 'older: an older version has stored what it found';

/** What was found stays where the report cannot be read another time. */
export async function storeReconciliation({ db }: Core, result: Reconciliation): Promise<void> {
  const { processor, day, outcome, difference_count: differenceCount, reason } = result;
  const columns = { outcome, differenceCount, reason, result, at: new Date(result.reconciled_at) };
  await db
    .insert(reconciliations)
    .values({ processor, day, ...columns })
    .onConflictDoUpdate({
      target: [reconciliations.processor, reconciliations.day],
      set: columns,
      setWhere: sql`excluded.outcome <> 'unread' or ${reconciliations.outcome} = 'unread'`,
    });
}

/**
 * Whether this process is to compare that day now: nobody has, somebody has before all of it was there, or the report could not
 * be read an hour ago.
 */
export async function claimDay(
  { db, clock }: Core,
  { processor, day }: Pick<ReconciliationRow, 'processor' | 'day'>,
): Promise<boolean> {
  const at = clock.now();
  const again = new Date(at.getTime() - AGAIN_AFTER_MS);
  const claimed = await db
    .insert(reconciliations)
    .values({ processor, day, outcome: 'unread', differenceCount: 0, reason: IN_PROGRESS, at })
    .onConflictDoUpdate({
      target: [reconciliations.processor, reconciliations.day],
      set: { at, outcome: 'unread', differenceCount: 0, reason: IN_PROGRESS, result: null },
      setWhere: sql`(${reconciliations.outcome} = 'unread' and ${lte(reconciliations.at, again)})
        or ${lt(reconciliations.at, wholeAt(day))}`,
    })
    .returning({ day: reconciliations.day });
  return claimed.length > 0;
}

/** The newest day first. */
export async function listReconciliations({ db }: Core): Promise<ReconciliationSummary[]> {
  const rows = await db
    .select()
    .from(reconciliations)
    .orderBy(desc(reconciliations.day), reconciliations.processor)
    .limit(LISTED);
  return rows.map(({ processor, day, outcome, differenceCount, reason, at }) => ({
    processor,
    day,
    outcome,
    difference_count: differenceCount,
    reason,
    reconciled_at: at.toISOString(),
  }));
}

/** The results of a day, by acquirer. */
export async function readReconciliations({ db }: Core, day: string): Promise<Reconciliation[]> {
  const rows = await db
    .select()
    .from(reconciliations)
    .where(eq(reconciliations.day, day))
    .orderBy(reconciliations.processor);
  return rows.map(({ result, reason, ...row }) => {
    if (result === null) return presentUnread({ ...row, reason: reason ?? '' });
    const { success, data } = Reconciliation.safeParse(result);
    return success ? data : presentUnread({ ...row, reason: OLDER });
  });
}
