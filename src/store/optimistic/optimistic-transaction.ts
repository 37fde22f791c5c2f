import type { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { clientOf } from '../client-of.ts';
import type { Database } from '../database.ts';
import { type Executor, QueryError } from '../engine.ts';
import { causesOf } from '../error-causes.ts';
import type { DraftClient } from '../store-client.ts';
import { StoreError } from '../store-error.ts';

/** SQLSTATE classes of a refusal: a value (so ends a draft whose rows have changed), a constraint, a rolled back deadlock. */
const REFUSALS = /^(?:22|23|40)/;

/**
 * Runs `work` with optimistic concurrency control. Reads take no lock. Writes are collected, and stored at the end in one
 * message if the rows that the work would have locked are still as they were read. Returns undefined where that was not
 * possible: the work wanted more than `reading`, `lockedReading` and `withCommit`, read after a write, raised an error, or met a
 * changed row. Nothing is stored then, and the caller repeats the work in a transaction.
 */
export async function inDraft<Value>(
  db: Database,
  work: (draft: Database) => Promise<Value>,
): Promise<{ readonly value: Value } | undefined> {
  return clientOf(db).withSharedConnection?.(async (executor) => {
    const kept: DraftStatements = { conditions: [], writes: [] };
    let canHaveStored = false;
    try {
      const value = await work(draftOn(executor, kept));
      canHaveStored = kept.writes.length > 0;
      if (canHaveStored) await executor.store([...kept.conditions, ...kept.writes]);
      return { value };
    } catch (error) {
      const causes = causesOf(error);
      const isOver = causes.some((cause) => cause instanceof StoreError);
      if (isOver || (canHaveStored && !causes.some(isRefusal))) throw error;
      return undefined;
    }
  });
}

/** Whether it is certain that nothing was stored. */
function isRefusal(error: unknown): boolean {
  return error instanceof QueryError && REFUSALS.test(error.code);
}

const refuse = () => Promise.reject(new Error('Cannot ask this of a draft: expected a transaction'));
const refusing = drizzle({ client: { query: refuse, transaction: refuse } as unknown as PGlite });

type DraftStatements = Pick<DraftClient['draft'], 'conditions' | 'writes'>;

/** A database whose queries are refused, and whose statements find the draft. */
function draftOn(asker: Executor, kept: DraftStatements): Database {
  const reading: DraftClient['draft']['reading'] = {
    query: (text, params, { rowMode }) =>
      kept.writes.length > 0 ? refuse() : asker.query(text, [...params], rowMode),
  };
  const client: DraftClient = { query: refuse, draft: { reading, ...kept } };
  return Object.create(refusing, { _: { value: { ...refusing._, session: { client } } } });
}

/** Whether what is written to `db` is kept until the end of a draft. */
export function isDraft(db: Database): boolean {
  return clientOf(db).draft !== undefined;
}
