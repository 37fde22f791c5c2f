import type { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import type { Database } from '../context.ts';
import type { Engine } from './engine.ts';
import * as schema from './schema.ts';
import { type SerialClient, serialClient } from './serial-client.ts';

const idleInTransaction = 10_000;

/** Puts Drizzle on an engine. PGlite cannot interrupt a statement; what is limited is a transaction that idles. */
export function embeddedDatabase(engine: Engine): { db: Database; close(): Promise<void> } {
  const client = serialClient(engine, idleInTransaction);
  return { db: drizzle({ client: asPglite(client), schema }), close: client.close };
}

/** Drizzle's driver calls `query` and `transaction` of its client and nothing else. */
function asPglite(client: SerialClient) {
  return client as unknown as PGlite;
}
