import type { RetryProfile } from '../base/config.ts';

/** Waits before each attempt, in seconds. Rule: callbacks/schedule. */
const SCHEDULES: Record<RetryProfile, readonly number[]> = {
  standard: [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400],
  sandbox: [0, 2, 10, 30, 120, 600, 3_600],
  /** For tests: twenty attempts within a minute and a half. */
  fast: [0, 0.2, 0.5, 1, 1, 2, 2, 3, 3, 5, 5, 5, 5, 5, 5, 10, 10, 10, 10, 10],
};

const JITTER = 0.2;
const LONGEST_RETRY_AFTER_MS = 86_400_000;

/** Milliseconds until the attempt that follows `tries` attempts, give or take a fifth; undefined when there is none. */
export function retryDelay(profile: RetryProfile, tries: number, random: () => number): number | undefined {
  const seconds = SCHEDULES[profile][tries];
  return seconds === undefined ? undefined : seconds * 1000 * (1 - JITTER + 2 * JITTER * random());
}

/** Milliseconds that a `Retry-After` header asks for, as seconds or as a date; at most a day. */
export function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  const delayMs = /^[0-9]{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now.getTime();
  return Number.isNaN(delayMs) ? undefined : Math.min(Math.max(delayMs, 0), LONGEST_RETRY_AFTER_MS);
}
