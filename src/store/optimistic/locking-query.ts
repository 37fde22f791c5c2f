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
  /** Further tables whose rows must not change. A transaction does not lock them. Default: none. */
  readonly alsoChecked?: readonly PgTable[];
  /** Skips rows that others have locked; an optimistic transaction then fails. Default: it waits. */
  readonly skipLocked?: true;
};

/** Further columns of a query that reads the rows' versions. */
type VersionColumns = { readonly versions?: Record<string, SQL<string>> };
type WithVersions<Row> = Row & { readonly versions: Readonly<Record<string, string>> };

type Select<Row> = Query<Row> & {
  for(lock: LockOptions['lock'], config: Pick<LockOptions, 'of' | 'skipLocked'>): Query<Row>;
};

/** A query with `FOR UPDATE`. In an optimistic transaction it locks nothing; the commit fails if a row changed since. */
export function lockingQuery<Values extends Record<string, unknown>, Row extends object>(
  { of, lock, alsoChecked = [], skipLocked }: LockOptions,
  build: (db: Database, versionColumns: VersionColumns) => Select<Row>,
): Statement<Values, Row> {
  const versions = Object.fromEntries(
    [of, ...alsoChecked].map((table) => [getTableName(table), versionOf(table)]),
  );
  const config = { of, ...(skipLocked && { skipLocked }) };
  const lockRows = prepared<Values, Row>((db) => build(db, {}).for(lock, config));
  const readVersions = prepared<Values, WithVersions<Row>>(
    (db) => build(db, { versions }) as Select<WithVersions<Row>>,
  );
  const lockUnchanged = unchangedText(of, `for ${lock} ${skipLocked ? 'skip locked' : ''}`);
  const findUnchanged = new Map(alsoChecked.map((table) => [getTableName(table), unchangedText(table)]));
  return async (db, values) => {
    const client = clientOf(db);
    const { optimistic } = client;
    if (!optimistic) return lockRows(client, values);
    const rows = await readVersions(optimistic.reading, values);
    for (const row of rows) {
      for (const [table, version] of Object.entries(row.versions)) {
        optimistic.conditions.push(conditionOf(findUnchanged.get(table) ?? lockUnchanged, version));
      }
    }
    return rows;
  };
}

/** A row version's position (`ctid`) and its transaction (`xmin`); together they identify it. */
function versionOf(table: PgTable): SQL<string> {
  return sql<string>`${table}.ctid::text || ' ' || ${table}.xmin::text`;
}

/** A statement that divides by zero, and so fails, unless the row still has the version. */
function unchangedText(table: PgTable, lock = ''): string {
  const rows = `select from "${getTableName(table)}" where ctid = $1::tid and xmin = $2::xid ${lock}`;
  const text = `select 1 / count(*) from (${rows}) as unchanged`;
  nameStatement(text);
  return text;
}

function conditionOf(text: string, version: string): BoundStatement {
  return { text, params: version.split(' ') };
}
