import { Hono } from 'hono';
import type { DoneAnswer } from '../../../../contract/admin/answer.ts';
import {
  type CallbackAnswer,
  CallbackQuery,
  type CallbackRequestAnswer,
  type CallbacksAnswer,
  CallbackTest,
  type CallbackTestAnswer,
} from '../../../../contract/admin/callbacks.ts';
import type { AppEnv } from '../../../api/http/app-env.ts';
import { parseJson, readJson } from '../../../api/http/json-body.ts';
import { runRecorded } from '../../../api/http/middleware/run-recorded.ts';
import type { Runtime } from '../../../base/runtime/runtime.ts';
import { replayCallback } from '../../../callbacks/replay-callback.ts';
import { pathId } from '../path-parameter.ts';
import { callbackDetails, callbackRequest } from './callback-details.ts';
import { listCallbacks } from './list-callbacks.ts';
import { sendSample } from './send-sample.ts';

/** Callbacks that were sent or failed, and the test of a receiver. */
export function callbackRoutes(runtime: Runtime): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/callbacks', async (c) => {
    const query = parseJson(CallbackQuery, c.req.query());
    return c.json({ status: 'OK', ...(await listCallbacks(runtime, query)) } satisfies CallbacksAnswer);
  });
  routes.post('/callbacks/test', async (c) => {
    const test = await readJson(c, CallbackTest);
    return c.json({ status: 'OK', ...(await sendSample(runtime, test)) } satisfies CallbackTestAnswer);
  });
  routes.get('/callbacks/:id', async (c) => {
    const callback = await callbackDetails(runtime, pathId(c.req.param('id')));
    return c.json({ status: 'OK', callback } satisfies CallbackAnswer);
  });
  routes.get('/callbacks/:id/request', async (c) => {
    const request = await callbackRequest(runtime, pathId(c.req.param('id')));
    return c.json({ status: 'OK', request } satisfies CallbackRequestAnswer);
  });
  routes.post('/callbacks/:id/replay', async (c) => {
    const id = pathId(c.req.param('id'));
    await runRecorded(c, runtime, async (core) => {
      const accountId = await replayCallback(core, id);
      return {
        record: { act: 'callback.replayed', accountId, subject: `callback ${id}` },
        result: undefined,
      };
    });
    return c.json({ status: 'OK' } satisfies DoneAnswer);
  });
  return routes;
}
