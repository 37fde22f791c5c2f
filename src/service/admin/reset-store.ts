import { eq, sql } from 'drizzle-orm';
import { againAfterDeadlock } from '../../store/after-deadlock.ts';
import type { Database } from '../../store/database.ts';
import { takeStartLock } from '../../store/start-lock.ts';
import { openDemoAccount } from '../accounts/demo-account.ts';
import { type Actor, recordAct } from '../audit/record-act.ts';
import type { AdminContext } from '../context/context.ts';
import { DEMO_PUBLISHABLE_KEY } from '../keys/secret-key.ts';
import { accounts } from '../tables/accounts.ts';

/**
 * What running processes hold (no merchant's key): they go on with it, and cards entered meanwhile can be read. And who
 * did what, this reset too; and the scripts that merchants' pages name.
 */
const KEPT = [
  'schema_migrations',
  'service_keys',
  'data_keys',
  'audit_intake',
  'audit_log',
  'audit_head',
  'sdk_files',
];

/**
 * Empties the store back to what a first start makes: nothing but the demo account with its one secret key, the time that
 * of the machine. The demo account keeps its webhook secret, which the shop beside this service was told at its start.
 */
export async function resetStore(context: AdminContext, by: Actor): Promise<void> {
  // Requests lock tables in orders of their own, and on PostgreSQL one of those that wait for each other must give way.
  await againAfterDeadlock(() => emptyStore(context, by));
  await context.clock.refresh();
}

async function emptyStore(context: AdminContext, by: Actor): Promise<void> {
  const { clock } = context;
  await context.db.transaction(async (db) => {
    await takeStartLock(db);
    const inside = { ...context, db, clock: clock.machine };
    const [demo] = await db.select().from(accounts).where(eq(accounts.publishableKey, DEMO_PUBLISHABLE_KEY));
    await emptyTables(db);
    await recordAct({ ...context, db }, by, { act: 'store.reset' });
    if (context.exposure.isPublic) return;
    const { id } = await openDemoAccount(inside);
    if (!demo) return;
    const { webhookSecret, previousWebhookSecret, webhookSecretRotatedAt } = demo;
    const secrets = { webhookSecret, previousWebhookSecret, webhookSecretRotatedAt };
    await db.update(accounts).set(secrets).where(eq(accounts.id, id));
  });
}

async function emptyTables(db: Database) {
  const tables = await db
    .select({ name: sql<string>`quote_ident(tablename)` })
    .from(sql`pg_tables`)
    .where(sql`schemaname = current_schema() and tablename not in ${KEPT}`);
  const names = tables.map(({ name }) => name).join(', ');
  await db.execute(sql.raw(`truncate table ${names} restart identity`));
}
