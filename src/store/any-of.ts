import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/**
 * Like `inArray`. It is one statement however many values there are; a list of varying length makes a new one each time.
 */
export function isAnyOf(column: PgColumn, values: Iterable<string | number>): SQL {
  return sql`${column} = any(${textArray(values)}::${sql.raw(column.getSQLType())}[])`;
}

export function isNoneOf(column: PgColumn | SQL, values: Iterable<string>): SQL {
  return sql`${column} <> all(${textArray(values)})`;
}

/** The array as text, which both stores take alike. */
function textArray(values: Iterable<string | number>): SQL {
  const quoted = Array.from(values, (value) => `"${String(value).replace(/["\\]/g, '\\$&')}"`);
  return sql`${`{${quoted.join()}}`}::text::text[]`;
}
