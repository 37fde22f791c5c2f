import { Hono } from 'hono';
import type { DoneAnswer } from '../../../contract/admin/answer.ts';
import {
  type RevocationAnswer,
  SessionQuery,
  type SessionsAnswer,
  UserQuery,
  type UsersAnswer,
} from '../../../contract/admin/sessions.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { ServiceContext } from '../../context/context.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { parseJson } from '../../http/json-body.ts';
import { recorded } from '../../http/middleware/record-act.ts';
import { pathNumber } from '../path-number.ts';
import { endWalletSession, revokeTokenById } from '../revoke-sessions.ts';
import { listSessions } from './list-sessions.ts';
import { listUsers } from './list-users.ts';

/** Who can pay at a shop, and the end of what is listed, by its number. */
export function sessionListRoutes(context: ServiceContext): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/sessions', async (c) => {
    const query = parseJson(SessionQuery, c.req.query());
    return c.json({ status: 'OK', ...(await listSessions(context, query)) } satisfies SessionsAnswer);
  });
  routes.get('/users', async (c) => {
    const query = parseJson(UserQuery, c.req.query());
    return c.json({ status: 'OK', ...(await listUsers(context, query)) } satisfies UsersAnswer);
  });
  routes.post('/refresh-tokens/:id/revoke', async (c) => {
    const id = pathNumber(c.req.param('id'));
    const revoked = await recorded(c, context, async (inside) => {
      const accountId = await revokeTokenById(inside, id);
      return { done: { act: 'refresh-token.revoked', accountId, subject: `refresh token ${id}` }, result: 1 };
    });
    return c.json({ status: 'OK', revoked } satisfies RevocationAnswer);
  });
  routes.post('/wallet-sessions/:id/end', async (c) => {
    const id = sessionId(c.req.param('id'));
    await recorded(c, context, async (inside) => {
      const accountId = await endWalletSession(inside, id);
      const subject = `wallet session ${id}`;
      return { done: { act: 'wallet-session.ended', accountId, subject }, result: undefined };
    });
    return c.json({ status: 'OK' } satisfies DoneAnswer);
  });
  return routes;
}

function sessionId(text: string): string {
  if (/^ws_[\w-]{1,61}$/.test(text)) return text;
  throw new ServiceError('not_found', 'Cannot find this address: expected the id of a wallet session in it');
}
