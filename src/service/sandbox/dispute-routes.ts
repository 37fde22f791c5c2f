import { Hono } from 'hono';
import { type DisputeAnswer, DisputeRequest } from '../../contract/admin/disputes.ts';
import type { AppEnv } from '../api/http/app-env.ts';
import { readJson } from '../api/http/json-body.ts';
import { actorOf } from '../api/http/middleware/run-recorded.ts';
import { recordAct } from '../base/audit/record-act.ts';
import { runTransaction } from '../base/runtime/run-transaction.ts';
import type { Runtime } from '../base/runtime/runtime.ts';
import { ServiceError } from '../base/service-error.ts';
import { pathUuid } from '../operators/admin/path-parameter.ts';
import { applyNotifications } from '../payments/asking/apply-notifications.ts';
import { decimalText } from '../payments/model/money.ts';
import { paymentTotalsOf } from '../payments/present/payment-totals.ts';
import { requireOperation } from '../payments/require-transaction.ts';
import { chooseDispute } from './choose-dispute.ts';

/** Lets the simulated acquirer dispute a payment, end the dispute, or find that a capture or a refund did not last. */
export function disputeRoutes(runtime: Runtime): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.post('/payments/:paymentId/disputes', async (c) => {
    const paymentId = pathUuid(c.req.param('paymentId'));
    const { simulatedAcquirer } = runtime.dependencies;
    const { operation, dispute } = await chooseDispute(runtime, paymentId, await readJson(c, DisputeRequest));
    const { transactionId, accountId } = operation;
    const { reversal: event, currency } = dispute;
    const amount = decimalText(dispute.amount, currency);
    await runTransaction(runtime, (core) =>
      recordAct(core, actorOf(c), {
        act: 'payment.disputed',
        accountId,
        subject: `transaction ${transactionId}`,
        details: { payment_id: paymentId, event, amount, currency },
      }),
    );
    const refusal = await simulatedAcquirer?.dispute(runtime, dispute);
    if (refusal !== undefined) throw refused(refusal);
    await applyNotifications(runtime);
    const after = await requireOperation(runtime, operation.id);
    const { payment_state } = paymentTotalsOf(after);
    return c.json({
      status: 'OK',
      event,
      transaction_id: transactionId,
      amount,
      currency,
      payment_state,
    } satisfies DisputeAnswer);
  });
  return routes;
}

function refused(reason: string): ServiceError {
  return new ServiceError(
    'parameter_conflict',
    `Cannot do that to the payment: the acquirer says: ${reason}`,
  );
}
