import { customType, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { MerchantSettings } from '../../contract/billing/merchant-settings.ts';
import { bytes, randomIdColumn, timestamptz } from './columns.ts';

/** Fills in defaults for settings that are newer than the row. */
const merchantSettings = customType<{ data: MerchantSettings; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (settings) => JSON.stringify(settings),
  fromDriver: (value) => MerchantSettings.parse(typeof value === 'string' ? JSON.parse(value) : value),
});

export const accounts = pgTable('accounts', {
  id: randomIdColumn('id'),
  name: text('name').notNull(),
  publishableKey: text('publishable_key').notNull().unique(),
  /** `whsec_…`, sealed. */
  webhookSecret: bytes('webhook_secret').notNull(),
  /** The previous secret, which signs along with the new one for a day. */
  previousWebhookSecret: bytes('previous_webhook_secret'),
  webhookSecretRotatedAt: timestamptz('webhook_secret_rotated_at'),
  /** Origins that may embed the wallet; `http://localhost:*` stands for any port. */
  origins: text('origins').array().notNull(),
  createdAt: timestamptz('created_at').notNull(),
});

export const secretKeys = pgTable('secret_keys', {
  /** The public part of the key, which finds the row; the digest decides. */
  id: text('id').primaryKey(),
  accountId: accountId(),
  digest: bytes('digest').notNull(),
  createdAt: timestamptz('created_at').notNull(),
  revokedAt: timestamptz('revoked_at'),
});
export type SecretKeyRow = typeof secretKeys.$inferSelect;

export const merchants = pgTable(
  'merchants',
  {
    id: integer('id').primaryKey(),
    accountId: accountId(),
    ref: text('ref').notNull(),
    settings: merchantSettings('settings').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [unique().on(table.accountId, table.ref)],
);
export type MerchantRow = typeof merchants.$inferSelect;

export function accountId() {
  return integer('account_id')
    .notNull()
    .references(() => accounts.id);
}

export type Account = typeof accounts.$inferSelect;
