import { Hono } from 'hono';
import type { DoneAnswer } from '../../../../contract/admin/answer.ts';
import {
  type ProcessorAnswer,
  ProcessorConfiguration,
  type ProcessorsAnswer,
} from '../../../../contract/admin/processors.ts';
import type { AppEnv } from '../../../api/http/app-env.ts';
import { readJson } from '../../../api/http/json-body.ts';
import { runRecorded } from '../../../api/http/middleware/run-recorded.ts';
import type { Runtime } from '../../../base/runtime/runtime.ts';
import { configureProcessor } from '../configure-processor.ts';
import { listProcessors } from '../list-processors.ts';
import { pathNumber } from '../path-parameter.ts';
import { removeProcessor } from '../remove-processor.ts';

/** The processors of accounts. Credentials go in, and never come out. */
export function processorRoutes(runtime: Runtime): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/processors', async (c) =>
    c.json({ status: 'OK', processors: await listProcessors(runtime) } satisfies ProcessorsAnswer),
  );
  routes.put('/accounts/:accountId/processors/:name', async (c) => {
    const configuration = await readJson(c, ProcessorConfiguration);
    const accountId = pathNumber(c.req.param('accountId'));
    const name = c.req.param('name');
    const processor = await runRecorded(c, runtime, async (core) => {
      const result = await configureProcessor(core, { accountId, name, configuration });
      const { kind, merchant_account, is_live, several_captures } = result;
      const details = { kind, merchant_account, is_live, several_captures };
      const subject = `processor ${name}`;
      return { record: { act: 'processor.configured', accountId, subject, details }, result };
    });
    return c.json({ status: 'OK', processor } satisfies ProcessorAnswer);
  });
  routes.delete('/accounts/:accountId/processors/:name', async (c) => {
    const target = { accountId: pathNumber(c.req.param('accountId')), name: c.req.param('name') };
    await runRecorded(c, runtime, async (core) => {
      const result = await removeProcessor(core, target);
      const subject = `processor ${target.name}`;
      return { record: { act: 'processor.removed', accountId: target.accountId, subject }, result };
    });
    return c.json({ status: 'OK' } satisfies DoneAnswer);
  });
  return routes;
}
