import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  STATUS_CODES,
} from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { getRequestListener, RequestError } from '@hono/node-server';
import { SIZE_LIMITS } from '../../../contract/size-limits.ts';
import { type IdleConnections, keepIdleConnections } from './idle-connections.ts';
import { PROBES } from './probes.ts';
import { type Unreadable, unreadableRequest } from './unreadable-request.ts';

const limits = {
  maxHeaderSize: SIZE_LIMITS.headers,
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 2_000,
  // The service's own check gives a reason.
  requireHostHeader: false,
};
/** Milliseconds without a request. Every client has by then learnt from an answer to send elsewhere. */
const QUIET_MS = 500;
const DRAIN_MS = 2_500;
const STOP_MS = 4_000;
const IDLE_CHECK_MS = 50;

export type RunningServer = {
  readonly port: number;
  /**
   * Finishes open requests, for a few seconds at most, and accepts none after that. The caller has the app refuse new
   * requests.
   */
  stop(): Promise<void>;
};

type ServerOptions = IdleConnections & {
  readonly port: number;
  readonly host: string;
  readonly baseUrl: string;
  /** Called for each message that was refused because it is no HTTP request. */
  readonly onUnreadable?: (request: Unreadable) => void;
};

export async function startServer(
  fetch: (request: Request) => Response | Promise<Response>,
  { port, host, baseUrl, onUnreadable, ...idle }: ServerOptions,
): Promise<RunningServer> {
  const refuse = (parserCode?: string) => {
    const refusal = unreadableRequest(parserCode, baseUrl);
    onUnreadable?.(refusal);
    return refusal;
  };
  const answer = getRequestListener(fetch, {
    overrideGlobalObjects: false,
    errorHandler: (error) => {
      if (!(error instanceof RequestError)) throw error;
      const { status, headers, body } = refuse();
      return new Response(body, { status, headers });
    },
  });
  const take: RequestListener = (incoming, response) => {
    if (isProbeWithoutHost(incoming)) nameHost(incoming);
    if (hostsOf(incoming) === 1) return answer(incoming, response);
    const { status, headers, body } = refuse();
    return response.writeHead(status, headers).end(body);
  };
  const server = createServer(limits, take);
  keepIdleConnections(server, idle);
  // An unknown `Expect` may be ignored (RFC 9110, 10.1.1); Node would answer 417 without a body.
  server.on('checkExpectation', take);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (wasSilent(socket)) socket.destroy();
    else refuseUnreadable(socket, refuse(error.code));
  });
  server.listen(port, host);
  await once(server, 'listening');
  return { port: boundPort(server), stop: () => stop(server) };
}

/** As HAProxy asks where it is told no more than the path. HTTP/1.0 knows no Host. */
function isProbeWithoutHost(incoming: IncomingMessage): boolean {
  const { httpVersion, method = '', url = '' } = incoming;
  const isPlain = httpVersion === '1.0' && ['GET', 'HEAD'].includes(method);
  return isPlain && PROBES.includes(url) && hostsOf(incoming) === 0;
}

function nameHost(incoming: IncomingMessage) {
  incoming.headers.host = 'localhost';
  incoming.rawHeaders.push('Host', 'localhost');
}

/** Node would take the first of several Host headers, and a proxy before it perhaps another. */
function hostsOf({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
}

/**
 * Browsers open connections before they need them. The browser would take what is written to an idle one for the answer
 * to its next request, so it is only closed, and the browser opens another.
 */
function wasSilent(socket: Duplex): boolean {
  return socket instanceof Socket && socket.bytesRead === 0;
}

type Refusal = ReturnType<typeof unreadableRequest>;

/** Node could not parse these bytes as a request, so no route can answer. */
function refuseUnreadable(socket: Duplex, { status, headers, body }: Refusal) {
  if (!socket.writable) return;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
}

async function stop(server: Server): Promise<void> {
  const closing = once(server, 'close');
  const timer = setTimeout(() => server.closeAllConnections(), STOP_MS);
  if (await isConnected(server)) await drain(server);
  server.close();
  // A connection that was busy at the close would be kept alive once it is idle.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  await closing;
  clearInterval(idle);
  clearTimeout(timer);
}

/**
 * Waits before the close, which would cut clients that are just connecting, such as one whose last answer ended its
 * connection.
 */
async function drain(server: Server): Promise<void> {
  const began = performance.now();
  let lastRequest = began;
  server.on('request', () => {
    lastRequest = performance.now();
  });
  const isOver = (now: number) => now - lastRequest >= QUIET_MS || now - began >= DRAIN_MS;
  while (!isOver(performance.now())) await pause(IDLE_CHECK_MS);
}

function isConnected(server: Server): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count > 0)));
  });
}

function boundPort(server: Server): number {
  const address = server.address() as AddressInfo;
  return address.port;
}
