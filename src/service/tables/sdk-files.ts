import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, timestamptz } from './columns.ts';

/** Every script that a build has served from this store, for pages that name it by its digest. */
export const sdkFiles = pgTable(
  'sdk_files',
  {
    /** Digest of the content: 32 hex digits. `sdk-files.ts` of the pages says of which hash. */
    digest: text('digest').notNull(),
    name: text('name').notNull(),
    content: bytes('content').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.digest, table.name] })],
);
