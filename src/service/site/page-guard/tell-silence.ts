import { and, eq, gte, lt } from 'drizzle-orm';
import { runLockingTransaction } from '../../base/runtime/run-transaction.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import { guardedPages, pageAlarms } from '../../tables/page-guard.ts';
import { raiseAlarm } from './raise-alarm.ts';

/** A page with fewer reports has no habit yet. */
const FEWEST_REPORTS = 20;
const SHORTEST_MS = 6 * 3_600_000;
/** Silent for so many times its usual pause. */
const PAUSES = 20;

/** Raises an alarm for a page that used to report and does not any more, once until it reports again. */
export async function tellSilence(runtime: Runtime): Promise<void> {
  const { db, clock } = runtime;
  const now = clock.now().getTime();
  const quiet = await db
    .select()
    .from(guardedPages)
    .where(
      and(
        gte(guardedPages.reportCount, FEWEST_REPORTS),
        lt(guardedPages.reportedAt, new Date(now - SHORTEST_MS)),
      ),
    );
  for (const page of quiet) {
    const { reportedAt, createdAt, reportCount } = page;
    if (!reportedAt) continue;
    const usualMs = (reportedAt.getTime() - createdAt.getTime()) / reportCount;
    if (now - reportedAt.getTime() < PAUSES * usualMs) continue;
    await runLockingTransaction(runtime, async (core) => {
      const told = and(
        eq(pageAlarms.pageId, page.id),
        eq(pageAlarms.kind, 'silent'),
        gte(pageAlarms.createdAt, reportedAt),
      );
      if ((await core.db.$count(pageAlarms, told)) === 0)
        await raiseAlarm(core, page, { kind: 'silent', items: [] });
    });
  }
}
