import { Hono } from 'hono';
import {
  type CallbackAnswer,
  type CallbackRequestAnswer,
  CallbackTest,
  type CallbackTestAnswer,
} from '../../../contract/admin/callbacks.ts';
import type { ServiceContext } from '../../context/context.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { readJson } from '../../http/json-body.ts';
import { pathName } from '../path-name.ts';
import { callbackDetails, callbackRequest } from './callback-details.ts';
import { sendSample } from './send-sample.ts';

/** One callback whole, and the test of a receiver. */
export function callbackDetailRoutes(context: ServiceContext): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.post('/callbacks/test', async (c) => {
    const test = await readJson(c, CallbackTest);
    return c.json({ status: 'OK', ...(await sendSample(context, test)) } satisfies CallbackTestAnswer);
  });
  routes.get('/callbacks/:id', async (c) => {
    const callback = await callbackDetails(context, pathName(c.req.param('id')));
    return c.json({ status: 'OK', callback } satisfies CallbackAnswer);
  });
  routes.get('/callbacks/:id/request', async (c) => {
    const request = await callbackRequest(context, pathName(c.req.param('id')));
    return c.json({ status: 'OK', request } satisfies CallbackRequestAnswer);
  });
  return routes;
}
