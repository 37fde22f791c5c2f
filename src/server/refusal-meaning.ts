import type { ErrorCode } from '../contract/errors/errors.ts';

/**
 * What a refusal says of a request that may have been sent before. `final`: the answer holds for the request and all its
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
  // The same request is under way: another attempt of it.
  if (code === 'idempotency_key_in_use') return 'perhaps';
  // Also store_unavailable: the line to the store may have broken during its commit.
  return status >= 400 && status < 500 ? 'final' : 'perhaps';
}
