import { createMiddleware } from 'hono/factory';
import { ServiceError } from '../../base/service-error.ts';
import type { AppContext, AppEnv } from '../../http/app-env.ts';
import { equalDigests } from '../../keys/master-key.ts';

export const TOKEN_HEADER = 'Inspector-Token';

type Guarded = { readonly token: string; readonly port: number };

/**
 * Admits programs of this machine that know the token. A web page may reach a loopback port across origins, or by another
 * host name that resolves to it. Both are refused before the token is read (docs/threats.md, S26).
 */
export function guardAdmin({ token, port }: Guarded) {
  const hosts = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`);
  return createMiddleware<AppEnv>(async (c, next) => {
    if (!hosts.includes(c.req.header('Host') ?? '')) {
      throw forbidden(`the request names another host, expected one of ${hosts.join(', ')}`);
    }
    if (c.req.header('Origin') !== undefined) throw forbidden('the request comes from a web page');
    // Digests have equal length, so the time taken tells nothing.
    const digest = (text: string) => c.var.service.masterKey.digest('inspector-token', text);
    if (!equalDigests(digest(tokenOf(c) ?? ''), digest(token))) {
      throw forbidden(`found no or a wrong token, expected that of this start as '${TOKEN_HEADER}'`);
    }
    c.set('actor', { kind: 'admin-token', id: null });
    await next();
  });
}

/** Prometheus and similar tools can send a token in the standard header only. */
function tokenOf(c: AppContext): string | undefined {
  return c.req.header(TOKEN_HEADER) ?? /^Bearer (\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1];
}

function forbidden(reason: string) {
  return new ServiceError('inspector_forbidden', `Cannot use the admin API: ${reason}`);
}
