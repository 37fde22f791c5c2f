import { and, eq, gte, lte, sql } from 'drizzle-orm';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../../../store/database.ts';
import type { Clock } from '../../base/clock.ts';
import { readinessOf } from '../../base/runtime/readiness.ts';
import { attempts } from '../../tables/attempts.ts';
import { callbacks, LANES } from '../../tables/callbacks.ts';
import { reconciliations } from '../../tables/reconciliations.ts';
import { addDays, dayOf } from '../reconcile/day.ts';

/** From then on a person is told. */
const UNDECIDED_AFTER_MS = 15 * 60_000;
/** A difference counts until its day is compared again and agrees, or so many days have passed. */
const RECONCILED_DAYS = 7;

type Store = { readonly db: Database; readonly clock: Clock };

/**
 * Gauges of the store, and a function that sets them. While the store does not answer, there is only `wallet_store_up`,
 * at 0.
 */
export function storeGauges(register: Registry, store: Store): () => Promise<void> {
  const gauge = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [register] });
  const requireReady = readinessOf(store.db);
  const up = gauge('wallet_store_up', '1 when the store takes commits');
  const waitingCallbacks = gauge('wallet_callbacks_waiting', 'Callbacks that are still to be delivered', [
    'lane',
  ]);
  const lag = gauge(
    'wallet_callbacks_lag_seconds',
    'How overdue the most overdue callback attempt is, even while its receiver asked for a pause',
    ['lane'],
  );
  const undecided = gauge(
    'wallet_attempts_undecided',
    'Questions to acquirers whose answer nobody knows a quarter of an hour after they were asked',
  );
  const differences = gauge(
    'wallet_reconciliation_differences',
    'What acquirers’ reports of the last 7 days say otherwise than the service',
    ['processor'],
  );
  const unreadDays = gauge(
    'wallet_reconciliation_unread_days',
    'Days of the last 7 whose report nobody could read',
    ['processor'],
  );
  const size = gauge('wallet_store_bytes', 'Size of the database');
  return async () => {
    const isReady = await requireReady().then(
      () => true,
      () => false,
    );
    const facts = await readFacts(store).catch(() => undefined);
    up.set(facts === undefined || !isReady ? 0 : 1);
    if (facts === undefined) {
      size.remove();
      undecided.remove();
      for (const one of [waitingCallbacks, lag, differences, unreadDays]) one.reset();
      return;
    }
    for (const lane of LANES) {
      waitingCallbacks.set({ lane }, facts.callbacks.get(lane)?.waiting ?? 0);
      lag.set({ lane }, facts.callbacks.get(lane)?.lag ?? 0);
    }
    undecided.set(facts.undecided);
    for (const one of [differences, unreadDays]) one.reset();
    for (const { processor, ...of } of facts.reconciliations) {
      differences.set({ processor }, of.differences);
      unreadDays.set({ processor }, of.unread);
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
  const askedBefore = new Date(clock.now().getTime() - UNDECIDED_AFTER_MS);
  const undecided = await db.$count(
    attempts,
    and(
      sql`${attempts.state} <> 'ended'`,
      eq(attempts.state, 'in_doubt'),
      lte(attempts.createdAt, askedBefore),
    ),
  );
  const compared = await db
    .select({
      processor: reconciliations.processor,
      differences: sql<number>`sum(${reconciliations.differenceCount})::int`,
      unread: sql<number>`(count(*) filter (where ${reconciliations.outcome} = 'unread'))::int`,
    })
    .from(reconciliations)
    .where(gte(reconciliations.day, addDays(dayOf(clock.now()), -RECONCILED_DAYS)))
    .groupBy(reconciliations.processor);
  const now = clock.now().getTime() / 1000;
  const facts = lanes.map(
    ({ lane, waiting: waitingCallbacks, firstDue }) =>
      [lane, { waiting: waitingCallbacks, lag: Math.max(0, now - firstDue) }] as const,
  );
  return { callbacks: new Map(facts), undecided, reconciliations: compared, bytes: Number(size?.bytes) };
}
