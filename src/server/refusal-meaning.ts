import type { ErrorCode } from '../contract/errors/errors.ts';

/**
 * What a refusal says of a request that may have been sent before. `final`: how it stands with that request, all its
 * attempts included. Else whether the attempt it answers may have been carried out; of the others it says nothing.
 */
type RefusalMeaning = 'final' | 'no' | 'perhaps';

/** Beside 401 and 429: refused before it was looked up what became of an earlier attempt, or undone as a whole. */
const DID_NOTHING: ReadonlySet<ErrorCode> = new Set([
  'body_malformed',
  'overloaded',
  'shutting_down',
  'processor_unavailable',
]);

/** Closed for money: whatever is not known to have done nothing may have done it. */
export function meaningOf(status: number, code: ErrorCode): RefusalMeaning {
  if (status === 401 || status === 429 || DID_NOTHING.has(code)) return 'no';
  // The same request is under way: another attempt of it.
  if (code === 'idempotency_key_in_use') return 'perhaps';
  // Also store_unavailable: the line to the store may have broken during its commit.
  return status >= 400 && status < 500 ? 'final' : 'perhaps';
}
