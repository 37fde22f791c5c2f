import type { RequestFault } from '../../../contract/admin/requests.ts';
import type { Faults } from '../../../contract/admin/service.ts';
import type { AnsweredRequest } from '../../base/metrics.ts';
import type { RequestAnnotations } from '../../base/runtime/recent-requests.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import type { AppContext } from './app-env.ts';
import type { Unreadable } from './unreadable-request.ts';

/** Files and probes, served often and of no interest once served. A refusal of one is recorded. */
const FILES =
  /^\/(?:healthz|readyz|openapi\.json|docs|sdk\/|wallet\/(?:assets|locales|brands)\/|3ds\/assets\/)/;

/** Longer values are no ids. A part of one would hold the whole text of the body in memory. */
const MAX_LENGTH = 64;
const MAX_ORIGIN = 256;
const MAX_NAMES = 20;

/** Adds to what the list of recent requests shows of this one. */
export function annotateRequest(c: AppContext, note: RequestAnnotations): void {
  c.set('note', { ...c.get('note'), ...note });
}

/** Adds an answered request to the list of recent ones. Values are shortened here, and masked where they are shown. */
export function recordRequest(c: AppContext, answered: AnsweredRequest, ignored: readonly string[]): void {
  const service = c.get('service');
  const requestId = c.get('requestId');
  const note = c.get('note');
  const form = c.get('form');
  const actor = c.get('actor');
  const accountId = c.get('accountId');
  const { method, route, status, milliseconds } = answered;
  if (status < 400 && FILES.test(route)) return;
  const formValue = (name: string) => form?.values.get(name);
  service.requests.add({
    at: service.clock.now(),
    requestId,
    method,
    route,
    status,
    milliseconds,
    ignored: ignored.length > MAX_NAMES ? ignored.slice(0, MAX_NAMES) : ignored,
    errorCode: note?.errorCode,
    declineCode: note?.declineCode,
    accountId,
    merchantId: note?.merchantId ?? numberOf(formValue('merchant_id')),
    walletSessionId: actor?.kind === 'wallet-session' ? (actor.id ?? undefined) : note?.walletSessionId,
    transactionId: idOf(note?.transactionId ?? formValue('transactionID')),
    orderId: idOf(note?.orderId ?? formValue('orderID')),
    origin: originOf(note?.origin),
    fault: note?.fault ?? faultBehind(answered, service.faults.now()),
    path: route === 'none' ? unknownPath(c.req.path) : undefined,
  });
}

/** What came was no HTTP request, so that no route answered it. */
export function recordUnreadable(service: Runtime, { requestId, status, code }: Unreadable): void {
  service.requests.add({
    at: service.clock.now(),
    requestId,
    method: 'none',
    route: 'none',
    status,
    milliseconds: 0,
    ignored: [],
    errorCode: code,
  });
}

/** Guesses the fault switch behind a refusal, because the code that fails does not know the request. */
function faultBehind(
  { route, method, errorCode }: AnsweredRequest,
  faults: Faults,
): RequestFault | undefined {
  if (errorCode === 'processor_unavailable' && faults.processor_down) return 'processor_down';
  const isProviders = method === 'POST' && route === '/wallet/api/v1/instant';
  return isProviders && faults.providers_down ? 'providers_down' : undefined;
}

const MAX_PARTS = 10;
/** Short, and without digits and underscores: no key, token, capability, id or card number matches. */
const WORD = /^(?:[a-z][a-z.-]{0,15}|v\d|3ds)$/i;

/** An unknown path, as far as it is plain words: `/wallet/api/v1/biling/…`. It may hold anything else. */
export function unknownPath(path: string): string {
  const parts = path.split('/').slice(1, MAX_PARTS + 1);
  return `/${parts.map((part) => (part === '' || WORD.test(part) ? part : '…')).join('/')}`;
}

function idOf(text: string | undefined): string | undefined {
  return text !== undefined && text.length > 0 && text.length <= MAX_LENGTH ? text : undefined;
}

/** The page's origin by its header, if the header is an origin at all. */
function originOf(origin = ''): string | undefined {
  return origin.length <= MAX_ORIGIN && URL.canParse(origin) && new URL(origin).origin === origin
    ? origin
    : undefined;
}

function numberOf(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9][0-9]{0,8}$/.test(text) ? Number(text) : undefined;
}
