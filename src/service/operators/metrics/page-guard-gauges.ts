import { isNull, sql } from 'drizzle-orm';
import { Gauge, type Registry } from 'prom-client';
import { ALARM_KINDS } from '../../../contract/admin/page-guard.ts';
import type { Database } from '../../../store/database.ts';
import { guardedPages, pageAlarms } from '../../tables/page-guard.ts';

/**
 * Gauges of the page guard, and a function that sets them. They are of the whole store, as an alarm stays open through restarts.
 * While the store does not answer, there are none.
 */
export function pageGuardGauges(register: Registry, db: Database): () => Promise<void> {
  const registers = [register];
  const openAlarms = new Gauge({
    name: 'wallet_page_alarms_open',
    help: 'Alarms of the page guard that nobody has closed, by kind',
    labelNames: ['kind'],
    registers,
  });
  const failedVisits = new Gauge({
    name: 'wallet_page_visits_failed',
    help: 'Guarded pages whose last visit by the service came to nothing',
    registers,
  });
  return async () => {
    const facts = await readFacts(db).catch(() => undefined);
    openAlarms.reset();
    if (facts === undefined) return failedVisits.remove();
    for (const kind of ALARM_KINDS) openAlarms.set({ kind }, facts.open.get(kind) ?? 0);
    failedVisits.set(facts.failed);
  };
}

async function readFacts(db: Database) {
  const open = await db
    .select({ kind: pageAlarms.kind, count: sql<number>`count(*)::int` })
    .from(pageAlarms)
    .where(isNull(pageAlarms.closedAt))
    .groupBy(pageAlarms.kind);
  const failed = await db.$count(guardedPages, sql`${guardedPages.visitFailure} is not null`);
  return { open: new Map(open.map(({ kind, count }) => [kind, count])), failed };
}
