import { type SQL, sql } from 'drizzle-orm';
import { clientOf } from '../client-of.ts';
import type { Database } from '../database.ts';
import { collectWrite, statement } from '../statement.ts';

type AdvisoryLock = {
  readonly name: string;
  /** Whether to wait while somebody else holds it. */
  readonly waits: boolean;
};

/**
 * Takes a lock that lasts until the transaction ends. Returns whether it was taken. An optimistic transaction takes it
 * before it stores its writes, and fails if it cannot.
 */
export async function takeAdvisoryLock(db: Database, { name, waits }: AdvisoryLock): Promise<boolean> {
  const { take, takeOrFail } = waits ? waitingLock : tryingLock;
  const { optimistic } = clientOf(db);
  if (optimistic) {
    await collectWrite(optimistic.conditions, takeOrFail, { name });
    return true;
  }
  const [row] = await take(db, { name });
  return row?.isTaken === true;
}

const number = sql`hashtextextended(${sql.placeholder('name')}, 0)`;
const tryingLock = lockStatements(sql<boolean>`pg_try_advisory_xact_lock(${number})`);
const waitingLock = lockStatements(sql<boolean>`pg_advisory_xact_lock(${number}) is not null`);

function lockStatements(isTaken: SQL<boolean>) {
  const one = sql`(select 1) as one`;
  return {
    take: statement<{ name: string }, { isTaken: boolean }>((db) => db.select({ isTaken }).from(one)),
    // Divides by zero, and so fails, if the lock was not taken.
    takeOrFail: statement<{ name: string }, unknown>((db) =>
      db.select({ one: sql`1 / (${isTaken})::integer` }).from(one),
    ),
  };
}
