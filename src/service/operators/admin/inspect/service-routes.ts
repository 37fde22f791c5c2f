import { type Context, Hono } from 'hono';
import {
  type DueAnswer,
  type FaultsAnswer,
  FaultsChange,
  type ServiceAnswer,
} from '../../../../contract/admin/service.ts';
import type { AppEnv } from '../../../api/http/app-env.ts';
import { readJson } from '../../../api/http/json-body.ts';
import { actorOf } from '../../../api/http/middleware/record-act.ts';
import { recordAct } from '../../../base/audit/record-act.ts';
import type { ServiceContext } from '../../../base/context/context.ts';
import { isAllowed } from '../../../base/exposure.ts';
import { refusePublic } from '../refuse-public.ts';
import { listDue } from './list-due.ts';

/** The service itself: where it is, what happens next, and what it does wrong on purpose. */
export function serviceRoutes(context: ServiceContext): Hono<AppEnv> {
  const { faults, exposure } = context;
  const mayReset = isAllowed(exposure, 'reset');
  const routes = new Hono<AppEnv>();
  routes.get('/service', (c) =>
    c.json({
      status: 'OK',
      base_url: context.baseUrl,
      issuer_url: context.issuerUrl,
      is_public: exposure.isPublic,
      may_reset: mayReset,
      rate_limits: context.limits === 'off' ? 'off' : 'on',
    } satisfies ServiceAnswer),
  );
  routes.get('/due', async (c) => c.json({ status: 'OK', ...(await listDue(context)) } satisfies DueAnswer));
  const answer = (c: Context<AppEnv>) =>
    c.json({ status: 'OK', faults: faults.now(), is_allowed: mayReset } satisfies FaultsAnswer);
  routes.get('/faults', answer);
  routes.patch('/faults', async (c) => {
    refusePublic(context, 'switch faults');
    const change = await readJson(c, FaultsChange);
    await recordAct(context, actorOf(c), { act: 'faults.switched', details: change });
    faults.change(change);
    return answer(c);
  });
  routes.delete('/faults', async (c) => {
    await recordAct(context, actorOf(c), { act: 'faults.switched', details: { cleared: true } });
    faults.clear();
    return answer(c);
  });
  return routes;
}
