import { once } from 'node:events';
import { createServer, type Server, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { SIZE_LIMITS } from '../../contract/size-limits.ts';
import { unreadableRequest } from './unreadable-request.ts';

const limits = {
  maxHeaderSize: SIZE_LIMITS.headers,
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 2_000,
};
const STOP_MS = 4_000;
const IDLE_CHECK_MS = 50;

export type RunningServer = {
  readonly port: number;
  /** Answers what is under way, for a few seconds at most, and takes nothing new. */
  stop(): Promise<void>;
};

type Listening = { readonly port: number; readonly host: string; readonly baseUrl: string };

export async function startServer(
  fetch: (request: Request) => Response | Promise<Response>,
  { port, host, baseUrl }: Listening,
): Promise<RunningServer> {
  const server = createServer(limits, getRequestListener(fetch, { overrideGlobalObjects: false }));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    refuseUnreadable(socket, unreadableRequest(error.code, baseUrl));
  });
  server.listen(port, host);
  await once(server, 'listening');
  return { port: boundPort(server), stop: () => stop(server) };
}

type Refusal = ReturnType<typeof unreadableRequest>;

/** Node could not make a request of it, so no route can answer. */
function refuseUnreadable(socket: Duplex, { status, requestId, body }: Refusal) {
  if (!socket.writable) return;
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      `Request-Id: ${requestId}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

async function stop(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  // A connection that was busy when the server closed would be kept alive once it is idle.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  const late = setTimeout(() => server.closeAllConnections(), STOP_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(late);
}

function boundPort(server: Server): number {
  const address = server.address() as AddressInfo;
  return address.port;
}
