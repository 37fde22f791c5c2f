import { sql } from 'drizzle-orm';
import { databaseOn, type OpenDatabase } from '../database-on.ts';
import { openPool } from './pool.ts';

type Grant = {
  /** The address of the role that owns the tables. */
  readonly owner: string;
  /** The address of the role that works with them. */
  readonly user: string;
};

/** Lets a role that owns no table read and write all of them, and only read which migrations they have. */
export async function grantUse({ owner, user }: Grant): Promise<void> {
  const role = await withDatabase(user, currentRole);
  await withDatabase(owner, async (db) => {
    const { name, schema } = role;
    if ((await currentRole(db)).name === name) return;
    const all = sql`in schema ${sql.raw(schema)} to ${sql.raw(name)}`;
    await db.execute(sql`grant usage on schema ${sql.raw(schema)} to ${sql.raw(name)}`);
    await db.execute(sql`grant select, insert, update, delete on all tables ${all}`);
    await db.execute(sql`grant usage, select on all sequences ${all}`);
    await db.execute(sql`revoke insert, update, delete on schema_migrations from ${sql.raw(name)}`);
  });
}

/** Both names are quoted where they must be. */
async function currentRole(db: OpenDatabase['db']): Promise<{ name: string; schema: string }> {
  const [row] = await db
    .select({
      name: sql<string>`quote_ident(current_user)`,
      schema: sql<string>`quote_ident(current_schema())`,
    })
    .from(sql`(select 1) as one`);
  if (row) return row;
  throw new Error('Cannot read the role: the server named none');
}

async function withDatabase<T>(url: string, task: (db: OpenDatabase['db']) => Promise<T>): Promise<T> {
  const { db, close } = databaseOn(openPool({ url, connections: 1, synchronousCommit: 'on' }));
  try {
    return await task(db);
  } finally {
    await close();
  }
}
