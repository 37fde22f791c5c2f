import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from './random.ts';

/** What happens to a message on its way, or to the answer to it. The other side has acted where the name says `After`. */
const FAULTS = [
  'lostBefore',
  'lostAfter',
  'halfAnswerAfter',
  'errorAfter',
  'delayed',
  'answeredLate',
  'doubled',
  'doubledAtOnce',
  'repeatedLater',
] as const;
/** Rare: the caller waits until its own deadline. */
const HANGS = 'hangsAfter';
type Fault = (typeof FAULTS)[number] | typeof HANGS | 'foundNothing';

const HANGS_OF_FAULTS = 0.02;
const DELAY_MS = { least: 50, most: 1_500 };
const REPEATED_WITHIN_MS = 8_000;

export type FaultyProxy = {
  readonly url: string;
  /** How often each fault came. */
  readonly counts: ReadonlyMap<Fault, number>;
  /** How many messages came. */
  messages(): number;
  /** From now on it only hands on. */
  calm(): void;
  close(): void;
};

type Way = {
  /** The origin that each message goes to: another each time, where there are several. */
  readonly target: () => string;
  /** Of the messages that meet a fault. */
  readonly share: number;
  /** Of searches for an operation that find nothing, though there is something. */
  readonly blind: { readonly share: number; readonly answer: string };
  readonly random: Random;
};

type Message = { readonly asked: IncomingMessage; readonly body: Buffer };
type Answer = { readonly status: number; readonly contentType: string; readonly body: Buffer };

/** A bad network before a server: it loses, cuts off, delays, doubles and so reorders messages and answers. */
export async function openFaultyProxy({ target, share, blind, random }: Way): Promise<FaultyProxy> {
  const counts = new Map<Fault, number>();
  let isCalm = false;
  let messages = 0;
  const count = (fault: Fault) => {
    counts.set(fault, (counts.get(fault) ?? 0) + 1);
    return fault;
  };
  const choose = (): Fault | undefined => {
    if (isCalm || !random.chance(share)) return undefined;
    return count(random.chance(HANGS_OF_FAULTS) ? HANGS : random.oneOf(FAULTS));
  };
  const server = createServer(async (asked, answer) => {
    const body = await buffer(asked).catch(() => undefined);
    // The sender was killed.
    if (body === undefined) return;
    messages += 1;
    if (isSearch(asked) && !isCalm && random.chance(blind.share)) {
      count('foundNothing');
      answer.writeHead(200, { 'content-type': 'application/json' }).end(blind.answer);
      return;
    }
    const waitMs = random.whole(DELAY_MS.least, DELAY_MS.most);
    const way = { target, waitMs, repeatMs: random.whole(0, REPEATED_WITHIN_MS) };
    await carry({ asked, body }, answer, { ...way, fault: choose() }).catch(() => answer.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    counts,
    messages: () => messages,
    calm: () => {
      isCalm = true;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const isSearch = ({ method, url }: IncomingMessage) =>
  method === 'GET' && url?.startsWith('/v1/operations/') === true;

type Carriage = {
  readonly target: () => string;
  readonly fault: Fault | undefined;
  readonly waitMs: number;
  readonly repeatMs: number;
};

async function carry(
  message: Message,
  answer: ServerResponse,
  { target, fault, waitMs, repeatMs }: Carriage,
): Promise<void> {
  const send = () => forward(message, target());
  if (fault === 'lostBefore') {
    answer.destroy();
    return;
  }
  if (fault === 'delayed') await delay(waitMs);
  const twin = fault === 'doubledAtOnce' ? send().catch(() => undefined) : undefined;
  const answered = await send();
  await twin;
  switch (fault) {
    case 'lostAfter':
      answer.destroy();
      return;
    case 'hangsAfter':
      return;
    case 'errorAfter':
      answer.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad gateway</html>');
      return;
    case 'halfAnswerAfter':
      return cutOff(answer, answered);
    case 'doubled':
      return give(answer, await send());
    case 'answeredLate':
      await delay(waitMs);
      return give(answer, answered);
    case 'repeatedLater':
      give(answer, answered);
      // A message that was sent twice comes again when much else has come.
      await delay(repeatMs);
      await send().catch(() => undefined);
      return;
    default:
      return give(answer, answered);
  }
}

async function forward({ asked, body }: Message, origin: string): Promise<Answer> {
  const { method = 'GET', url = '/', headers } = asked;
  const sent = { method, headers: onward(headers), ...(body.length > 0 && { body: new Uint8Array(body) }) };
  const response = await fetch(origin + url, sent);
  const contentType = response.headers.get('content-type') ?? '';
  return { status: response.status, contentType, body: Buffer.from(await response.arrayBuffer()) };
}

const OF_THE_CONNECTION = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'keep-alive',
]);

function onward(headers: IncomingHttpHeaders): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.has(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}

function give(answer: ServerResponse, { status, contentType, body }: Answer) {
  if (contentType !== '') answer.setHeader('content-type', contentType);
  answer.writeHead(status).end(body);
}

/** The length says more than comes. */
function cutOff(answer: ServerResponse, { status, body }: Answer) {
  answer.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length + 1 });
  answer.write(body.subarray(0, body.length / 2), () => answer.destroy());
}
