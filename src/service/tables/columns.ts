import { bigint, customType, integer, timestamp } from 'drizzle-orm/pg-core';
import { randomId } from '../../store/random-id.ts';

/** Times are the service's clock, never the database's. Money is integer minor units. */
export const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
export const minorUnits = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);
export const serial = (name: string) => integer(name).primaryKey().generatedAlwaysAsIdentity();
/** Of what merchants see: it counts nobody's rows. */
export const chosenId = (name: string) => integer(name).primaryKey().$defaultFn(randomId);
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });
