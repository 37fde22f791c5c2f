import { databaseOn, type OpenDatabase } from '../database-on.ts';
import type { Asked, Connections, Engine } from '../engine.ts';

/** Puts Drizzle on an engine. PGlite cannot interrupt a statement, so only idle transactions are limited. */
export const embeddedDatabase = (engine: Engine): OpenDatabase => databaseOn(oneConnection(engine));

/**
 * Lends an engine's only connection to one task after the other. The next task begins while the last statement of the one
 * before it runs.
 */
export function oneConnection(engine: Engine): Connections {
  let last: Promise<void> = Promise.resolve();
  const inLine = <T>(task: (asked: Asked) => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const before = last;
      last = new Promise<void>((free) => {
        before
          .then(() => task(free))
          .finally(free)
          .then(resolve, reject);
      });
    });
  return {
    lend: (task) => inLine((asked) => task(engine, asked)),
    // Queued apart from transactions, which may be rolled back.
    listen: (channel, { notified }) => inLine(() => engine.listen(channel, notified)),
    close: () => inLine(() => engine.close()),
  };
}
