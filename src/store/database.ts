import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** A store that can open transactions. */
export type TransactionalDatabase = PgDatabase<PgQueryResultHKT>;

/** What a query runs on: either store, or a transaction on it. */
export type Database = Omit<TransactionalDatabase, 'transaction'>;
