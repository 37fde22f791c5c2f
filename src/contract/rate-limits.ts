import type { ErrorCode } from './errors/errors.ts';

type RateLimit = {
  /** How many in `seconds`. */
  readonly quota: number;
  readonly seconds: number;
  readonly counts: string;
  /** What answers beyond it. */
  readonly code: Extract<ErrorCode, 'rate_limited' | 'card_attempts_exceeded'>;
  /** The smaller quota while an account is beyond one of `ACCOUNT_BRAKES`. */
  readonly braked?: { readonly by: AccountBrake; readonly quota: number };
};

const HOUR = 3_600;

/**
 * How much comes to one account before its networks get smaller quotas. It refuses nobody by itself: whoever drives it up
 * would otherwise shut the shop. Rule: requests/account-brakes.
 */
export const ACCOUNT_BRAKES = {
  'account-refusals': { quota: 200, seconds: HOUR, counts: 'cards refused at card entry at one account' },
  'account-starts': { quota: 3_000, seconds: HOUR, counts: 'starts of payments by guests at one account' },
} as const;

export type AccountBrake = keyof typeof ACCOUNT_BRAKES;

const ADDRESS = 'one IP address (IPv6: one /64 network)';
const NETWORK = 'one network (IPv4: /24, IPv6: /56)';
const SITE = 'one IPv6 /48 network';
const STARTS = 'starts of instant or alternative payments';
const REFUSALS = 'cards refused at card entry';

/**
 * What the service takes at most, by the names in `RateLimit-Policy`; beyond it 429 with `Retry-After` in seconds.
 * Spec: Limits (not shown). Rule: requests/rate-limits. 200 in two seconds: 100 a second, with bursts, of which up to
 * two can fall around a window's end. A refused card counts for an hour; the last of the quota closes card entry for an hour. Sixty
 * starts in a minute are one a second, each opened at a provider and given up: no shopper does that.
 */
const LIMITS = {
  'key-billing': { quota: 200, seconds: 2, counts: 'billings with one secret key', code: 'rate_limited' },
  'key-lookups': { quota: 200, seconds: 2, counts: 'lookups with one secret key', code: 'rate_limited' },
  'key-tokens': {
    quota: 200,
    seconds: 2,
    counts:
      'refresh tokens and logins with one secret key; apart from them, changes of metadata at one account',
    code: 'rate_limited',
  },
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
    counts: `${STARTS} by one user or guest, by whatever refresh token`,
    code: 'rate_limited',
  },
  'user-starts': {
    quota: 120,
    seconds: HOUR,
    counts: `${STARTS} by one user with an \`externalID\``,
    code: 'rate_limited',
  },
  'address-starts': {
    quota: 120,
    seconds: HOUR,
    counts: `${STARTS} by guests from ${ADDRESS} at one account`,
    code: 'rate_limited',
    braked: { by: 'account-starts', quota: 12 },
  },
  'network-starts': {
    quota: 600,
    seconds: HOUR,
    counts: `${STARTS} by guests from ${NETWORK} at one account`,
    code: 'rate_limited',
    braked: { by: 'account-starts', quota: 60 },
  },
  'site-starts': {
    quota: 1_800,
    seconds: HOUR,
    counts: `${STARTS} by guests from ${SITE} at one account`,
    code: 'rate_limited',
    braked: { by: 'account-starts', quota: 180 },
  },
  'address-cards': {
    quota: 100,
    seconds: HOUR,
    counts: `cards entered from ${ADDRESS} at one account`,
    code: 'card_attempts_exceeded',
  },
  'network-cards': {
    quota: 500,
    seconds: HOUR,
    counts: `cards entered from ${NETWORK} at one account`,
    code: 'card_attempts_exceeded',
  },
  'site-cards': {
    quota: 1_500,
    seconds: HOUR,
    counts: `cards entered from ${SITE} at one account`,
    code: 'card_attempts_exceeded',
  },
  'address-refusals': {
    quota: 20,
    seconds: HOUR,
    counts: `${REFUSALS} from ${ADDRESS} at one account; card entry alone, not billing`,
    code: 'card_attempts_exceeded',
    braked: { by: 'account-refusals', quota: 3 },
  },
  'network-refusals': {
    quota: 60,
    seconds: HOUR,
    counts: `${REFUSALS} from ${NETWORK} at one account`,
    code: 'card_attempts_exceeded',
    braked: { by: 'account-refusals', quota: 9 },
  },
  'site-refusals': {
    quota: 180,
    seconds: HOUR,
    counts: `${REFUSALS} from ${SITE} at one account`,
    code: 'card_attempts_exceeded',
    braked: { by: 'account-refusals', quota: 27 },
  },
  'session-refusals': {
    quota: 5,
    seconds: HOUR,
    counts:
      'cards refused at card entry in one wallet session, or tries with one number that is no test card’s',
    code: 'card_attempts_exceeded',
  },
} as const satisfies Readonly<Record<string, RateLimit>>;

export type RateLimitName = keyof typeof LIMITS;

export const RATE_LIMITS: Readonly<Record<RateLimitName, RateLimit>> = LIMITS;
