import type { TimelineEntry } from '../../../../contract/admin/timeline.ts';
import type { RecentRequest } from '../../../base/runtime/recent-requests.ts';

/** An event without the fields that it leaves empty. */
export type Entry = Partial<TimelineEntry> & Pick<TimelineEntry, 'at' | 'actor' | 'kind'>;

export function ofRequest(request: RecentRequest): Entry {
  const { at, route, status, transactionId } = request;
  return {
    at: at.toISOString(),
    actor: actorOfRoute(route),
    kind: 'request',
    transaction_id: transactionId ?? null,
    http_status: status,
    request: requestOf(request),
  };
}

const ACTOR_BY_ROUTE: readonly (readonly [string, TimelineEntry['actor']])[] = [
  ['/wallet/api/v1/token', 'page'],
  ['/wallet/api/v1/billing', 'backend'],
  ['/wallet/api/v1/transactions', 'backend'],
  ['/wallet/api/', 'wallet'],
  ['/wallet/instant/', 'provider'],
  ['/3ds/', 'challenge'],
  ['/api/payments/', 'operator'],
];

export function actorOfRoute(route: string): TimelineEntry['actor'] {
  return ACTOR_BY_ROUTE.find(([start]) => route.startsWith(start))?.[1] ?? 'backend';
}

export function requestOf(request: RecentRequest | undefined): TimelineEntry['request'] {
  if (!request) return null;
  const { requestId, method, route, errorCode, milliseconds } = request;
  return {
    request_id: requestId,
    method,
    route,
    error_code: errorCode ?? null,
    milliseconds: Math.round(milliseconds * 10) / 10,
  };
}
