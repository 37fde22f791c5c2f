import type { RateLimitName } from '../../contract/rate-limits.ts';

/** How far a caller has used up one of `RATE_LIMITS`. */
export type LimitStanding = {
  readonly name: RateLimitName;
  /** The quota that holds: some are smaller while an account is under a brake. */
  readonly quota: number;
  readonly left: number;
  /** Seconds until the quota is whole again; in a refusal, until a retry may succeed. */
  readonly resetSeconds: number;
};
