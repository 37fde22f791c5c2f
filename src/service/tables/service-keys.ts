import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, timestamptz } from './columns.ts';

/** Keys the service made for itself: the vault's encryption key, the signing key of access tokens. */
export const serviceKeys = pgTable('service_keys', {
  kid: text('kid').primaryKey(),
  purpose: text('purpose', { enum: ['vault', 'access-token'] }).notNull(),
  /** PKCS #8, sealed. */
  privateKey: bytes('private_key').notNull(),
  publicJwk: jsonb('public_jwk').notNull(),
  createdAt: timestamptz('created_at').notNull(),
  retiredAt: timestamptz('retired_at'),
});
