import { clientOf } from '../../store/client-of.ts';
import type { TransactionalDatabase } from '../../store/database.ts';
import type { Executor } from '../../store/engine.ts';

/** For tests: counts the optimistic transactions of a store, and can run something between the reads of one and its writes. */
export function watchOptimisticRuns(db: TransactionalDatabase) {
  const counts = { reads: 0, stored: 0, refused: 0 };
  let interruption: (() => Promise<unknown>) | undefined;
  const watch = (executor: Executor): Executor => ({
    query(...query) {
      counts.reads += 1;
      return executor.query(...query);
    },
    async executeBatch(all) {
      const interrupt = interruption;
      interruption = undefined;
      await interrupt?.();
      try {
        await executor.executeBatch(all);
        counts.stored += 1;
      } catch (error) {
        counts.refused += 1;
        throw error;
      }
    },
  });
  const { session } = db._;
  const client = clientOf(db);
  const { withSharedConnection } = client;
  if (!withSharedConnection) throw new Error('no store of its own');
  const watchedClient = Object.create(client, {
    withSharedConnection: {
      value: <T>(task: (asker: Executor) => Promise<T>) =>
        withSharedConnection((executor) => task(watch(executor))),
    },
  });
  const withClient = Object.create(session, { client: { value: watchedClient } });
  return {
    db: Object.create(db, { _: { value: { ...db._, session: withClient } } }) as TransactionalDatabase,
    /** Optimistic transactions so far, by their end, and what they have read. */
    counts,
    /** Runs this before the next one stores. */
    before(next: () => Promise<unknown>) {
      interruption = next;
    },
  };
}
