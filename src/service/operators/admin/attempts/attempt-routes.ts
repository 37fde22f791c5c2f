import { Hono } from 'hono';
import type { DoneAnswer } from '../../../../contract/admin/answer.ts';
import { DecideRequest, type UndecidedAnswer } from '../../../../contract/admin/attempts.ts';
import type { AppEnv } from '../../../api/http/app-env.ts';
import { readJson } from '../../../api/http/json-body.ts';
import { actorOf } from '../../../api/http/middleware/run-recorded.ts';
import { runTransaction } from '../../../base/runtime/run-transaction.ts';
import type { Runtime } from '../../../base/runtime/runtime.ts';
import { decideAttempt } from './decide-attempt.ts';
import { listKept, listUndecided } from './list-undecided.ts';

/** Questions to acquirers whose answer nobody knows, and a person's decision on one. */
export function attemptRoutes(runtime: Runtime): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/attempts', async (c) =>
    c.json({
      status: 'OK',
      attempts: await listUndecided(runtime),
      notifications: await listKept(runtime),
    } satisfies UndecidedAnswer),
  );
  routes.post('/attempts/:key/decide', async (c) => {
    const request = await readJson(c, DecideRequest);
    const decision = { key: c.req.param('key'), request, by: actorOf(c) };
    await runTransaction(runtime, (core) => decideAttempt(core, decision));
    return c.json({ status: 'OK' } satisfies DoneAnswer);
  });
  return routes;
}
