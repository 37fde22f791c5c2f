import type { RateLimitName } from '../../contract/rate-limits.ts';
import type { RequestLimits } from './request-limits.ts';

/** How far a caller has used up one of `RATE_LIMITS`. */
export type LimitStanding = {
  readonly name: RateLimitName;
  readonly left: number;
  /** Until the quota is whole again; for a refusal, until it may be tried again. */
  readonly resetSeconds: number;
};

/** `off`: nothing is counted, for tests under load. */
export type Limits = 'off' | { readonly requests: RequestLimits };
