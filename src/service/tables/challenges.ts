import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { TRANS_STATUSES } from '../../contract/billing/trans-status.ts';
import { bytes, timestamptz } from './columns.ts';
import { operations, payments } from './payments.ts';
import { walletSessions } from './sessions.ts';

/** A question to the cardholder. Only an update that finds it OPEN ends it, so the first end counts. */
export const challenges = pgTable(
  'challenges',
  {
    /** 32 hex digits, `MD` on the wire. */
    id: text('id').primaryKey(),
    operationId: text('operation_id')
      .notNull()
      .unique()
      .references(() => operations.id),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    /** The wallet session to notify; null for sandbox tokens. */
    walletSessionId: text('wallet_session_id').references(() => walletSessions.id),
    /** SHA-256 of the capability in the box's address. */
    boxDigest: bytes('box_digest').notNull().unique(),
    status: text('status', {
      enum: ['OPEN', 'PASSED', 'FAILED', 'CANCELLED', 'VOIDED', 'TIMED_OUT'],
    }).notNull(),
    /**
     * What the box does. `waiting`: the acquirer has not answered yet. `issuer`: it asks the sandbox's own issuer. `bank`: it leads
     * to `bank`. `returned`: the shopper has come back from there, and the acquirer is asked what that means.
     */
    stage: text('stage', { enum: ['waiting', 'issuer', 'bank', 'returned'] })
      .notNull()
      .default('issuer'),
    /** Where the acquirer sends the cardholder, sealed; null where it does not. */
    bank: bytes('bank'),
    /** What the issuer said after the end; changes nothing. */
    lateResult: text('late_result', { enum: TRANS_STATUSES }),
    /** When the box was first opened. */
    openedAt: timestamptz('opened_at'),
    /** Wrong answers to the simulated issuer. */
    wrongCodes: integer('wrong_codes').notNull().default(0),
    expiresAt: timestamptz('expires_at').notNull(),
    endedAt: timestamptz('ended_at'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index().on(table.paymentId),
    index('challenges_of_session').on(table.walletSessionId).where(sql`${table.walletSessionId} is not null`),
    index('challenges_open').on(table.walletSessionId).where(sql`${table.status} = 'OPEN'`),
    uniqueIndex('challenges_one_open').on(table.paymentId).where(sql`${table.status} = 'OPEN'`),
  ],
);
export type ChallengeRow = typeof challenges.$inferSelect;
