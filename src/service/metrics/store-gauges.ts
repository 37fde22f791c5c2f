import { inArray, sql } from 'drizzle-orm';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../../store/database.ts';
import type { Clock } from '../base/clock.ts';
import { callbacks } from '../tables/callbacks.ts';

type Store = { readonly db: Database; readonly clock: Clock };

/**
 * Gauges of the store, and a function that sets them. While the store does not answer, only `wallet_store_up` is there,
 * at 0.
 */
export function storeGauges(register: Registry, store: Store): () => Promise<void> {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [register] });
  const up = gauge('wallet_store_up', '1 when the store answers');
  const waiting = gauge('wallet_callbacks_waiting', 'Callbacks that are still to be delivered');
  const lag = gauge('wallet_callbacks_lag_seconds', 'How long the most overdue callback attempt is overdue');
  const size = gauge('wallet_store_bytes', 'Size of the database');
  return async () => {
    const facts = await readFacts(store).catch(() => undefined);
    up.set(facts === undefined ? 0 : 1);
    if (facts === undefined) {
      for (const one of [waiting, lag, size]) one.remove();
      return;
    }
    waiting.set(facts.waiting);
    lag.set(facts.lag);
    size.set(facts.bytes);
  };
}

async function readFacts({ db, clock }: Store) {
  const [facts] = await db
    .select({
      waiting: sql<number>`count(*)::int`,
      firstDue: sql<number | null>`extract(epoch from min(${callbacks.dueAt}))::float8`,
      bytes: sql<string>`pg_database_size(current_database())::text`,
    })
    .from(callbacks)
    .where(inArray(callbacks.status, ['waiting', 'sending']));
  if (!facts) throw new Error('Cannot measure the store: it returned no row');
  const { waiting, firstDue, bytes } = facts;
  const lag = firstDue === null ? 0 : Math.max(0, clock.now().getTime() / 1000 - firstDue);
  return { waiting, lag, bytes: Number(bytes) };
}
