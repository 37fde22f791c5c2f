import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { textAt, valueAt } from '../../support/stack/service-client.ts';
import { anyOf } from './merchant.ts';

/** One attempt, as it came. */
export type Arrival = {
  readonly id: string;
  /** Of the billing request it tells of; empty where that named none. */
  readonly request: string;
  /** What it tells, as JSON. */
  readonly body: unknown;
  readonly at: number;
  readonly isTaken: boolean;
  /** The billing request had neither been answered nor cut off. */
  readonly isEarly: boolean;
};

type Receiving = {
  readonly ports: number;
  /** Of attempts that fail. */
  failing: number;
  /** Milliseconds without an answer, where it hangs; undefined: for ever. */
  readonly hangMs: number | undefined;
  /** Whether the billing request is over. */
  isOver(request: string): boolean;
};

export type Receiver = Awaited<ReturnType<typeof openReceiver>>;

/** A merchant's endpoint under several ports; a share of what it is sent fails: 500, reset, hang, 301. */
export async function openReceiver(receiving: Receiving) {
  const arrivals: Arrival[] = [];
  const listening = Array.from({ length: receiving.ports }, async () => {
    const server = createServer(async (request, response) => {
      const at = performance.now();
      const id = String(request.headers['webhook-id']);
      const sent = await text(request).catch(() => undefined);
      // The sender was killed.
      if (sent === undefined) return;
      const body: unknown = JSON.parse(sent);
      const name = requestOf(body);
      const isEarly = !(await isOverBy(receiving, name));
      const isTaken = Math.random() >= receiving.failing;
      arrivals.push({ id, request: name, body, at, isTaken, isEarly });
      if (isTaken) response.end();
      else await fail(response, receiving);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return server;
  });
  const servers = await Promise.all(listening);
  return {
    arrivals,
    url: () => `http://127.0.0.1:${portOf(anyOf(servers))}/callback`,
    failFrom: (share: number) => {
      receiving.failing = share;
    },
    close() {
      for (const server of servers) server.closeAllConnections();
      for (const server of servers) server.close();
    },
  };
}

/** The answer may lie in a socket of this process that its turn has not come to yet. */
async function isOverBy({ isOver }: Receiving, request: string): Promise<boolean> {
  for (let turn = 0; turn < 4 && !isOver(request); turn += 1) await delay(10);
  return isOver(request);
}

async function fail(response: ServerResponse, { hangMs }: Receiving): Promise<void> {
  const how = anyOf(['500', 'reset', 'hang', '301']);
  if (how === '500') response.writeHead(500).end();
  else if (how === '301') response.writeHead(301, { Location: 'http://127.0.0.1:1/' }).end();
  else if (how === 'reset') response.destroy();
  else if (hangMs !== undefined) await delay(hangMs).then(() => response.destroy());
}

/** The merchant's own metadata come back with the callback. */
function requestOf(body: unknown): string {
  const entries = valueAt(body, 'transaction', 'metadata');
  const entry = Array.isArray(entries) ? entries.find(({ key }) => key === 'request') : undefined;
  return entry === undefined ? '' : textAt(entry, 'value');
}

function portOf(server: ReturnType<typeof createServer>): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('Cannot receive: found no port');
  return address.port;
}
