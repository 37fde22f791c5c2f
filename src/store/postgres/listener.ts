import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { ConnectionPool, Listener } from '../engine.ts';

const RETRY_MS = 1_000;
const ANSWER_MS = 5_000;
/** A line that went silent is noticed after this time and that of an answer. */
const BEAT_MS = 4_000;

export type ServerLine = Pick<ConnectionPool, 'listen' | 'close'> & {
  /** Whether a process of the server works for a connection of this service. Rejects where the server cannot be asked. */
  isBusy(process: number): Promise<boolean>;
};

/** Called where the connection that listens is lost, and once it is back. */
export type OnListening = (isListening: boolean) => void;

/** A connection that only listens, opened when it is first needed and reopened whenever it is lost or silent. */
export function listenOn(url: string, onListening: OnListening = () => {}): ServerLine {
  const closing = new AbortController();
  const listeners = new Map<string, Listener>();
  let client: Client | undefined;

  const connect = async () => {
    const newConnection = newClient(url);
    client = newConnection;
    newConnection.on('notification', ({ channel, payload = '' }) =>
      listeners.get(channel)?.onNotification(payload),
    );
    await startListening(newConnection, listeners.keys());
    // Attached only now: until here a rejection reports a loss to the caller, which tries again.
    newConnection.once('end', () => reconnect().catch(() => {}));
    beat(newConnection, closing.signal).catch(() => newConnection.connection.stream.destroy());
  };
  const tellMissed = () => {
    for (const listener of listeners.values()) listener.onMissed();
  };
  const reconnect = async () => {
    if (closing.signal.aborted) return;
    onListening(false);
    tellMissed();
    // While nothing can be heard, listeners look for themselves.
    const looking = setInterval(tellMissed, RETRY_MS).unref();
    try {
      let isConnected = false;
      while (!isConnected) {
        await pause(RETRY_MS, undefined, { signal: closing.signal, ref: false });
        isConnected = await connect().then(
          () => true,
          () => false,
        );
      }
    } finally {
      clearInterval(looking);
    }
    onListening(true);
    tellMissed();
  };
  const connected = async (): Promise<Client> => {
    if (!client) await connect();
    if (!client) throw new Error('Cannot ask the server: the connection is closed');
    return client;
  };

  return {
    async listen(channel, listener) {
      listeners.set(channel, listener);
      if (client) await client.query(`listen ${channel}`);
      else await connect();
    },
    async isBusy(process) {
      const { rows } = await (await connected()).query(BUSY, [process]);
      return rows.length > 0;
    },
    async close() {
      closing.abort();
      await client?.end();
    },
  };
}

const BUSY = "select from pg_stat_activity where pid = $1 and state = 'active' and usename = current_user";

/** Rejects once the server no longer answers. */
async function beat(client: Client, signal: AbortSignal): Promise<void> {
  const isOver = () => signal.aborted || client.connection.stream.destroyed;
  while (!isOver()) {
    await pause(BEAT_MS, undefined, { ref: false });
    if (!isOver()) await client.query('select 1');
  }
}

function newClient(url: string): Client {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    keepAlive: true,
    application_name: 'wallet-service listener',
  });
  // An error is followed by the end.
  return client.on('error', () => {});
}

/** Ends a connection that cannot listen to all channels, because its end would go unnoticed. */
async function startListening(client: Client, channels: Iterable<string>): Promise<void> {
  try {
    await client.connect();
    for (const channel of channels) await client.query(`listen ${channel}`);
  } catch (error) {
    // Not awaited: a dead connection does not answer.
    client.end().catch(() => {});
    throw error;
  }
}
