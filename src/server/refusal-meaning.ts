import type { ErrorCode } from '../contract/errors/errors.ts';

/**
 * What a refusal says about a request with several attempts. `final`: the answer holds for the request and all its
 * attempts. `no`, `perhaps`: whether this one attempt may have been carried out.
 */
type RefusalMeaning = 'final' | 'no' | 'perhaps';

/**
 * These codes, like 401 and 429, are answered before the service looks for an earlier attempt, or after it has undone
 * everything.
 */
const DID_NOTHING: ReadonlySet<ErrorCode> = new Set([
  'body_malformed',
  'overloaded',
  'shutting_down',
  'processor_unavailable',
]);

/** Unknown outcomes count as `perhaps`, because money may have moved. */
export function meaningOf(status: number, code: ErrorCode): RefusalMeaning {
  if (status === 401 || status === 429 || DID_NOTHING.has(code)) return 'no';
  // Another attempt of the same request is running.
  if (code === 'idempotency_key_in_use') return 'perhaps';
  // Also store_unavailable: the connection to the store may have broken during the commit.
  return status >= 400 && status < 500 ? 'final' : 'perhaps';
}
