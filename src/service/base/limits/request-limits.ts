import { createHash } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { RATE_LIMITS } from '../../../contract/rate-limits.ts';
import type { LimitStanding } from '../limit-standing.ts';

type KeyLimit = 'key-billing' | 'key-lookups' | 'key-tokens';
export type RequestLimit = KeyLimit | 'token-exchange' | 'refresh-token' | 'card-entry' | 'instant-start';

type RequestCount = LimitStanding & { readonly isBeyondQuota: boolean };

/** Counts over seconds, in this process and by the machine's clock, the only one that the library takes. */
type RequestLimits = {
  /** `secret` is stored as a digest, until the window ends. */
  count(name: RequestLimit, secret: string): Promise<RequestCount>;
};

/** `off`: nothing is counted, for tests under load. */
export type Limits = 'off' | { readonly requests: RequestLimits };

/** `keyRequests`: the quota of each of a secret key's limits. Default: that of `RATE_LIMITS`. */
export function openRequestLimits(keyRequests?: number): RequestLimits {
  const quotaOf = (name: RequestLimit) =>
    keyRequests !== undefined && name.startsWith('key-') ? keyRequests : RATE_LIMITS[name].quota;
  const counterOf = (name: RequestLimit) => {
    const { seconds } = RATE_LIMITS[name];
    return new RateLimiterMemory({ keyPrefix: name, points: quotaOf(name), duration: seconds });
  };
  const counters = {
    'key-billing': counterOf('key-billing'),
    'key-lookups': counterOf('key-lookups'),
    'key-tokens': counterOf('key-tokens'),
    'token-exchange': counterOf('token-exchange'),
    'refresh-token': counterOf('refresh-token'),
    'card-entry': counterOf('card-entry'),
    'instant-start': counterOf('instant-start'),
  };
  return {
    async count(name, secret) {
      const digest = createHash('sha256').update(secret).digest('base64url');
      const { remainingPoints, consumedPoints, msBeforeNext } = await consume(counters[name], digest);
      const quota = quotaOf(name);
      const isBeyondQuota = consumedPoints > quota;
      return {
        name,
        quota,
        left: remainingPoints,
        resetSeconds: Math.ceil(msBeforeNext / 1000),
        isBeyondQuota,
      };
    },
  };
}

/** The library throws the count when it is beyond the quota. */
async function consume(counter: RateLimiterMemory, key: string): Promise<RateLimiterRes> {
  try {
    return await counter.consume(key);
  } catch (result) {
    if (result instanceof RateLimiterRes) return result;
    throw result;
  }
}
