import { Hono } from 'hono';
import { ClockAdvance, type ClockAnswer } from '../../contract/admin-api.ts';
import type { AppEnv } from '../http/app-env.ts';
import { readJson } from '../http/json-body.ts';
import type { AdminContext } from './admin-app.ts';
import { resetStore } from './reset-store.ts';

/** The clock, and the store as a whole. */
export function storeRoutes(context: AdminContext): Hono<AppEnv> {
  const { clock } = context;
  const clockAnswer = () =>
    ({
      status: 'OK',
      now: clock.now().toISOString(),
      advanced_seconds: clock.advancedSeconds(),
    }) satisfies ClockAnswer;
  const routes = new Hono<AppEnv>();
  routes.get('/clock', async (c) => {
    await clock.refresh();
    return c.json(clockAnswer());
  });
  routes.post('/clock', async (c) => {
    const { advance_seconds } = await readJson(c, ClockAdvance);
    await clock.advance(advance_seconds);
    return c.json(clockAnswer());
  });
  routes.post('/reset', async (c) => {
    await resetStore(context);
    return c.json(clockAnswer());
  });
  return routes;
}
