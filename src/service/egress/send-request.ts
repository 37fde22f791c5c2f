import type { LookupAddress } from 'node:dns';
import { once, setMaxListeners } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { hostOf } from './egress-rules.ts';
import { type NameLookup, nameLookup } from './name-lookup.ts';

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

export type OutgoingRequest = {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Aborts the attempt. Default: its time alone ends it. */
  readonly signal?: AbortSignal;
  /** How long the whole of it may take. Default: `ATTEMPT_MS`. */
  readonly attemptMs?: number;
  /** Default: as the machine is set up. */
  readonly lookup?: NameLookup | undefined;
  /** Whether no connection may go to an address. */
  readonly isForbidden: (address: string) => boolean;
};

/**
 * Posts by a connection of its own. The name is resolved once, every address is judged, and the connection goes to one of
 * them. Follows no redirect and uses no proxy. Never rejects.
 */
export async function sendRequest(url: URL, sending: OutgoingRequest): Promise<EgressAnswer> {
  const patience = startPatience(sending);
  const { signal, whatEnded } = patience;
  try {
    const { lookup = nameLookup(), isForbidden } = sending;
    const addresses = await orAborted(resolve(hostOf(url), { lookup, signal }), signal);
    if (addresses === undefined || addresses.length === 0) {
      return { failure: whatEnded() ?? 'name_unresolved' };
    }
    if (addresses.some(({ address }) => isForbidden(address))) return { failure: 'address_forbidden' };
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
function startPatience({ signal: givenUp, attemptMs = ATTEMPT_MS }: OutgoingRequest) {
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
  if (givenUp) setMaxListeners(0, givenUp);
  givenUp?.addEventListener('abort', giveUp);
  if (givenUp?.aborted) giveUp();
  return {
    signal: ending.signal,
    whatEnded: () => ended,
    connected: () => clearTimeout(connecting),
    end() {
      clearTimeout(connecting);
      clearTimeout(attempt);
      givenUp?.removeEventListener('abort', giveUp);
    },
  };
}

type Resolving = { readonly lookup: NameLookup; readonly signal: AbortSignal };

async function resolve(host: string, { lookup, signal }: Resolving): Promise<LookupAddress[]> {
  const family = isIP(host);
  return family === 0 ? lookup(host, signal) : [{ address: host, family }];
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
