import { Hono } from 'hono';
import type { DoneAnswer } from '../../../contract/admin/answer.ts';
import { CallbackQuery, type CallbacksAnswer } from '../../../contract/admin/callbacks.ts';
import type { ServiceContext } from '../../context/context.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { parseJson } from '../../http/json-body.ts';
import { recorded } from '../../http/middleware/record-act.ts';
import { replayCallback } from '../../outbox/replay-callback.ts';
import { listCallbacks } from '../list-callbacks.ts';
import { pathName } from '../path-name.ts';

/** What was told to merchants' backends, and what could not be. */
export function callbackRoutes(context: ServiceContext): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/callbacks', async (c) => {
    const query = parseJson(CallbackQuery, c.req.query());
    return c.json({ status: 'OK', ...(await listCallbacks(context, query)) } satisfies CallbacksAnswer);
  });
  routes.post('/callbacks/:id/replay', async (c) => {
    const id = pathName(c.req.param('id'));
    await recorded(c, context, async (inside) => {
      const accountId = await replayCallback(inside, id);
      return { done: { act: 'callback.replayed', accountId, subject: `callback ${id}` }, result: undefined };
    });
    return c.json({ status: 'OK' } satisfies DoneAnswer);
  });
  return routes;
}
