import type { PGlite } from '@electric-sql/pglite';
import { getTableColumns, getTableName, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { drizzle } from 'drizzle-orm/pglite';
import { clientOf } from './client-of.ts';
import type { Database } from './database.ts';
import type { BoundStatement } from './engine.ts';
import { nameStatement } from './named-statements.ts';
import type { Queries } from './store-client.ts';

type ValuesByName = Readonly<Record<string, unknown>>;
type PreparedQuery<Row> = { execute(values: Record<string, unknown>): Promise<Row[]> };
/** A query as Drizzle builds it. */
export type Query<Row> = {
  prepare(name: string): PreparedQuery<Row>;
  toSQL(): { readonly sql: string };
};

/** Sends the statement before it returns; a query of Drizzle's waits until somebody awaits it. */
type Send<Values, Row> = (client: Queries, values: Values) => Promise<Row[]>;

/** Runs a statement on a store or a transaction, with values for its placeholders. */
export type Statement<Values extends ValuesByName, Row> = (db: Database, values: Values) => Promise<Row[]>;

/** A statement that an optimistic transaction accepts only by `enqueueWrite`. */
export type Write<Values extends ValuesByName, Row> = Statement<Values, Row> & {
  readonly send: Send<Values, Row>;
};

/**
 * A statement whose text is built once, at its first run, because Drizzle takes longer to build a statement than the store to
 * run it. `build` writes `placeholder(name, column)` where a value goes.
 */
export function statement<Values extends ValuesByName, Row>(
  build: (db: Database) => Query<Row>,
): Write<Values, Row> {
  const send = prepared<Values, Row>(build);
  return Object.assign((db: Database, values: Values) => send(clientOf(db), values), { send });
}

/** Like `statement`, for rows that may change afterwards: an optimistic transaction reads them without a condition. */
export function readStatement<Values extends ValuesByName, Row>(
  build: (db: Database) => Query<Row>,
): Statement<Values, Row> {
  const send = prepared<Values, Row>(build);
  return (db, values) => {
    const client = clientOf(db);
    return send(client.optimistic?.reading ?? client, values);
  };
}

/**
 * Queues a write: it is sent, but its answer is not waited for. The commit follows it and fails with the write's error.
 * Raises at once where a column refuses a value.
 */
export async function enqueueWrite<Values extends ValuesByName>(
  write: Write<Values, unknown>,
  db: Database,
  values: Values,
): Promise<void> {
  const client = clientOf(db);
  if (client.optimistic) return collectWrite(client.optimistic.writes, write, values);
  const before = client.statementCount?.();
  const answer = write.send(client, values);
  if (client.statementCount?.() === before) await answer;
  else client.awaitAtCommit?.(answer);
}

/** Adds a statement to those that an optimistic transaction sends at its end. Raises if a column refuses a value. */
export async function collectWrite<Values extends ValuesByName>(
  statements: BoundStatement[],
  write: Write<Values, unknown>,
  values: Values,
): Promise<void> {
  const before = statements.length;
  const collector: Queries = {
    query(text, params) {
      statements.push({ text, params: [...params] });
      return new Promise(() => {});
    },
  };
  const answer = write.send(collector, values);
  if (statements.length === before) await answer;
}

/** A column that divides by zero, and so fails the commit, if the statement wrote no row. */
export const orFail = { isThere: sql`1 / count(*)` };

/** Stands for the value `name`, encoded as `column`'s type. */
export function placeholder(name: string, column: PgColumn) {
  const encoder = {
    mapToDriverValue: (value: unknown) => (value === null ? null : column.mapToDriverValue(value)),
  };
  return sql`${sql.param(sql.placeholder(name) as Placeholder, encoder)}`;
}

/** Placeholders for a row of `table`, without the columns that the store fills in. `rowValues` gives the values. */
export function rowPlaceholders<Of extends PgTable, Omitted extends string = never>(
  table: Of,
  omittedKeys: readonly Omitted[] = [],
) {
  type Key = Exclude<keyof Of['$inferInsert'] & string, Omitted>;
  const keys = Object.keys(getTableColumns(table)).filter((key) => !omittedKeys.some((name) => name === key));
  return columnPlaceholders(table, keys as Key[]);
}

/** Placeholders for some columns of `table`. `rowValues` gives the values. */
export function columnPlaceholders<Of extends PgTable, Key extends keyof Of['$inferInsert'] & string>(
  table: Of,
  keys: readonly Key[],
) {
  const columns: Readonly<Record<string, PgColumn>> = getTableColumns(table);
  const row = keys.map((key) => {
    const column = columns[key];
    if (!column) throw new Error(`Cannot build a statement: ${getTableName(table)} has no column ${key}`);
    return [key, placeholder(`${getTableName(table)}.${key}`, column)];
  });
  return Object.fromEntries(row) as { [Each in Key]: SQL };
}

export function rowValues(table: PgTable, row: ValuesByName): ValuesByName {
  const prefix = getTableName(table);
  const values: Record<string, unknown> = {};
  for (const key in row) values[`${prefix}.${key}`] = row[key];
  return values;
}

/** Builds a statement when it is first sent. */
export function prepared<Values extends ValuesByName, Row>(
  build: (db: Database) => Query<Row>,
): Send<Values, Row> {
  let query: PreparedQuery<Row> | undefined;
  return (client, values) => {
    query ??= prepare(build(unconnected));
    return onClient(query, client).execute(values);
  };
}

function prepare<Row>(query: Query<Row>): PreparedQuery<Row> {
  return query.prepare(nameStatement(query.toSQL().sql));
}

// Builds the texts of statements and runs none.
const unconnected = drizzle({ client: {} as PGlite });

/** The same statement on another client. */
function onClient<Row>(query: PreparedQuery<Row>, client: unknown): PreparedQuery<Row> {
  return Object.create(query, { client: { value: client } });
}
