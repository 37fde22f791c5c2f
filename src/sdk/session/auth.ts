import { type Connection, openConnection } from './connection.ts';
import { readCredentials } from './credentials.ts';

export type Auth = ReturnType<typeof createAuth>;

type Surroundings = {
  readonly scriptOrigin: string | undefined;
  /** Told of each connection that the service granted while it was the newest. */
  onGranted(connection: Connection): void;
  onExpired(): void;
};

/** Keeps the newest connection. */
export function createAuth({ scriptOrigin, onGranted, onExpired }: Surroundings) {
  let current: Connection | undefined;
  let last: unknown;

  async function connect(options: unknown): Promise<{ isGuest: boolean }> {
    last = options;
    const connection = openConnection(readCredentials(options, scriptOrigin), onExpired);
    current = connection;
    const { isGuest } = await connection.session();
    // An older one, answered late, is nobody's any more.
    if (connection === current) onGranted(connection);
    return { isGuest };
  }

  return {
    connect,
    connection: () => current,
    /** Connects with what was given last, where that has failed. */
    again: () => connect(last),
  };
}
