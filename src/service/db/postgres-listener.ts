import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { Connections, Listener } from './engine.ts';

const RETRY_MS = 1_000;
const CONNECT_MS = 5_000;

/** A connection that only listens, opened by the first `listen` and opened anew whenever it is lost. */
export function listenOn(url: string): Pick<Connections, 'listen' | 'close'> {
  const closed = new AbortController();
  const listeners = new Map<string, Listener>();
  let client: Client | undefined;

  const connect = async () => {
    const fresh = new Client({
      ...{ connectionString: url, connectionTimeoutMillis: CONNECT_MS },
      ...{ keepAlive: true, application_name: 'wallet-service listener' },
    });
    client = fresh;
    // An error is followed by the end.
    fresh.on('error', () => {});
    fresh.on('notification', ({ channel, payload = '' }) => listeners.get(channel)?.notified(payload));
    await fresh.connect();
    fresh.once('end', () => reconnect().catch(() => {}));
    for (const channel of listeners.keys()) await fresh.query(`listen ${channel}`);
  };
  const reconnect = async () => {
    let isConnected = false;
    while (!isConnected) {
      await pause(RETRY_MS, undefined, { signal: closed.signal, ref: false });
      isConnected = await connect().then(
        () => true,
        () => false,
      );
    }
    for (const listener of listeners.values()) listener.missed();
  };

  return {
    async listen(channel, listener) {
      listeners.set(channel, listener);
      if (client) await client.query(`listen ${channel}`);
      else await connect();
    },
    async close() {
      closed.abort();
      await client?.end();
    },
  };
}
