import { databaseOn, type OpenDatabase } from '../database-on.ts';
import type { Asked, Asker, Connections } from '../engine.ts';
import type { RemoteEngine } from './engine-thread.ts';

/** Puts Drizzle on an engine. PGlite cannot interrupt a statement, so only idle transactions are limited. */
export const embeddedDatabase = (engine: RemoteEngine): OpenDatabase => databaseOn(oneConnection(engine));

/**
 * Lends an engine's only connection to one task after the other. The next task begins while the last statement of the one
 * before it runs.
 */
export function oneConnection(engine: RemoteEngine): Connections {
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
  const alone = <T>(ask: () => Promise<T>): Promise<T> =>
    inLine((asked) => {
      const answer = ask();
      asked();
      return answer;
    });
  const asker: Asker = {
    query: (...asked) => alone(() => engine.query(...asked)),
    store: (all) => alone(() => engine.store(all)),
  };
  return {
    lend: (task) => inLine((asked) => task(engine, asked)),
    share: (task) => task(asker),
    // Queued apart from transactions, which may be rolled back.
    listen: (channel, { notified }) => inLine(() => engine.listen(channel, notified)),
    close: () => inLine(() => engine.close()),
  };
}
