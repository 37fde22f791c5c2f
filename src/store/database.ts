import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** Either store, or a transaction on it. */
export type Database = PgDatabase<PgQueryResultHKT>;
