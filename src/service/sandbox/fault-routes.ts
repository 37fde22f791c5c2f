import { type Context, Hono } from 'hono';
import { type FaultsAnswer, FaultsChange } from '../../contract/admin/service.ts';
import type { AppEnv } from '../api/http/app-env.ts';
import { readJson } from '../api/http/json-body.ts';
import { actorOf } from '../api/http/middleware/run-recorded.ts';
import { recordAct } from '../base/audit/record-act.ts';
import { isAllowed } from '../base/exposure.ts';
import type { Runtime } from '../base/runtime/runtime.ts';
import { refusePublic } from '../operators/admin/refuse-public.ts';

/** What the service does wrong on purpose. */
export function faultRoutes(runtime: Runtime): Hono<AppEnv> {
  const {
    faults,
    config: { exposure },
  } = runtime;
  const answer = (c: Context<AppEnv>) =>
    c.json({
      status: 'OK',
      faults: faults.now(),
      is_allowed: isAllowed(exposure, 'reset'),
    } satisfies FaultsAnswer);
  const routes = new Hono<AppEnv>();
  routes.get('/faults', answer);
  routes.patch('/faults', async (c) => {
    refusePublic(runtime, 'switch faults');
    const change = await readJson(c, FaultsChange);
    await recordAct(runtime, actorOf(c), { act: 'faults.switched', details: change });
    faults.change(change);
    return answer(c);
  });
  routes.delete('/faults', async (c) => {
    await recordAct(runtime, actorOf(c), { act: 'faults.switched', details: { cleared: true } });
    faults.clear();
    return answer(c);
  });
  return routes;
}
