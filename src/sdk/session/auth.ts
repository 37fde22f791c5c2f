import { type Connection, openConnection } from './connection.ts';
import { readCredentials } from './credentials.ts';

export type Auth = ReturnType<typeof createAuth>;

/** Keeps the newest connection; whoever watches learns of it once the service granted it. */
export function createAuth({
  scriptOrigin,
  onExpired,
}: {
  scriptOrigin: string | undefined;
  onExpired: () => void;
}) {
  let current: Connection | undefined;
  let last: unknown;
  const watchers = new Set<(connection: Connection) => void>();

  async function connect(options: unknown): Promise<{ isGuest: boolean }> {
    last = options;
    const connection = openConnection(readCredentials(options, scriptOrigin), onExpired);
    current = connection;
    const { isGuest } = await connection.session();
    // An older one, answered late, is nobody's any more.
    if (connection === current) for (const watcher of [...watchers]) watcher(connection);
    return { isGuest };
  }

  return {
    connect,
    connection: () => current,
    /** Connects with what was given last, where that has failed. */
    again: () => connect(last),
    /** Returns how to stop watching. */
    watch(watcher: (connection: Connection) => void): () => void {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}
