import { bigint, customType, integer, timestamp } from 'drizzle-orm/pg-core';

/** Times are the service's clock, never the database's. Money is integer minor units. */
export const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
export const minorUnits = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);
export const serial = (name: string) => integer(name).primaryKey().generatedAlwaysAsIdentity();
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });
