import { getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { clientOf } from '../client-of.ts';
import type { Database } from '../database.ts';
import type { BoundStatement } from '../engine.ts';
import { nameStatement } from '../named-statements.ts';
import { prepared, type Query, type Statement } from '../statement.ts';

type LockOptions = {
  /** The table whose rows a transaction locks. */
  readonly of: PgTable;
  readonly lock: 'update' | 'share';
  /** Tables whose rows decide, too, and are not locked. */
  readonly alsoChecked?: readonly PgTable[];
  /** Leaves out rows that others have locked: a transaction finds fewer, a draft comes to nothing. Default: it waits. */
  readonly skipLocked?: true;
};

/** What a query selects more where the rows' versions are asked for. */
type VersionColumns = { readonly versions?: Record<string, SQL<string>> };
type WithVersions<Row> = Row & { readonly versions: Readonly<Record<string, string>> };

type Select<Row> = Query<Row> & {
  for(lock: LockOptions['lock'], config: Pick<LockOptions, 'of' | 'skipLocked'>): Query<Row>;
};

/**
 * A query whose rows somebody decides upon. A transaction locks them until it ends. A draft locks nothing, and comes to
 * nothing where one of them has another version once it stores what was decided.
 */
export function lockedReading<Given extends Record<string, unknown>, Row extends object>(
  { of, lock, alsoChecked = [], skipLocked }: LockOptions,
  build: (db: Database, more: VersionColumns) => Select<Row>,
): Statement<Given, Row> {
  const versions = Object.fromEntries(
    [of, ...alsoChecked].map((table) => [getTableName(table), versionOf(table)]),
  );
  const config = { of, ...(skipLocked && { skipLocked }) };
  const locking = prepared<Given, Row>((db) => build(db, {}).for(lock, config));
  const drafting = prepared<Given, WithVersions<Row>>(
    (db) => build(db, { versions }) as Select<WithVersions<Row>>,
  );
  const isLocked = unchangedText(of, `for ${lock} ${skipLocked ? 'skip locked' : ''}`);
  const isSame = new Map(alsoChecked.map((table) => [getTableName(table), unchangedText(table)]));
  return async (db, given) => {
    const client = clientOf(db);
    const { draft } = client;
    if (!draft) return locking(client, given);
    const rows = await drafting(draft.reading, given);
    for (const row of rows) {
      for (const [table, version] of Object.entries(row.versions)) {
        draft.conditions.push(unchanged(isSame.get(table) ?? isLocked, version));
      }
    }
    return rows;
  };
}

/** Where a row's version lies, and which transaction wrote it: no two versions have both in common. */
function versionOf(table: PgTable): SQL<string> {
  return sql<string>`${table}.ctid::text || ' ' || ${table}.xmin::text`;
}

/** A statement that fails, by a division by zero, unless the row has the version. */
function unchangedText(table: PgTable, lock = ''): string {
  const rows = `select from "${getTableName(table)}" where ctid = $1::tid and xmin = $2::xid ${lock}`;
  const text = `select 1 / count(*) from (${rows}) as unchanged`;
  nameStatement(text);
  return text;
}

function unchanged(text: string, version: string): BoundStatement {
  return { text, params: version.split(' ') };
}
