import type { Page } from '../base/page.ts';
import { type Connection, openConnection } from './connection.ts';
import { readCredentials } from './credentials.ts';

export type Auth = ReturnType<typeof createAuth>;

/** Keeps the newest connection. `onGranted` is told of each that the service granted while it was the newest. */
export function createAuth(
  { scriptOrigin }: Pick<Page, 'scriptOrigin'>,
  onGranted: (connection: Connection) => void,
) {
  let current: Connection | undefined;
  let last: unknown;

  async function connect(options: unknown): Promise<{ isGuest: boolean }> {
    last = options;
    const connection = openConnection(readCredentials(options, scriptOrigin));
    current = connection;
    const { isGuest } = await connection.session;
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
