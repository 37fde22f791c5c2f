import { bigint, customType, integer, timestamp } from 'drizzle-orm/pg-core';
import { randomId } from '../../store/random-id.ts';

/** Times are by the service's clock, which can be moved; a column by another clock says so. Money is integer minor units. */
export const timestamptz = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
export const minorUnits = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);
export const serial = (name: string) => integer(name).primaryKey().generatedAlwaysAsIdentity();
/** An id that merchants see: it does not reveal how many rows there are. */
export const randomIdColumn = (name: string) => integer(name).primaryKey().$defaultFn(randomId);
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });
