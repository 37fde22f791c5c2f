import { Hono } from 'hono';
import { type RevocationAnswer, TokenRevocation, UserRevocation } from '../../contract/admin-api.ts';
import type { ServiceContext } from '../context.ts';
import type { AppEnv } from '../http/app-env.ts';
import { readJson } from '../http/json-body.ts';
import { revokeToken, revokeUser } from './revoke-sessions.ts';

/** Ends what stands for a user. */
export function sessionRoutes(context: ServiceContext): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.post('/refresh-tokens/revoke', async (c) => {
    const { refresh_token } = await readJson(c, TokenRevocation);
    const revoked = await revokeToken(context, refresh_token);
    return c.json({ status: 'OK', revoked } satisfies RevocationAnswer);
  });
  routes.post('/users/revoke', async (c) => {
    const revoked = await revokeUser(context, await readJson(c, UserRevocation));
    return c.json({ status: 'OK', revoked } satisfies RevocationAnswer);
  });
  return routes;
}
