import { setTimeout } from 'node:timers/promises';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../api/http/app-env.ts';
import { annotateRequest } from '../api/http/request-history.ts';
import { ServiceError } from '../base/service-error.ts';

const BACKEND = /^\/(?:wallet\/api\/v1\/(?:billing|transactions)|users\/api|api\/v1\/user)(?:\/|$)/;
const WALLET = /^\/wallet\/api\//;

/** Slows and refuses requests while the operator has said so, so that a shop and its pages can be tried with it. */
export const injectRequestFaults = createMiddleware<AppEnv>(async (c, next) => {
  const { faults, stopping } = c.get('service');
  const { requests_of: of, refuse, slow_ms: slowMs } = faults.now();
  if ((!refuse && slowMs === 0) || !concerns(of, c.req.path)) return next();
  annotateRequest(c, { fault: refuse ? 'refuse' : 'slow_ms' });
  if (slowMs > 0) await setTimeout(slowMs, undefined, { signal: stopping }).catch(() => {});
  if (!refuse) return next();
  throw new ServiceError(
    'overloaded',
    "Cannot take the request: a fault switch of the inspector is on, expected 'refuse' off",
  );
});

function concerns(of: 'backend' | 'wallet' | 'all', path: string): boolean {
  const isBackends = BACKEND.test(path);
  const isWallets = !isBackends && WALLET.test(path);
  return (of !== 'wallet' && isBackends) || (of !== 'backend' && isWallets);
}
