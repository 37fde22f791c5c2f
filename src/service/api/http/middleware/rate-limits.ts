import { createMiddleware } from 'hono/factory';
import { RATE_LIMITS } from '../../../../contract/rate-limits.ts';
import type { LimitStanding } from '../../../base/limit-standing.ts';
import type { RequestLimit } from '../../../base/limits/request-limits.ts';
import { ServiceError } from '../../../base/service-error.ts';
import type { AppContext, AppEnv } from '../app-env.ts';

/**
 * Counts this request against a limit of `subject` and refuses it beyond the quota. The answer's headers report how much
 * of it is used.
 */
export async function countRequest(c: AppContext, name: RequestLimit, subject: string): Promise<void> {
  const { limits } = c.get('service');
  if (limits === 'off') return;
  const { isBeyondQuota, ...standing } = await limits.requests.count(name, subject);
  c.set('limits', [...(c.get('limits') ?? []), standing]);
  if (!isBeyondQuota) return;
  const { seconds, counts } = RATE_LIMITS[name];
  throw new ServiceError(
    'rate_limited',
    `Cannot take the request: found more than ${standing.quota} ${counts} in ${seconds} s, expected a pause`,
    { limit: standing },
  );
}

/** Reports to the caller how much it has used of the limits that the request counted against. */
export const limitHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const limits = c.get('limits') ?? [];
  const refusedBy = c.error instanceof ServiceError ? c.error.limit : undefined;
  const otherLimits = limits.filter(({ name }) => name !== refusedBy?.name);
  const standings = [...otherLimits, ...(refusedBy ? [refusedBy] : [])];
  if (standings.length === 0) return;
  for (const [name, value] of Object.entries(limitFields(standings))) c.res.headers.set(name, value);
});

/** The header fields of draft-ietf-httpapi-ratelimit-headers-10. */
function limitFields(limits: readonly LimitStanding[]): Record<string, string> {
  const policies = limits.map(({ name, quota }) => `"${name}";q=${quota};w=${RATE_LIMITS[name].seconds}`);
  const standings = limits.map(({ name, left, resetSeconds }) => `"${name}";r=${left};t=${resetSeconds}`);
  return { 'RateLimit-Policy': policies.join(', '), RateLimit: standings.join(', ') };
}
