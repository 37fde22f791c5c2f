import type { LookupAddress } from 'node:dns';
import { type ClientRequest, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { NameLookup } from '../../base/egress.ts';
import { hostOf } from '../../base/url-parts.ts';
import { ATTEMPT_MS, type Deadline, startDeadline } from './deadline.ts';
import { nameLookup } from './name-lookup.ts';
import { type EgressAnswer, readAnswer } from './read-answer.ts';

/** From the status on the answer is known: the rest of it may take so long, and is dropped. */
const BODY_MS = 2_000;

export type OutgoingRequest = {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Gets instead, without a body, and keeps so much of the answer with its headers. Default: posts. */
  readonly get?: { readonly maxBytes: number };
  /** Aborts the attempt. Default: only its deadline ends it. */
  readonly signal?: AbortSignal;
  /** How long the whole of it may take. Default: `ATTEMPT_MS`. */
  readonly attemptMs?: number;
  /** Default: as the machine is set up. */
  readonly lookup?: NameLookup | undefined;
  /** Whether no connection may go to an address. */
  readonly isForbidden: (address: string) => boolean;
};

/**
 * Posts or gets over a connection of its own. It resolves the name once, checks every address, and connects to one of them.
 * Follows no redirect and uses no proxy. Never rejects, and ends by its deadline whatever the other side does: what is
 * known of the answer by then counts.
 * Rule: callbacks/answers, callbacks/attempt-time.
 */
export async function sendRequest(url: URL, request: OutgoingRequest): Promise<EgressAnswer> {
  const deadline = startDeadline({ signal: request.signal, attemptMs: request.attemptMs ?? ATTEMPT_MS });
  let partialAnswer = (): EgressAnswer | undefined => undefined;
  const onStatus = (answer: () => EgressAnswer) => {
    partialAnswer = answer;
    if (!request.get) deadline.shorten(BODY_MS);
  };
  try {
    const expiry = deadline.expiry.then((failure) => ({ failure }));
    const answer = await Promise.race([expiry, exchange(url, { ...request, deadline, onStatus })]);
    return 'failure' in answer ? (partialAnswer() ?? answer) : answer;
  } finally {
    deadline.end();
  }
}

type Exchange = OutgoingRequest & {
  readonly deadline: Deadline;
  readonly onStatus: (answer: () => EgressAnswer) => void;
};

async function exchange(url: URL, options: Exchange): Promise<EgressAnswer> {
  const { lookup = nameLookup(), isForbidden, headers, body, get, deadline, onStatus } = options;
  const addresses = await resolve(hostOf(url), { lookup, signal: deadline.expirySignal });
  // A name may be found too late.
  if (deadline.expirySignal.aborted) return { failure: await deadline.expiry };
  if (addresses.length === 0) return { failure: 'name_unresolved' };
  if (addresses.some(({ address }) => isForbidden(address))) return { failure: 'address_forbidden' };
  const length = get ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  const request = open(url, {
    addresses,
    method: get ? 'GET' : 'POST',
    headers: { ...headers, ...length },
    signal: deadline.expirySignal,
  });
  request.once('socket', (socket) => {
    socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', deadline.connected);
  });
  const answer = readAnswer(request, { onStatus, keptBytes: get?.maxBytes });
  request.end(get ? undefined : body);
  return answer;
}

type LookupOptions = { readonly lookup: NameLookup; readonly signal: AbortSignal };

async function resolve(host: string, { lookup, signal }: LookupOptions): Promise<LookupAddress[]> {
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  return lookup(host, signal).catch(() => []);
}

type ConnectionOptions = {
  readonly addresses: readonly LookupAddress[];
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
};

function open(url: URL, { addresses, method, headers, signal }: ConnectionOptions): ClientRequest {
  const checkedLookup: LookupFunction = (_host, options, found) => {
    if (options.all) return found(null, [...addresses]);
    const [first] = addresses;
    return first && found(null, first.address, first.family);
  };
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return request(url, { method, agent: false, headers, lookup: checkedLookup, signal });
}
