import { clientOf } from '../../store/client-of.ts';
import type { Database } from '../../store/database.ts';
import type { Executor } from '../../store/engine.ts';

/** For tests: a store whose drafts are counted, and something can happen between what one reads and what it stores. */
export function watchDrafts(db: Database) {
  const counts = { stored: 0, refused: 0 };
  let act: (() => Promise<unknown>) | undefined;
  const watched = (asker: Executor): Executor => ({
    query: asker.query,
    async store(all) {
      const happens = act;
      act = undefined;
      await happens?.();
      try {
        await asker.store(all);
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
  const watching = Object.create(client, {
    withSharedConnection: {
      value: <T>(task: (asker: Executor) => Promise<T>) =>
        withSharedConnection((asker) => task(watched(asker))),
    },
  });
  const withClient = Object.create(session, { client: { value: watching } });
  return {
    db: Object.create(db, { _: { value: { ...db._, session: withClient } } }) as Database,
    /** Drafts so far, by what became of them. */
    counts,
    /** Does this before the next draft stores. */
    before(next: () => Promise<unknown>) {
      act = next;
    },
  };
}
