import type { PGlite } from '@electric-sql/pglite';
import { getTableColumns, getTableName, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { drizzle } from 'drizzle-orm/pglite';
import type { Database } from './database.ts';
import { nameStatement } from './named-statements.ts';
import type { TransactionClient } from './store-client.ts';

type Values = Readonly<Record<string, unknown>>;
type Prepared<Row> = { execute(values: Record<string, unknown>): Promise<Row[]> };
type Query<Row> = {
  prepare(name: string): Prepared<Row>;
  toSQL(): { readonly sql: string };
};

declare const asked: unique symbol;

/** The answer to a statement that the store was asked already: what is asked from now on comes behind it. */
export type AskedAnswer<Row> = Promise<Row[]> & { readonly [asked]: true };

/** Runs a statement on a store or a transaction, with values for its placeholders. */
export type Statement<Given extends Values, Row> = (db: Database, given: Given) => AskedAnswer<Row>;

/**
 * A statement whose text is built once, by the first who runs it: to build it takes Drizzle longer than the store takes to
 * run it. `build` writes `given(…)` where a value comes in.
 */
export function statement<Given extends Values, Row>(
  build: (db: Database) => Query<Row>,
): Statement<Given, Row> {
  let built: Prepared<Row> | undefined;
  return (db, values) => {
    built ??= prepare(build(unconnected));
    const client = clientOf(db);
    const before = client.asked?.();
    // Asks before it returns; a query of Drizzle's waits until somebody awaits it.
    const answer = onClient(built, client).execute(values) as AskedAnswer<Row>;
    if (client.asked?.() !== before) clientsAsked.set(answer, client);
    return answer;
  };
}

/** The transaction that was asked for an answer before `statement` returned it. */
const clientsAsked = new WeakMap<AskedAnswer<unknown>, Partial<TransactionClient>>();

/**
 * Lets a transaction go on, and commit, while the store still writes. The commit comes behind the write, fails if that
 * fails, and raises its error. What the store was not asked, as its values were refused before, is waited for.
 */
export async function withCommit(write: AskedAnswer<unknown>): Promise<void> {
  const transaction = clientsAsked.get(write);
  if (transaction?.owe) transaction.owe(write);
  else await write;
}

/** A value of `column`'s type that comes in by `name`. */
export function given(name: string, column: PgColumn) {
  const encoder = {
    mapToDriverValue: (value: unknown) => (value === null ? null : column.mapToDriverValue(value)),
  };
  return sql`${sql.param(sql.placeholder(name) as Placeholder, encoder)}`;
}

/** A whole row of `table`, but for columns that the store fills in; `rowValues` gives its values. */
export function givenRow<Of extends PgTable, Left extends string = never>(
  table: Of,
  left: readonly Left[] = [],
) {
  type Key = Exclude<keyof Of['$inferInsert'] & string, Left>;
  const keys = Object.keys(getTableColumns(table)).filter((key) => !left.some((name) => name === key));
  return givenColumns(table, keys as Key[]);
}

/** Some columns of `table`, by their keys; `rowValues` gives their values, too. */
export function givenColumns<Of extends PgTable, Key extends keyof Of['$inferInsert'] & string>(
  table: Of,
  keys: readonly Key[],
) {
  const columns: Readonly<Record<string, PgColumn>> = getTableColumns(table);
  const row = keys.map((key) => {
    const column = columns[key];
    if (!column) throw new Error(`Cannot build a statement: ${getTableName(table)} has no column ${key}`);
    return [key, given(`${getTableName(table)}.${key}`, column)];
  });
  return Object.fromEntries(row) as { [Given in Key]: SQL };
}

export function rowValues(table: PgTable, row: Values): Values {
  const prefix = getTableName(table);
  const values: Record<string, unknown> = {};
  for (const key in row) values[`${prefix}.${key}`] = row[key];
  return values;
}

function prepare<Row>(query: Query<Row>): Prepared<Row> {
  return query.prepare(nameStatement(query.toSQL().sql));
}

// Builds texts alone.
const unconnected = drizzle({ client: {} as PGlite });

type WithClient = { readonly client: Partial<TransactionClient> };

/** The store's or transaction's client, which Drizzle keeps for itself. */
function clientOf({ _: { session } }: Database): WithClient['client'] {
  return (session as unknown as WithClient).client;
}

/** The same statement on another client. */
function onClient<Row>(prepared: Prepared<Row>, client: unknown): Prepared<Row> {
  return Object.create(prepared, { client: { value: client } });
}
