import { databaseOn, type OpenDatabase } from '../database-on.ts';
import type { ConnectionPool, Executor, OnLastQuery } from '../engine.ts';
import type { RemoteEngine } from './engine-thread.ts';

/** Puts Drizzle on an engine. PGlite cannot interrupt a statement, so only idle transactions are limited. */
export const embeddedDatabase = (engine: RemoteEngine): OpenDatabase =>
  databaseOn(singleConnectionPool(engine));

/**
 * Lends an engine's only connection to one task after the other. The next task begins while the last statement of the one
 * before it runs.
 */
export function singleConnectionPool(engine: RemoteEngine): ConnectionPool {
  let queue: Promise<void> = Promise.resolve();
  const inLine = <T>(task: (onLastQuery: OnLastQuery) => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const before = queue;
      queue = new Promise<void>((release) => {
        before
          .then(() => task(release))
          .finally(release)
          .then(resolve, reject);
      });
    });
  const alone = <T>(ask: () => Promise<T>): Promise<T> =>
    inLine((onLastQuery) => {
      const answer = ask();
      onLastQuery();
      return answer;
    });
  const executor: Executor = {
    query: (...query) => alone(() => engine.query(...query)),
    executeBatch: (all) => alone(() => engine.executeBatch(all)),
  };
  return {
    withConnection: (task) => inLine((onLastQuery) => task(engine, onLastQuery)),
    withSharedConnection: (task) => task(executor),
    // Queued apart from transactions, which may be rolled back.
    listen: (channel, { onNotification }) => inLine(() => engine.listen(channel, onNotification)),
    close: () => inLine(() => engine.close()),
  };
}
