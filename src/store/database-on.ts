import type { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import type { TransactionalDatabase } from './database.ts';
import type { ConnectionPool } from './engine.ts';
import { type StoreClient, storeClient } from './store-client.ts';

const IDLE_IN_TRANSACTION_MS = 10_000;

export type OpenDatabase = {
  readonly db: TransactionalDatabase;
  readonly listen: ConnectionPool['listen'];
  readonly connectionCounts: ConnectionPool['counts'];
  /** Waits for transactions under way, then releases everything. */
  close(): Promise<void>;
};

/** Puts Drizzle on a store. Both stores share its PGlite driver, so that both read, write and fail alike. */
export function databaseOn(pool: ConnectionPool): OpenDatabase {
  const client = storeClient(pool, IDLE_IN_TRANSACTION_MS);
  const db = drizzle({ client: asPglite(client) });
  return { db, listen: pool.listen, connectionCounts: pool.counts, close: client.close };
}

/** Drizzle's driver calls only `query` and `transaction` of its client. */
function asPglite(client: StoreClient) {
  return client as unknown as PGlite;
}
