import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Longer than clients and proxies keep an idle connection: most that have a limit have one of 60 seconds. */
const IDLE_SECONDS = 60;
/** A request may be in transit when the announced time ends. */
const GRACE_MS = 5_000;
const MAX_CONNECTIONS = 12_288;
const SWEEP_MS = 1_000;

export type IdleConnections = {
  /** As announced by `Keep-Alive: timeout=`. Default: 60. */
  readonly idleSeconds?: number | undefined;
  /** Open connections, beyond which the idle ones are closed early. Default: 12,288. */
  readonly maxConnections?: number | undefined;
};

/**
 * Closes idle connections later than announced: a client that is writing a request at the close gets no answer. Where
 * connections are too many, the idle ones make room: they cost memory and descriptors, and anybody can open them.
 * Rule: requests/idle-connections.
 */
export function keepIdleConnections(server: Server, { idleSeconds, maxConnections }: IdleConnections) {
  const most = maxConnections ?? MAX_CONNECTIONS;
  const idleAt = new WeakMap<Socket, number>();
  let open = 0;
  let sweptAt = Number.NEGATIVE_INFINITY;
  server.keepAliveTimeout = (idleSeconds ?? IDLE_SECONDS) * 1000;
  // Some versions of Node would close at the very moment that they announced.
  server.on('timeout', (socket) => {
    if (idleAt.get(socket) === socket.bytesRead) return socket.destroy();
    idleAt.set(socket, socket.bytesRead);
    return socket.setTimeout(GRACE_MS);
  });
  server.on('connection', (socket) => {
    open += 1;
    socket.once('close', () => {
      open -= 1;
    });
    const now = performance.now();
    if (open <= most || now - sweptAt < SWEEP_MS) return;
    sweptAt = now;
    server.closeIdleConnections();
  });
}
