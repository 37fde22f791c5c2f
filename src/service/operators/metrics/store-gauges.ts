import { sql } from 'drizzle-orm';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../../../store/database.ts';
import type { Clock } from '../../base/clock.ts';
import { callbacks, LANES } from '../../tables/callbacks.ts';

type Store = { readonly db: Database; readonly clock: Clock };

/**
 * Gauges of the store, and a function that sets them. While the store does not answer, there is only `wallet_store_up`,
 * at 0.
 */
export function storeGauges(register: Registry, store: Store): () => Promise<void> {
  const gauge = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [register] });
  const up = gauge('wallet_store_up', '1 when the store answers');
  const waitingCallbacks = gauge('wallet_callbacks_waiting', 'Callbacks that are still to be delivered', [
    'lane',
  ]);
  const lag = gauge(
    'wallet_callbacks_lag_seconds',
    'How overdue the most overdue callback attempt is, even while its receiver asked for a pause',
    ['lane'],
  );
  const size = gauge('wallet_store_bytes', 'Size of the database');
  return async () => {
    const facts = await readFacts(store).catch(() => undefined);
    up.set(facts === undefined ? 0 : 1);
    if (facts === undefined) {
      size.remove();
      for (const one of [waitingCallbacks, lag]) one.reset();
      return;
    }
    for (const lane of LANES) {
      waitingCallbacks.set({ lane }, facts.callbacks.get(lane)?.waiting ?? 0);
      lag.set({ lane }, facts.callbacks.get(lane)?.lag ?? 0);
    }
    size.set(facts.bytes);
  };
}

async function readFacts({ db, clock }: Store) {
  const [size] = await db
    .select({ bytes: sql<string>`pg_database_size(current_database())::text` })
    .from(sql`(select 1) as one`);
  const lanes = await db
    .select({
      lane: callbacks.lane,
      waiting: sql<number>`count(*)::int`,
      firstDue: sql<number>`extract(epoch from min(${callbacks.dueAt}))::float8`,
    })
    .from(callbacks)
    // Spelled as the indexes have it.
    .where(sql`${callbacks.status} in ('waiting', 'sending')`)
    .groupBy(callbacks.lane);
  const now = clock.now().getTime() / 1000;
  const facts = lanes.map(
    ({ lane, waiting: waitingCallbacks, firstDue }) =>
      [lane, { waiting: waitingCallbacks, lag: Math.max(0, now - firstDue) }] as const,
  );
  return { callbacks: new Map(facts), bytes: Number(size?.bytes) };
}
