import { sql } from 'drizzle-orm';
import type { Database } from '../../store/database.ts';

/** For tests: how a secret may be spelt where it is found: in clear, in hex, in base64, in UTF-16. */
export function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const wide = Buffer.from(secret, 'utf16le').toString('hex');
  return [secret, bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, ''), wide];
}

/** For tests: the tables that hold one of the texts in any row; bytes are searched as hex. */
export async function tablesHolding(db: Database, texts: readonly string[]): Promise<string[]> {
  const tables = await db.execute(sql`select tablename from pg_tables where schemaname = 'public'`);
  const patterns = sql.join(
    texts.map((text) => sql`${`%${text}%`}`),
    sql`, `,
  );
  const found: string[] = [];
  for (const { tablename } of rowsOf(tables)) {
    const name = String(tablename);
    const isHeld = sql`exists (select from ${sql.identifier(name)} t where t::text like any (array[${patterns}]))`;
    const [row] = rowsOf(await db.execute(sql`select ${isHeld} as held`));
    if (row?.['held'] === true) found.push(name);
  }
  return found;
}

/** The rows that Drizzle gives for a raw query. */
export function rowsOf(result: unknown): Record<string, unknown>[] {
  if (typeof result === 'object' && result !== null && 'rows' in result && Array.isArray(result.rows)) {
    return result.rows;
  }
  throw new Error('no rows');
}
