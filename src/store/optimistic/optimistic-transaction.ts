import type { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { clientOf } from '../client-of.ts';
import type { Database } from '../database.ts';
import { type Executor, QueryError } from '../engine.ts';
import { causesOf } from '../error-causes.ts';
import type { OptimisticClient } from '../store-client.ts';
import { StoreError } from '../store-error.ts';

/**
 * SQLSTATE classes after which nothing was stored: an invalid value (a changed row raises one, too), a constraint, a deadlock
 * that was rolled back.
 */
const REFUSALS = /^(?:22|23|40)/;

/**
 * Runs `work` in an optimistic transaction. Reads take no lock. Writes are collected, and stored at the end in one message
 * if the rows that the work would have locked have not changed since. Returns undefined, with nothing stored, if
 * - the work ran another query than those of `readStatement`, `lockingQuery` and `enqueueWrite`,
 * - it read after a write,
 * - it raised an error, or
 * - one of those rows had changed.
 * The caller then runs the work in a transaction.
 */
export async function runOptimistically<Value>(
  db: Database,
  work: (db: Database) => Promise<Value>,
): Promise<{ readonly value: Value } | undefined> {
  return clientOf(db).withSharedConnection?.(async (executor) => {
    const statements: CollectedStatements = { conditions: [], writes: [] };
    let canHaveStored = false;
    try {
      const value = await work(optimisticDatabase(executor, statements));
      canHaveStored = statements.writes.length > 0;
      if (canHaveStored) await executor.executeBatch([...statements.conditions, ...statements.writes]);
      return { value };
    } catch (error) {
      const causes = causesOf(error);
      const isStoreFailure = causes.some((cause) => cause instanceof StoreError);
      if (isStoreFailure || (canHaveStored && !causes.some(isRefusal))) throw error;
      return undefined;
    }
  });
}

/** Whether it is certain that nothing was stored. */
function isRefusal(error: unknown): boolean {
  return error instanceof QueryError && REFUSALS.test(error.code);
}

const refuse = () => Promise.reject(new Error('Cannot run this optimistically: expected a transaction'));
const refusingDatabase = drizzle({ client: { query: refuse, transaction: refuse } as unknown as PGlite });

type CollectedStatements = Pick<OptimisticClient['optimistic'], 'conditions' | 'writes'>;

/** A database that refuses Drizzle's own queries. Statements find the optimistic client in it. */
function optimisticDatabase(executor: Executor, statements: CollectedStatements): Database {
  const reading: OptimisticClient['optimistic']['reading'] = {
    query: (text, params, { rowMode }) =>
      statements.writes.length > 0 ? refuse() : executor.query(text, [...params], rowMode),
  };
  const client: OptimisticClient = { query: refuse, optimistic: { reading, ...statements } };
  return Object.create(refusingDatabase, {
    _: { value: { ...refusingDatabase._, session: { client } } },
  });
}

/** Whether writes to `db` are collected until the end of an optimistic transaction. */
export function isOptimistic(db: Database): boolean {
  return clientOf(db).optimistic !== undefined;
}
