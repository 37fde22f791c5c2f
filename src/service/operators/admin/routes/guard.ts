import { createMiddleware } from 'hono/factory';
import type { AppContext, AppEnv } from '../../../api/http/app-env.ts';
import { equalDigests } from '../../../base/keys/master-key.ts';
import { ServiceError } from '../../../base/service-error.ts';

export const TOKEN_HEADER = 'Inspector-Token';

type AdminListener = { readonly token: string; readonly port: number };

/** Refuses other host names that resolve here, before all else (docs/threats.md, S26). */
export function refuseOtherNames({ port }: Pick<AdminListener, 'port'>) {
  const hosts = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`);
  return createMiddleware<AppEnv>(async (c, next) => {
    if (!hosts.includes(c.req.header('Host') ?? '')) {
      throw inspectorForbidden(`the request names another host, expected one of ${hosts.join(', ')}`);
    }
    await next();
  });
}

/**
 * Admits programs of this machine that know the token, and of all web pages the inspector alone, which must know it too.
 * Any page may send requests to a loopback port: those are refused before the token is read (docs/threats.md, S26).
 */
export function guardAdmin({ token }: Pick<AdminListener, 'token'>) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (!isOwnPageOrProgram(c))
      throw inspectorForbidden('the request comes from a web page that is not the inspector');
    // Digests have equal length, so the time of the comparison reveals nothing.
    const digest = (text: string) => c.get('service').masterKey.digest('inspector-token', text);
    if (!equalDigests(digest(tokenOf(c) ?? ''), digest(token))) {
      throw inspectorForbidden(`found no or a wrong token, expected that of this start as '${TOKEN_HEADER}'`);
    }
    // The one page that may ask; programs send no such header.
    const isPage = c.req.header('Sec-Fetch-Site') !== undefined;
    c.set('actor', { kind: 'admin-token', id: isPage ? 'inspector' : null });
    await next();
  });
}

/** A browser names the sender in `Sec-Fetch-Site`, which no page can change; programs send neither header. */
function isOwnPageOrProgram(c: AppContext): boolean {
  const origin = c.req.header('Origin');
  const site = c.req.header('Sec-Fetch-Site');
  if (origin === undefined && site === undefined) return true;
  const isOwnOrigin = origin === undefined || origin === `http://${c.req.header('Host')}`;
  return isOwnOrigin && site === 'same-origin';
}

/** Prometheus and similar tools can send a token in the standard header only. */
function tokenOf(c: AppContext): string | undefined {
  return c.req.header(TOKEN_HEADER) ?? /^Bearer (\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1];
}

function inspectorForbidden(reason: string) {
  return new ServiceError('inspector_forbidden', `Cannot use the admin API: ${reason}`);
}
