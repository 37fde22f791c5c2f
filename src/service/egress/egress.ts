import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import { once, setMaxListeners } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { addressError, type EgressRules, hostOf, portOf, urlError } from './egress-rules.ts';

const CONNECT_MS = 5_000;
export const ATTEMPT_MS = 15_000;
const MAX_READ_BYTES = 64 * 1024;
const MAX_KEPT_BYTES = 2 * 1024;

/** Why there was no answer. */
type EgressFailure =
  | 'address_forbidden'
  | 'name_unresolved'
  | 'connection_failed'
  | 'connect_timeout'
  | 'timeout'
  | 'answer_broken';

export type EgressAnswer =
  | {
      readonly status: number;
      /** The `Retry-After` header as received. */
      readonly retryAfter: string | undefined;
      /** The first 2 KB of the body. */
      readonly start: Uint8Array;
    }
  | { readonly failure: EgressFailure };

type Sending = {
  readonly rules: EgressRules;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Aborts the attempt. */
  readonly signal: AbortSignal;
  /** How long the whole of it may take. Default: `ATTEMPT_MS`. */
  readonly attemptMs?: number;
  /** Returns all addresses of a name. Default: the system's resolver. */
  readonly lookup?: Lookup;
};

type Lookup = (host: string) => Promise<LookupAddress[]>;

const lookupAll: Lookup = (host) => systemLookup(host, { all: true, order: 'ipv4first' });

/**
 * Posts to a merchant's URL. The name is resolved once, every address is checked, and the connection goes to one of them.
 * Follows no redirect, uses no proxy and no kept connection. Never rejects.
 */
export async function post(text: string, sending: Sending): Promise<EgressAnswer> {
  const { rules } = sending;
  if (urlError(text, rules)) return { failure: 'address_forbidden' };
  const fate = rules.deliveryFault?.() ?? 'arrive';
  if (fate === 'lost') return { failure: 'connection_failed' };
  const to = new URL(text);
  const sendNow = () => send(to, sending);
  const answer = await (rules.around?.({ to, id: sending.headers['webhook-id'] }, sendNow) ?? sendNow());
  return fate === 'answer-lost' && 'status' in answer ? { failure: 'answer_broken' } : answer;
}

async function send(url: URL, sending: Sending): Promise<EgressAnswer> {
  const patience = startPatience(sending);
  const { signal, whatEnded } = patience;
  try {
    const addresses = await orAborted(resolve(hostOf(url), sending.lookup ?? lookupAll), signal);
    if (addresses === undefined || addresses.length === 0) {
      return { failure: whatEnded() ?? 'name_unresolved' };
    }
    const { rules } = sending;
    const isForbidden = addresses.some(({ address }) => addressError(address, { port: portOf(url), rules }));
    if (isForbidden) return { failure: 'address_forbidden' };
    const request = open(url, { addresses, headers: sending.headers, signal });
    request.once('socket', (socket) => {
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', patience.connected);
    });
    return await exchange(request, sending.body, (error) => whatEnded() ?? error);
  } finally {
    patience.end();
  }
}

/**
 * Ends an attempt that takes too long or is aborted. It has timers of its own: a signal made of `AbortSignal.timeout` and
 * others may be collected early, and a hanging attempt would then hold its slot for ever.
 */
function startPatience({ signal: givenUp, attemptMs = ATTEMPT_MS }: Sending) {
  const ending = new AbortController();
  let ended: EgressFailure | undefined;
  const endWith = (failure: EgressFailure) => {
    ended ??= failure;
    ending.abort();
  };
  const giveUp = () => endWith('timeout');
  const connecting = setTimeout(endWith, CONNECT_MS, 'connect_timeout');
  const attempt = setTimeout(endWith, attemptMs, 'timeout');
  // Many attempts share it, and each takes its listener away when it ends.
  setMaxListeners(0, givenUp);
  givenUp.addEventListener('abort', giveUp);
  if (givenUp.aborted) giveUp();
  return {
    signal: ending.signal,
    whatEnded: () => ended,
    connected: () => clearTimeout(connecting),
    end() {
      clearTimeout(connecting);
      clearTimeout(attempt);
      givenUp.removeEventListener('abort', giveUp);
    },
  };
}

async function resolve(host: string, lookup: Lookup): Promise<LookupAddress[] | undefined> {
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  return lookup(host).catch(() => undefined);
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  return new Promise((done) => {
    signal.addEventListener('abort', () => done(undefined), { once: true });
    work.then(done, () => done(undefined));
  });
}

type OpenInput = {
  readonly addresses: readonly LookupAddress[];
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
};

function open(url: URL, { addresses, headers, signal }: OpenInput): ClientRequest {
  const checked: LookupFunction = (_host, options, found) => {
    if (options.all) return found(null, [...addresses]);
    const [first] = addresses;
    return first && found(null, first.address, first.family);
  };
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return request(url, { method: 'POST', agent: false, headers, lookup: checked, signal });
}

type ExchangeInput = (otherwise: EgressFailure) => EgressFailure;

async function exchange(request: ClientRequest, body: string, failing: ExchangeInput): Promise<EgressAnswer> {
  // The rejection below reports it; an error event without a listener would end the process.
  request.on('error', () => {});
  const answered = once(request, 'response');
  request.end(body);
  try {
    const [response]: IncomingMessage[] = await answered;
    if (!response) throw new Error('Cannot read the answer: found none, expected one');
    const start = await readStart(response).catch(() => undefined);
    if (start === undefined) return { failure: failing('answer_broken') };
    return { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], start };
  } catch {
    return { failure: failing('connection_failed') };
  } finally {
    request.destroy();
  }
}

async function readStart(response: IncomingMessage): Promise<Uint8Array> {
  const kept: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response) {
    const bytes: Uint8Array = chunk;
    if (size < MAX_KEPT_BYTES) kept.push(bytes);
    size += bytes.byteLength;
    if (size >= MAX_READ_BYTES) break;
  }
  return Buffer.concat(kept).subarray(0, MAX_KEPT_BYTES);
}
