import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { ConnectionPool, Listener } from '../engine.ts';

const RETRY_MS = 1_000;
const ANSWER_MS = 5_000;

/** A connection that only listens, opened by the first `listen` and reopened whenever it is lost. */
export function listenOn(url: string): Pick<ConnectionPool, 'listen' | 'close'> {
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
  };
  const reconnect = async () => {
    let isConnected = false;
    while (!isConnected) {
      await pause(RETRY_MS, undefined, { signal: closing.signal, ref: false });
      isConnected = await connect().then(
        () => true,
        () => false,
      );
    }
    for (const listener of listeners.values()) listener.onMissed();
  };

  return {
    async listen(channel, listener) {
      listeners.set(channel, listener);
      if (client) await client.query(`listen ${channel}`);
      else await connect();
    },
    async close() {
      closing.abort();
      await client?.end();
    },
  };
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
