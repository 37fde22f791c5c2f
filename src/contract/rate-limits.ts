import type { ErrorCode } from './errors/errors.ts';

type RateLimit = {
  /** How many in `seconds`. */
  readonly quota: number;
  readonly seconds: number;
  readonly counts: string;
  /** What answers beyond it. */
  readonly code: Extract<ErrorCode, 'rate_limited' | 'card_attempts_exceeded'>;
};

/**
 * What the service takes at most, by the names in `RateLimit-Policy`; beyond it 429 with `Retry-After` in seconds.
 * Spec: Limits (not shown). Rule: requests/rate-limits. 200 in two seconds are 100 a second with bursts, of which two fit
 * around a window's end. A refused card counts for an hour; the last of the quota closes card entry for an hour. Sixty
 * starts in a minute are one a second, each opened at a provider and given up: no shopper does that.
 */
export const RATE_LIMITS = {
  'secret-key': { quota: 200, seconds: 2, counts: 'requests with one secret key', code: 'rate_limited' },
  'token-exchange': {
    quota: 30,
    seconds: 60,
    counts: 'token exchanges of one refresh token',
    code: 'rate_limited',
  },
  'refresh-token': {
    quota: 300,
    seconds: 60,
    counts: 'wallet requests by one refresh token, whatever the number of wallets that it opened',
    code: 'rate_limited',
  },
  'card-entry': {
    quota: 10,
    seconds: 60,
    counts: 'cards entered in one wallet session',
    code: 'rate_limited',
  },
  'instant-start': {
    quota: 60,
    seconds: 60,
    counts: 'starts of instant or alternative payments by one user or guest, by whatever refresh token',
    code: 'rate_limited',
  },
  'address-cards': {
    quota: 100,
    seconds: 3600,
    counts: 'cards entered from one IP address (IPv6: one /64 network) at one account',
    code: 'card_attempts_exceeded',
  },
  'address-refusals': {
    quota: 20,
    seconds: 3600,
    counts: 'cards refused at card entry from one IP address at one account; card entry alone, not billing',
    code: 'card_attempts_exceeded',
  },
  'session-refusals': {
    quota: 5,
    seconds: 3600,
    counts:
      'cards refused at card entry in one wallet session, or tries with one number that is no test card’s',
    code: 'card_attempts_exceeded',
  },
} as const satisfies Readonly<Record<string, RateLimit>>;

export type RateLimitName = keyof typeof RATE_LIMITS;
