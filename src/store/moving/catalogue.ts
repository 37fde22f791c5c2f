import { sql } from 'drizzle-orm';
import type { Database } from '../database.ts';

/** What a move must know of a table: no code of ours names its columns, so none is forgotten. */
export type Table = {
  /** Quoted. */
  readonly name: string;
  /** Names and types of its columns, in their order. */
  readonly columns: string;
  /** Columns of its primary key, quoted. */
  readonly key: readonly string[];
};

export type ForeignKey = { readonly table: string; readonly name: string; readonly definition: string };

/** A counter of a column, quoted, and where it stands. */
type Sequence = { readonly name: string; readonly last: string; readonly isCalled: boolean };

/** The table that a move keeps in the store that it fills, while it does. */
export const MARK = 'unfinished_move';
/** Each store has its own: it says which migrations it has. */
const OWN_TABLES = [MARK, 'schema_migrations'];

/** The tables of a store, in the order of their names. */
export async function readTables(db: Database): Promise<Table[]> {
  const keyColumns = sql`(
    select json_agg(quote_ident(a.attname) order by k.place) from pg_index i
    cross join unnest(i.indkey) with ordinality k (attnum, place)
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
    where i.indrelid = c.oid and i.indisprimary)`;
  const columns = sql`(
    select string_agg(attname || ' ' || format_type(atttypid, atttypmod), ', ' order by attnum) from pg_attribute
    where attrelid = c.oid and attnum > 0 and not attisdropped)`;
  const rows = await db
    .select({
      name: sql<string>`quote_ident(relname)`,
      columns: sql<string>`${columns}`,
      key: sql<string>`coalesce(${keyColumns}, '[]')::text`,
    })
    .from(sql`pg_class c`)
    .where(
      sql`relkind = 'r' and relnamespace = current_schema()::regnamespace and relname not in ${OWN_TABLES}`,
    )
    .orderBy(sql`relname`);
  return rows.map(({ key, ...row }) => ({ ...row, key: JSON.parse(key) }));
}

export function readForeignKeys(db: Database): Promise<ForeignKey[]> {
  return db
    .select({
      table: sql<string>`conrelid::regclass::text`,
      name: sql<string>`quote_ident(conname)`,
      definition: sql<string>`pg_get_constraintdef(oid)`,
    })
    .from(sql`pg_constraint`)
    .where(sql`contype = 'f' and connamespace = current_schema()::regnamespace`)
    .orderBy(sql`1`, sql`2`);
}

export async function readSequences(db: Database): Promise<Sequence[]> {
  const names = await db
    .select({ name: sql<string>`oid::regclass::text` })
    .from(sql`pg_class`)
    .where(sql`relkind = 'S' and relnamespace = current_schema()::regnamespace`);
  const sequences: Sequence[] = [];
  for (const { name } of names) {
    const [row] = await db
      .select({ last: sql<string>`last_value::text`, isCalled: sql<boolean>`is_called` })
      .from(sql.raw(name));
    if (row) sequences.push({ name, ...row });
  }
  return sequences;
}

/** Whether a move has begun to fill the store, and has not come to its end. */
export async function isHalfMoved(db: Database): Promise<boolean> {
  const [row] = await db
    .select({ isThere: sql<boolean>`to_regclass(${MARK}) is not null` })
    .from(sql`(select 1) as one`);
  return row?.isThere === true;
}
