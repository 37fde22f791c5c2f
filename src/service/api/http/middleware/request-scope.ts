import { randomUUID } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import type { AnsweredRequest } from '../../../base/metrics.ts';
import type { Runtime } from '../../../base/runtime/runtime.ts';
import type { AppContext, AppEnv } from '../app-env.ts';
import { warnOfUntrustedProxy } from '../client-address.ts';
import { PARAMETER_NAME } from '../form-body.ts';
import { PROBES } from '../probes.ts';

/** Called with each request once it is answered. */
type OnAnswer = (c: AppContext, answered: AnsweredRequest, ignored: readonly string[]) => void;

/** Gives the request an id, reports ignored parameters to the caller, and logs one line without any of its content. */
export function requestScope(service: Runtime, onAnswer?: OnAnswer) {
  const warn = warnOfUntrustedProxy();
  return createMiddleware<AppEnv>(async (c, next) => {
    const start = performance.now();
    const end = service.metrics.begin();
    c.set('service', service);
    c.set('requestId', randomUUID());
    warn(c);
    const traceparent = c.req.header('traceparent');
    const request = {
      method: c.req.method,
      requestId: c.get('requestId'),
      url: c.req.url,
      traceparent,
    };
    let ignored: readonly string[] = [];
    const answered = await service.tracing.ofRequest(request, async () => {
      await next();
      c.res.headers.set('Request-Id', c.get('requestId'));
      ignored = nameIgnored(c);
      return answeredBy(c, performance.now() - start);
    });
    end(answered);
    logRequest(c, answered);
    onAnswer?.(c, answered, ignored);
  });
}

/** Names the ignored parameters in `Sandbox-Ignored-Params`, and returns them. */
function nameIgnored(c: AppContext): readonly string[] {
  const ignored = [...(c.get('form')?.ignored ?? []), ...ignoredInQuery(c)];
  if (ignored.length > 0) c.res.headers.set('Sandbox-Ignored-Params', ignored.join(', '));
  return ignored;
}

function answeredBy(c: AppContext, milliseconds: number): AnsweredRequest {
  return {
    method: c.req.method,
    route: routeOf(c),
    status: c.res.status,
    milliseconds,
    errorCode: c.get('note')?.errorCode,
    declineCode: c.get('note')?.declineCode,
  };
}

/**
 * A form is read from the body, so parameters in the address do nothing. Their names are reported, never their values.
 */
function ignoredInQuery(c: AppContext): readonly string[] {
  if (c.get('form') === undefined) return [];
  const names = Object.keys(c.req.queries());
  return names.filter((name) => PARAMETER_NAME.test(name)).map((name) => `?${name}`);
}

function logRequest(c: AppContext, { milliseconds, ...answered }: AnsweredRequest) {
  const service = c.get('service');
  const requestId = c.get('requestId');
  const accountId = c.get('accountId');
  const level = PROBES.includes(answered.route) ? 'debug' : 'info';
  service.log[level](
    { requestId, accountId, ...answered, milliseconds: Math.round(milliseconds) },
    'request',
  );
}

/** The matched pattern, never the address. Only middleware is mounted with a star. */
function routeOf(c: AppContext): string {
  const route = matchedRoutes(c).findLast(({ path }) => !path.endsWith('*'));
  return route?.path ?? 'none';
}
