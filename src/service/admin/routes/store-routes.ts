import { Hono } from 'hono';
import { ClockAdvance, type ClockAnswer } from '../../../contract/admin-api.ts';
import { recordAct } from '../../audit/record-act.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { AdminContext } from '../../context/context.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { readJson } from '../../http/json-body.ts';
import { actorOf } from '../../http/middleware/record-act.ts';
import { isAllowed } from '../../settings/exposure.ts';
import { resetStore } from '../reset-store.ts';

/** The clock, and the store as a whole. */
export function storeRoutes(context: AdminContext): Hono<AppEnv> {
  const { clock } = context;
  const clockAnswer = () =>
    ({
      status: 'OK',
      now: clock.now().toISOString(),
      advanced_seconds: clock.advancedSeconds(),
    }) satisfies ClockAnswer;
  /** A reset ends everything that others hold. A move of the clock ends their tokens and authorisations. */
  const refusePublic = () => {
    if (isAllowed(context.exposure, 'reset')) return;
    throw new ServiceError(
      'not_on_public_service',
      "Cannot change the clock or empty the store: others use this service, expected 'reset' in PUBLIC_ALLOWS",
    );
  };
  const routes = new Hono<AppEnv>();
  routes.get('/clock', async (c) => {
    await clock.refresh();
    return c.json(clockAnswer());
  });
  routes.post('/clock', async (c) => {
    refusePublic();
    const { advance_seconds } = await readJson(c, ClockAdvance);
    await clock.advance(advance_seconds, (db) =>
      recordAct({ ...context, db }, actorOf(c), { act: 'clock.advanced', details: { advance_seconds } }),
    );
    return c.json(clockAnswer());
  });
  routes.post('/reset', async (c) => {
    refusePublic();
    await resetStore(context, actorOf(c));
    return c.json(clockAnswer());
  });
  return routes;
}
