import { eq, getTableName, sql } from 'drizzle-orm';
import type { Database } from '../../store/database.ts';
import { takeStartLock } from '../../store/start-lock.ts';
import { type Actor, recordAct } from '../base/audit/record-act.ts';
import { DEMO_PUBLISHABLE_KEY } from '../base/keys/secret-key.ts';
import type { Core } from '../base/runtime/core.ts';
import { notifyKeyChange } from '../shoppers/accounts/notify-key-change.ts';
import { accounts } from '../tables/accounts.ts';
import { cards } from '../tables/cards.ts';
import { openDemoAccount } from './demo-account.ts';

/**
 * Tables that a reset keeps. Running processes continue to use the service's keys, so cards entered meanwhile can be
 * read. The audit log, with this reset, and the scripts that merchants' pages name stay too.
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
 * Empties the store back to what a first start makes: the demo account with its one secret key, and the real time, which
 * `clock` shows. The demo account keeps its webhook secret, because the shop beside this service got it at its start.
 */
export async function emptyStore(core: Core, by: Actor): Promise<void> {
  const { db, clock, config } = core;
  await takeStartLock(db);
  const [demo] = await db.select().from(accounts).where(eq(accounts.publishableKey, DEMO_PUBLISHABLE_KEY));
  await emptyTables(db);
  await recordAct(core, by, { act: 'store.reset' });
  await notifyKeyChange(db);
  if (config.exposure.isPublic) return;
  const { id } = await openDemoAccount(core);
  if (!demo) return;
  const { webhookSecret, previousWebhookSecret } = demo;
  const webhookSecretRotatedAt = notAfter(clock.now(), demo.webhookSecretRotatedAt);
  const secrets = { webhookSecret, previousWebhookSecret, webhookSecretRotatedAt };
  await db.update(accounts).set(secrets).where(eq(accounts.id, id));
}

/** A reset sets a moved clock back. A time that is then in the future would last longer by as much. */
function notAfter(now: Date, at: Date | null): Date | null {
  return at !== null && at > now ? now : at;
}

/**
 * `truncate` locks the tables in the order of this list. Cards come first: a payment reads its card before it writes, so none
 * can deadlock with a reset.
 */
async function emptyTables(db: Database) {
  const tables = await db
    .select({ name: sql<string>`quote_ident(tablename)` })
    .from(sql`pg_tables`)
    .where(sql`schemaname = current_schema() and tablename not in ${KEPT}`)
    .orderBy(sql`tablename <> ${getTableName(cards)}`);
  const names = tables.map(({ name }) => name).join(', ');
  await db.execute(sql.raw(`truncate table ${names} restart identity`));
}
