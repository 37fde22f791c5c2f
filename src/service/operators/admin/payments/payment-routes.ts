import { Hono } from 'hono';
import {
  FollowUpAnswer,
  FollowUpRequest,
  type PaymentAnswer,
  PaymentQuery,
  type PaymentsAnswer,
} from '../../../../contract/admin/payments.ts';
import type { AppEnv } from '../../../api/http/app-env.ts';
import { formDigest, idempotencyKey } from '../../../api/http/idempotency-key.ts';
import { parseJson, readJson } from '../../../api/http/json-body.ts';
import { holdCallbacks } from '../../../api/http/middleware/hold-callbacks.ts';
import { actorOf } from '../../../api/http/middleware/run-recorded.ts';
import { annotateRequest, recordRequest } from '../../../api/http/request-history.ts';
import type { Runtime } from '../../../base/runtime/runtime.ts';
import { pathUuid } from '../path-parameter.ts';
import { followUpAsAdmin } from './follow-up.ts';
import { listPayments } from './list-payments.ts';
import { readPayment } from './read-payment.ts';

const FOLLOW_UPS = '/payments/:paymentId/follow-ups';

/** The list of requests shows the admin API's own requests that move money, and no other. */
export const recordFollowUp: typeof recordRequest = (c, request, ignored) => {
  if (request.route === `/api${FOLLOW_UPS}`) recordRequest(c, request, ignored);
};

/** Payments of all accounts, and what an operator may do about one. */
export function paymentRoutes(runtime: Runtime): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/payments', async (c) => {
    const query = parseJson(PaymentQuery, c.req.query());
    return c.json({ status: 'OK', ...(await listPayments(runtime, query)) } satisfies PaymentsAnswer);
  });
  routes.get('/payments/:paymentId', async (c) => {
    const payment = await readPayment(runtime, pathUuid(c.req.param('paymentId')));
    return c.json({ status: 'OK', payment } satisfies PaymentAnswer);
  });
  routes.post(FOLLOW_UPS, holdCallbacks, async (c) => {
    const paymentId = pathUuid(c.req.param('paymentId'));
    const request = await readJson(c, FollowUpRequest);
    const named = { payment_id: paymentId, ...request };
    const values = new Map(Object.entries(named).map(([name, value]) => [name, value ?? '']));
    const { accountId, answer, isReplay } = await followUpAsAdmin(runtime, {
      paymentId,
      request,
      requestId: c.get('requestId'),
      key: idempotencyKey(c),
      requestDigest: formDigest(runtime, { values, ignored: [] }),
      by: actorOf(c),
    });
    c.set('accountId', accountId);
    const { operation } = FollowUpAnswer.parse(JSON.parse(answer.body));
    annotateRequest(c, { transactionId: operation.transaction_id, orderId: operation.order_id });
    return new Response(answer.body, {
      status: answer.status,
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        ...(isReplay && { 'Idempotent-Replayed': 'true' }),
      },
    });
  });
  return routes;
}
