import { Hono } from 'hono';
import { ProcessorName } from '../../../contract/billing/processor-name.ts';
import type { AppContext, AppEnv } from '../../api/http/app-env.ts';
import { readBody, withoutSlot } from '../../api/http/form-body.ts';
import { runTransaction } from '../../base/runtime/run-transaction.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import {
  type NotificationAnswer,
  type Received,
  storeNotifications,
} from '../../payments/asking/notifications.ts';

/** The path for what an acquirer tells by itself. It is answered 2xx once it is stored; without the acquirer's signature, 401. */
export function acquirerChannelRoutes(): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.post('/acquirers/:name/notifications', answerNotification);
  return routes;
}

/** Stores what an acquirer tells, for the job that applies it. Returns what to answer the acquirer. */
export function takeNotification(runtime: Runtime, received: Received): Promise<NotificationAnswer> {
  return runTransaction(runtime, (core) => storeNotifications(core, received));
}

async function answerNotification(c: AppContext) {
  const body = await withoutSlot(c, readBody(c));
  const raw = { headers: c.req.header(), body };
  const processor = ProcessorName.safeParse(c.req.param('name')).data ?? '';
  const answer = await takeNotification(c.get('service'), { processor, raw });
  return new Response(answer.body === '' ? null : answer.body, { status: answer.status });
}
