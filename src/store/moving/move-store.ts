import { type SQL, sql } from 'drizzle-orm';
import type { Database, TransactionalDatabase } from '../database.ts';
import { LIFT_TIME_LIMIT } from '../engine.ts';
import { StoreError } from '../store-error.ts';
import { isHalfMoved, MARK, readForeignKeys, readSequences, readTables, type Table } from './catalogue.ts';

/** Rows of one transaction. */
const BATCH = 500;

type Move = {
  /** Nobody else may write to it, or it is a PostgreSQL, which shows one moment of it. */
  readonly from: TransactionalDatabase;
  /** A migrated store without a row, or one that a move was killed in. */
  readonly to: TransactionalDatabase;
};

/** A table that has moved, and each of whose rows was found again. */
export type MovedTable = { readonly name: string; readonly rows: number };

/**
 * Fills a store with all rows of another, of either kind: as texts, which both engines write and read alike. Then it looks for each
 * row, and for rows too many, and only then lets the store be opened. Killed at any moment, it goes on after the last row that is
 * there. Raises `store_not_empty`, and `move_differs` where the two do not agree.
 */
export async function moveStore({ from, to }: Move): Promise<MovedTable[]> {
  return from.transaction(async (source) => {
    await source.execute(sql`set transaction isolation level repeatable read`);
    await writeAlike(source);
    const tables = await readTables(source);
    await begin(to, tables);
    const moved: MovedTable[] = [];
    for (const table of tables) await copyTable(source, { to, table });
    for (const table of tables) moved.push(await compareTable(source, { to, table }));
    await finish(source, to);
    return moved;
  });
}

/** Refuses a store that a move has not come to the end of: a service would take what is there for all there is. */
export async function refuseHalfMoved(db: Database): Promise<void> {
  if (!(await isHalfMoved(db))) return;
  throw new StoreError(
    'move_unfinished',
    "Cannot open the store: a move into it did not come to its end; run 'store move' again",
  );
}

/** Settings that decide how rows are written as texts. */
async function writeAlike(db: Database): Promise<void> {
  const settings = { TimeZone: 'UTC', DateStyle: 'ISO, MDY', bytea_output: 'hex', extra_float_digits: '1' };
  for (const [name, value] of Object.entries(settings))
    await db.execute(sql`select set_config(${name}, ${value}, true)`);
}

/** Foreign keys go until all rows are there: tables refer to each other in circles. */
async function begin(to: TransactionalDatabase, tables: readonly Table[]): Promise<void> {
  const own = await readTables(to);
  if (JSON.stringify(own) !== JSON.stringify(tables)) throw differs('their tables are not the same');
  if (await isHalfMoved(to)) return;
  await to.transaction(async (target) => {
    for (const { name } of tables) {
      const [row] = await target.select({ one: sql`1` }).from(sql.raw(name)).limit(1);
      if (row) throw notEmpty(name);
    }
    for (const { table, name } of await readForeignKeys(target))
      await target.execute(sql.raw(`alter table ${table} drop constraint ${name}`));
    // A table's last row, as text. Null: there is none yet.
    await target.execute(sql.raw(`create table ${MARK} (name text primary key, last text)`));
  });
}

type Copy = { readonly to: TransactionalDatabase; readonly table: Table };

async function copyTable(source: Database, { to, table }: Copy): Promise<void> {
  const [mark] = await to
    .select({ last: sql<string | null>`last` })
    .from(sql.raw(MARK))
    .where(sql`name = ${table.name}`);
  let last = mark?.last ?? undefined;
  for (;;) {
    const rows = await readRows(source, { table, after: last });
    last = rows.at(-1);
    if (last === undefined) return;
    await to.transaction(async (target) => {
      await writeAlike(target);
      await target.execute(sql`
        insert into ${sql.raw(table.name)} overriding system value
        select (row).* from (${asRows(table, rows)} offset 0) as copied`);
      await target.execute(sql`
        insert into ${sql.raw(MARK)} values (${table.name}, ${rows.at(-1)})
        on conflict (name) do update set last = excluded.last`);
    });
  }
}

type Range = { readonly table: Table; readonly after: string | undefined };

/** The next rows in the order of their keys, as texts. */
async function readRows(db: Database, { table: { name, key }, after }: Range): Promise<string[]> {
  if (key.length === 0) throw new Error(`Cannot move ${name}: it has no primary key, expected one`);
  const own = sql.raw(key.map((column) => `t.${column}`).join(', '));
  const lastKey = sql.join(
    key.map((column) => sql`(${after}::text::${sql.raw(name)}).${sql.raw(column)}`),
    sql`, `,
  );
  const rows = await db
    .select({ row: sql<string>`t::text` })
    .from(sql`${sql.raw(name)} t`)
    .where(after === undefined ? undefined : sql`(${own}) > (${lastKey})`)
    .orderBy(own)
    .limit(BATCH);
  return rows.map(({ row }) => row);
}

/** A query of rows, from their texts. */
function asRows({ name }: Table, rows: readonly string[]): SQL {
  return sql`select text::${sql.raw(name)} as row, text from json_array_elements_text(${JSON.stringify(rows)}::json) as texts (text)`;
}

/** Looks for each row by its key, and compares the whole of it. */
async function compareTable(source: Database, { to, table }: Copy): Promise<MovedTable> {
  const { name, key } = table;
  const isSame = sql.raw(key.map((column) => `t.${column} = (wanted.row).${column}`).join(' and '));
  let count = 0;
  for (let after: string | undefined; ; ) {
    const rows = await readRows(source, { table, after });
    after = rows.at(-1);
    if (after === undefined) break;
    count += rows.length;
    const missing = await to.transaction(async (target) => {
      await writeAlike(target);
      const [found] = await target
        .select({ count: sql<number>`count(*)::int` })
        .from(sql`(${asRows(table, rows)} offset 0) as wanted`)
        .where(sql`not exists (select from ${sql.raw(name)} t where ${isSame} and t::text = wanted.text)`);
      return found?.count ?? 0;
    });
    if (missing > 0) throw differs(`${missing} rows of ${name} are missing or other`);
  }
  const [there] = await to.select({ count: sql<number>`count(*)::int` }).from(sql.raw(name));
  if (there?.count !== count) throw differs(`${name} has ${there?.count} rows, expected ${count}`);
  return { name, rows: count };
}

/** Puts the counters on, and the foreign keys, which hold for all rows; then nothing says that it is unfinished. */
async function finish(source: Database, to: TransactionalDatabase): Promise<void> {
  const sequences = await readSequences(source);
  const foreignKeys = await readForeignKeys(source);
  await to.transaction(async (target) => {
    await target.execute(sql.raw(LIFT_TIME_LIMIT));
    for (const { name, last, isCalled } of sequences)
      await target.execute(sql`select setval(${name}::regclass, ${last}::bigint, ${isCalled})`);
    for (const { table, name, definition } of foreignKeys)
      await target.execute(sql.raw(`alter table ${table} add constraint ${name} ${definition}`));
    await target.execute(sql.raw(`drop table ${MARK}`));
  });
}

function notEmpty(name: string) {
  return new StoreError(
    'store_not_empty',
    `Cannot move a store into this one: ${name} has rows, expected an empty database or a new directory`,
  );
}

function differs(found: string) {
  return new StoreError(
    'move_differs',
    `Cannot move the store: ${found}; stop whatever writes to either, and begin again with an empty database or a new directory`,
  );
}
