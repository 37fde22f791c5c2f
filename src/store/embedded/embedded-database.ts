import { databaseOn, type OpenDatabase } from '../database-on.ts';
import type { Engine } from '../engine.ts';
import { oneConnection } from './one-connection.ts';

/** Puts Drizzle on an engine. PGlite cannot interrupt a statement; what is limited is a transaction that idles. */
export const embeddedDatabase = (engine: Engine): OpenDatabase => databaseOn(oneConnection(engine));
