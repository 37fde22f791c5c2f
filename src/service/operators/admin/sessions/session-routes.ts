import { Hono } from 'hono';
import type { DoneAnswer } from '../../../../contract/admin/answer.ts';
import {
  type RevocationAnswer,
  SessionQuery,
  type SessionsAnswer,
  TokenRevocation,
} from '../../../../contract/admin/sessions.ts';
import type { AppEnv } from '../../../api/http/app-env.ts';
import { parseJson, readJson } from '../../../api/http/json-body.ts';
import { runRecorded } from '../../../api/http/middleware/run-recorded.ts';
import type { Runtime } from '../../../base/runtime/runtime.ts';
import { ServiceError } from '../../../base/service-error.ts';
import { pathNumber } from '../path-parameter.ts';
import { listSessions } from './list-sessions.ts';
import { endWalletSession, revokeToken, revokeTokenById } from './revoke-sessions.ts';

/** Refresh tokens with the wallets they opened, and what ends them: a token itself, or the number that it is listed by. */
export function sessionRoutes(runtime: Runtime): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/sessions', async (c) => {
    const query = parseJson(SessionQuery, c.req.query());
    return c.json({ status: 'OK', ...(await listSessions(runtime, query)) } satisfies SessionsAnswer);
  });
  routes.post('/refresh-tokens/revoke', async (c) => {
    const { refresh_token } = await readJson(c, TokenRevocation);
    const count = await runRecorded(c, runtime, async (core) => {
      const result = await revokeToken(core, refresh_token);
      return { record: { act: 'refresh-token.revoked' }, result };
    });
    return c.json({ status: 'OK', revoked: count } satisfies RevocationAnswer);
  });
  routes.post('/refresh-tokens/:id/revoke', async (c) => {
    const id = pathNumber(c.req.param('id'));
    const count = await runRecorded(c, runtime, async (core) => {
      const accountId = await revokeTokenById(core, id);
      return {
        record: { act: 'refresh-token.revoked', accountId, subject: `refresh token ${id}` },
        result: 1,
      };
    });
    return c.json({ status: 'OK', revoked: count } satisfies RevocationAnswer);
  });
  routes.post('/wallet-sessions/:id/end', async (c) => {
    const id = sessionId(c.req.param('id'));
    await runRecorded(c, runtime, async (core) => {
      const accountId = await endWalletSession(core, id);
      const subject = `wallet session ${id}`;
      return { record: { act: 'wallet-session.ended', accountId, subject }, result: undefined };
    });
    return c.json({ status: 'OK' } satisfies DoneAnswer);
  });
  return routes;
}

function sessionId(text: string): string {
  if (/^ws_[\w-]{1,61}$/.test(text)) return text;
  throw new ServiceError('not_found', 'Cannot find this address: expected the id of a wallet session in it');
}
