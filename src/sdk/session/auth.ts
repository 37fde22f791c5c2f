import type { Page } from '../base/page.ts';
import { type Connection, openConnection } from './connection.ts';
import { type Credentials, readCredentials } from './credentials.ts';

export type Auth = ReturnType<typeof createAuth>;

/** Keeps the newest connection. Calls `onGranted` with each that the service granted while it was the newest. */
export function createAuth(
  { scriptOrigin }: Pick<Page, 'scriptOrigin'>,
  onGranted: (connection: Connection) => void,
) {
  let credentials: Credentials;
  let current: Connection | undefined;

  async function reconnect(): Promise<{ isGuest: boolean }> {
    const connection = openConnection(credentials);
    current = connection;
    const { isGuest } = await connection.session;
    // An older connection that is answered late is dropped.
    if (connection === current) onGranted(connection);
    return { isGuest };
  }

  return {
    async connect(options: unknown) {
      credentials = readCredentials(options, scriptOrigin);
      return reconnect();
    },
    connection: () => current,
    /** Connects again with the last valid options. */
    reconnect,
  };
}
