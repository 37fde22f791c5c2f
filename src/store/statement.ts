import type { PGlite } from '@electric-sql/pglite';
import { getTableColumns, getTableName, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { drizzle } from 'drizzle-orm/pglite';
import { clientOf } from './client-of.ts';
import type { Database } from './database.ts';
import type { BoundStatement } from './engine.ts';
import { nameStatement } from './named-statements.ts';
import type { Queries } from './store-client.ts';

type Values = Readonly<Record<string, unknown>>;
type PreparedQuery<Row> = { execute(values: Record<string, unknown>): Promise<Row[]> };
/** What Drizzle builds. */
export type Query<Row> = {
  prepare(name: string): PreparedQuery<Row>;
  toSQL(): { readonly sql: string };
};

/** Asks before it returns; a query of Drizzle's waits until somebody awaits it. */
type Ask<Given, Row> = (client: Queries, given: Given) => Promise<Row[]>;

/** Runs a statement on a store or a transaction, with values for its placeholders. */
export type Statement<Given extends Values, Row> = (db: Database, given: Given) => Promise<Row[]>;

/** A statement that a draft refuses unless `withCommit` asks it. */
export type Write<Given extends Values, Row> = Statement<Given, Row> & { readonly ask: Ask<Given, Row> };

/**
 * A statement whose text is built once, by the first who runs it: to build it takes Drizzle longer than the store takes to
 * run it. `build` writes `placeholder(name, column)` where a value goes.
 */
export function statement<Given extends Values, Row>(build: (db: Database) => Query<Row>): Write<Given, Row> {
  const ask = prepared<Given, Row>(build);
  return Object.assign((db: Database, given: Given) => ask(clientOf(db), given), { ask });
}

/** As `statement`, which a draft may ask, too: nothing depends on whether what it reads changes afterwards. */
export function readStatement<Given extends Values, Row>(
  build: (db: Database) => Query<Row>,
): Statement<Given, Row> {
  const ask = prepared<Given, Row>(build);
  return (db, given) => {
    const client = clientOf(db);
    return ask(client.draft?.reading ?? client, given);
  };
}

/**
 * Sends a write without waiting for its answer. The commit is sent after it and fails with the write's error. Where the values
 * are refused before anything is sent, this raises.
 */
export async function withCommit<Given extends Values>(
  write: Write<Given, unknown>,
  db: Database,
  given: Given,
): Promise<void> {
  const client = clientOf(db);
  if (client.draft) return collectWrite(client.draft.writes, write, given);
  const before = client.statementCount?.();
  const answer = write.ask(client, given);
  if (client.statementCount?.() === before) await answer;
  else client.awaitAtCommit?.(answer);
}

/** Adds a statement to what a draft asks at its end. Raises what refuses its values. */
export async function collectWrite<Given extends Values>(
  kept: BoundStatement[],
  write: Write<Given, unknown>,
  given: Given,
): Promise<void> {
  const before = kept.length;
  const keeping: Queries = {
    query(text, params) {
      kept.push({ text, params: [...params] });
      return new Promise(() => {});
    },
  };
  const answer = write.ask(keeping, given);
  if (kept.length === before) await answer;
}

/** To select from the rows that a statement wrote: it fails, by a division by zero, where there is none. */
export const orFail = { isThere: sql`1 / count(*)` };

/** A value of `column`'s type that comes in by `name`. */
export function placeholder(name: string, column: PgColumn) {
  const encoder = {
    mapToDriverValue: (value: unknown) => (value === null ? null : column.mapToDriverValue(value)),
  };
  return sql`${sql.param(sql.placeholder(name) as Placeholder, encoder)}`;
}

/** A whole row of `table`, but for columns that the store fills in; `rowValues` gives its values. */
export function rowPlaceholders<Of extends PgTable, Left extends string = never>(
  table: Of,
  left: readonly Left[] = [],
) {
  type Key = Exclude<keyof Of['$inferInsert'] & string, Left>;
  const keys = Object.keys(getTableColumns(table)).filter((key) => !left.some((name) => name === key));
  return columnPlaceholders(table, keys as Key[]);
}

/** Some columns of `table`, by their keys; `rowValues` gives their values, too. */
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
  return Object.fromEntries(row) as { [Given in Key]: SQL };
}

export function rowValues(table: PgTable, row: Values): Values {
  const prefix = getTableName(table);
  const values: Record<string, unknown> = {};
  for (const key in row) values[`${prefix}.${key}`] = row[key];
  return values;
}

/** Builds a statement when it is first asked. */
export function prepared<Given extends Values, Row>(build: (db: Database) => Query<Row>): Ask<Given, Row> {
  let built: PreparedQuery<Row> | undefined;
  return (client, given) => {
    built ??= prepare(build(unconnected));
    return onClient(built, client).execute(given);
  };
}

function prepare<Row>(query: Query<Row>): PreparedQuery<Row> {
  return query.prepare(nameStatement(query.toSQL().sql));
}

// Builds texts alone.
const unconnected = drizzle({ client: {} as PGlite });

/** The same statement on another client. */
function onClient<Row>(prepared: PreparedQuery<Row>, client: unknown): PreparedQuery<Row> {
  return Object.create(prepared, { client: { value: client } });
}
