import { Hono } from 'hono';
import {
  type RevocationAnswer,
  TestCard,
  type TestCardAnswer,
  UserQuery,
  UserRevocation,
  type UsersAnswer,
} from '../../../../contract/admin/sessions.ts';
import type { AppEnv } from '../../../api/http/app-env.ts';
import { parseJson, readJson } from '../../../api/http/json-body.ts';
import { runRecorded } from '../../../api/http/middleware/run-recorded.ts';
import type { Runtime } from '../../../base/runtime/runtime.ts';
import { refusePublic } from '../refuse-public.ts';
import { listUsers } from './list-users.ts';
import { revokeUser } from './revoke-sessions.ts';
import { saveTestCard } from './save-test-card.ts';

/** Users of a shop, the revocation of all their tokens, and a test card among the saved ones. */
export function userRoutes(runtime: Runtime): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/users', async (c) => {
    const query = parseJson(UserQuery, c.req.query());
    return c.json({ status: 'OK', ...(await listUsers(runtime, query)) } satisfies UsersAnswer);
  });
  routes.post('/users/revoke', async (c) => {
    const { account_id: accountId, ...user } = await readJson(c, UserRevocation);
    const count = await runRecorded(c, runtime, async (core) => {
      const result = await revokeUser(core, { account_id: accountId, ...user });
      return { record: { act: 'user.revoked', accountId, details: { ...user, revoked: result } }, result };
    });
    return c.json({ status: 'OK', revoked: count } satisfies RevocationAnswer);
  });
  routes.post('/users/cards', async (c) => {
    refusePublic(runtime, 'save a card for a user');
    const card = await readJson(c, TestCard);
    const cardId = await runRecorded(c, runtime, async (core) => {
      const result = await saveTestCard(core, card);
      const { account_id: accountId, external_id } = card;
      return {
        record: { act: 'card.added', accountId, subject: `card ${result}`, details: { external_id } },
        result,
      };
    });
    return c.json({ status: 'OK', card_id: cardId } satisfies TestCardAnswer);
  });
  return routes;
}
