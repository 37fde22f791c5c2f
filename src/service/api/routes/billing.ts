import { setTimeout } from 'node:timers/promises';
import { Hono } from 'hono';
import { type BillingAnswer, BillingForm, BillingMethod } from '../../../contract/billing/billing.ts';
import { parseJsonObject } from '../../base/json-parameter.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import { ServiceError } from '../../base/service-error.ts';
import { claimBilling } from '../../payments/bill.ts';
import { ignoredSwitches } from '../../payments/metadata.ts';
import { THREE_DS_RETURN_CODE } from '../../payments/model/authentication.ts';
import { ownTransactionId, requiredBy, unusedBy } from '../../payments/model/billing-forms.ts';
import type { BillingResult } from '../../payments/model/billing-request.ts';
import type { Transaction } from '../../payments/model/transaction.ts';
import { billingPartsOf } from '../../payments/present/billing-answer.ts';
import type { AppContext, AppEnv } from '../http/app-env.ts';
import { errorBody } from '../http/error-body.ts';
import type { Form } from '../http/form-body.ts';
import { formDigest, idempotencyKey } from '../http/idempotency-key.ts';
import { authenticateMerchantForm } from '../http/middleware/authenticate.ts';
import { holdCallbacks } from '../http/middleware/hold-callbacks.ts';
import { sandboxWarnings } from '../http/middleware/sandbox-warnings.ts';
import { parseForm } from '../http/parse-form.ts';
import { annotateRequest } from '../http/request-history.ts';
import { answerOnce } from '../idempotency/answer-once.ts';

const BILLING_PATH = '/wallet/api/v1/billing';

/** Spec: Endpoints 4. */
export function billingRoutes(): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.post(BILLING_PATH, holdCallbacks, answerBilling);
  return routes;
}

async function answerBilling(c: AppContext) {
  const { caller, form: values } = await authenticateMerchantForm(c, 'billing');
  dropEmptyRequired(values);
  const form = parseForm(BillingForm, values);
  const metadata = form.metadata === undefined ? {} : parseJsonObject(form.metadata, 'metadata');
  const unknown = [...values.ignored];
  values.ignored.push(...unusedBy(form), ...ignoredSwitches(c.var.service, metadata));
  const { service, requestId } = c.var;
  const key = idempotencyKey(c);
  const request = {
    accountId: caller.accountId,
    key: key === undefined ? undefined : { path: BILLING_PATH, text: key },
    transactionId: ownTransactionId(form),
    requestDigest: formDigest(service, values),
  };
  let result: BillingResult | undefined;
  const { answer, isReplay } = await answerOnce(service, request, {
    claim: (core) => claimBilling(core, { caller, form, metadata, unknown, requestId }),
    // Requests that wait for an acquirer leave room for those that are worked on.
    beforeAsking: () => c.var.slot?.release(),
    async answer(_core, current) {
      result = current;
      return answerOf(c, current.transaction);
    },
  });
  if (result && !isReplay) await countAndWait(c, result);
  return new Response(answer.body, {
    status: answer.status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      ...(isReplay && { 'Idempotent-Replayed': 'true' }),
      ...sandboxWarnings(values),
    },
  });
}

/** Waits as long as a simulated processor takes. A service that stops ends the wait. */
async function countAndWait(c: AppContext, { transaction, slowMs }: BillingResult) {
  const { slot, service } = c.var;
  const { method, status } = transaction.operation;
  service.metrics.billed({ method, status });
  if (slowMs === 0) return;
  slot?.release();
  await setTimeout(slowMs, undefined, { signal: service.stopping }).catch(() => {});
}

function answerOf(c: AppContext, transaction: Transaction) {
  const { service, requestId } = c.var;
  const parts = billingPartsOf(service, transaction);
  const { operation, payment, merchant } = transaction;
  const { transactionId, declineCode } = operation;
  annotateRequest(c, { transactionId, orderId: payment.orderId, merchantId: merchant.id });
  if (declineCode === null) {
    return { status: 200, body: JSON.stringify({ ...parts, status: 'OK' } satisfies BillingAnswer) };
  }
  const error = declineError(service, operation, declineCode);
  annotateRequest(c, { errorCode: error.code, declineCode });
  const body = { ...errorBody(error, { requestId, baseUrl: service.config.baseUrl }), ...parts };
  return { status: merchant.settings.declineHttpStatus, body: JSON.stringify(body) };
}

/** An empty required parameter counts as missing. An empty optional one stays, to be refused. */
function dropEmptyRequired({ values }: Form) {
  const method = BillingMethod.safeParse(values.get('method'));
  if (!method.success) return;
  for (const name of requiredBy(method.data)) {
    if (values.get(name) === '') values.delete(name);
  }
}

type Operation = Transaction['operation'];

function declineError(
  { dependencies: { processor } }: Runtime,
  { method, returnCode }: Operation,
  declineCode: NonNullable<Operation['declineCode']>,
) {
  if (returnCode === THREE_DS_RETURN_CODE) {
    const message = `Cannot bill ${method}: the cardholder is not authenticated, ${declineCode}`;
    return new ServiceError('three_ds_failed', message, { declineCode });
  }
  const reason = `${returnCode}, ${processor.returnText(returnCode)}`;
  return new ServiceError('card_declined', `Cannot bill ${method}: declined with ${reason}`, { declineCode });
}
