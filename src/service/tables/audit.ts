import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, serial, timestamptz } from './columns.ts';

/** Who did what. It refers to no other table, because an act outlives its object. */
const act = () => ({
  /** Made when the act is recorded, so that a copied row cannot pass for another act. */
  id: text('id').notNull().unique(),
  /** The machine's time, however far the test clock is ahead. */
  at: timestamptz('at').notNull(),
  actor: text('actor', { enum: ['admin-token', 'secret-key', 'wallet-session', 'service'] }).notNull(),
  /** Id of the key or session; an admin token and the service itself have none. */
  actorId: text('actor_id'),
  /** Null for a command on the store itself. */
  address: text('address'),
  act: text('act').notNull(),
  accountId: integer('account_id'),
  subject: text('subject'),
  /** JSON as text, because its exact bytes count. */
  details: text('details').notNull(),
  /** Keyed digest of all columns above. */
  mac: bytes('mac').notNull(),
});

/** Acts that were committed and wait for their place in the chain. */
export const auditIntake = pgTable('audit_intake', { intakeSeq: serial('place'), ...act() });

/** The chain; rows are added and never changed. */
export const auditLog = pgTable(
  'audit_log',
  {
    seq: bigint('seq', { mode: 'number' }).primaryKey(),
    ...act(),
    /** Keyed digest of the previous hash, the place and the row's `mac`. */
    hash: bytes('hash').notNull(),
  },
  (table) => [
    index('audit_log_broken_seals').on(table.subject, table.at).where(sql`${table.act} = 'seal.broken'`),
  ],
);
export type AuditRow = typeof auditLog.$inferSelect;

/** At most one row: the end of the chain, locked by each addition. */
export const auditHead = pgTable(
  'audit_head',
  {
    id: integer('id').primaryKey().default(1),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    hash: bytes('hash').notNull(),
    /** Keyed digest of `seq` and `hash`. */
    mac: bytes('mac').notNull(),
  },
  (table) => [check('audit_head_one_row', sql`${table.id} = 1`)],
);
