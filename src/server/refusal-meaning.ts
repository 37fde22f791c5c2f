import type { CodeOf, ErrorCode, PlainRequestError } from '../contract/errors/errors.ts';

/**
 * What a refusal says about a request with several attempts. `final`: the answer holds for the request and all its
 * attempts. `no`, `perhaps`: whether this one attempt may have been carried out.
 */
type RefusalMeaning = 'final' | 'no' | 'perhaps';

/** Codes whose HTTP status already tells. The compiler wants every new code here or in `MEANINGS`. */
type SaidByStatus =
  | CodeOf<'authentication_error' | 'rate_limit_error'>
  | CodeOf<'permission_error' | 'conflict_error' | 'money_rule_error' | 'card_error'>
  | PlainRequestError
  | 'card_brand_not_accepted'
  | 'idempotency_key_invalid'
  | 'idempotency_key_reused'
  | 'internal_error'
  // The connection to the store may have broken during its commit.
  | 'store_unavailable';

/**
 * `no`: like 401 and 429, answered before the service looks for an earlier attempt, or after it has undone everything.
 */
const MEANINGS: Partial<Record<ErrorCode, RefusalMeaning>> = {
  body_malformed: 'no',
  overloaded: 'no',
  shutting_down: 'no',
  processor_unavailable: 'no',
  // The same request is under way: another attempt of it.
  idempotency_key_in_use: 'perhaps',
} satisfies Record<Exclude<ErrorCode, SaidByStatus>, RefusalMeaning>;

/** Unknown outcomes count as `perhaps`, because money may have moved. */
export function meaningOf(status: number, code: ErrorCode): RefusalMeaning {
  if (status === 401 || status === 429) return 'no';
  return MEANINGS[code] ?? (status >= 400 && status < 500 ? 'final' : 'perhaps');
}
