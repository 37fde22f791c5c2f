import { type SQL, sql } from 'drizzle-orm';
import { clientOf } from '../client-of.ts';
import type { Database } from '../database.ts';
import { collectWrite, statement } from '../statement.ts';

type NamedLock = {
  readonly name: string;
  /** Whether to wait for who holds it. */
  readonly waits: boolean;
};

/**
 * Takes a lock that lasts until the transaction ends. Returns whether it was taken. A draft takes it before what it stores,
 * and comes to nothing where it cannot.
 */
export async function takeAdvisoryLock(db: Database, { name, waits }: NamedLock): Promise<boolean> {
  const { now, later } = waits ? waiting : trying;
  const { draft } = clientOf(db);
  if (draft) {
    await collectWrite(draft.conditions, later, { name });
    return true;
  }
  const [row] = await now(db, { name });
  return row?.isTaken === true;
}

const number = sql`hashtextextended(${sql.placeholder('name')}, 0)`;
const trying = lockStatements(sql<boolean>`pg_try_advisory_xact_lock(${number})`);
const waiting = lockStatements(sql<boolean>`pg_advisory_xact_lock(${number}) is not null`);

function lockStatements(isTaken: SQL<boolean>) {
  const one = sql`(select 1) as one`;
  return {
    now: statement<{ name: string }, { isTaken: boolean }>((db) => db.select({ isTaken }).from(one)),
    // A division by zero where it is not taken.
    later: statement<{ name: string }, unknown>((db) =>
      db.select({ one: sql`1 / (${isTaken})::integer` }).from(one),
    ),
  };
}
