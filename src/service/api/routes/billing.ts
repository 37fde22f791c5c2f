import { setTimeout } from 'node:timers/promises';
import { Hono } from 'hono';
import { type BillingAnswer, BillingForm, BillingMethod } from '../../../contract/billing/billing.ts';
import type { ErrorBody } from '../../../contract/error-body.ts';
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
import type { Answer } from '../idempotency/stored-answers.ts';

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
  const unknownNames = [...values.ignored];
  values.ignored.push(...unusedBy(form), ...ignoredSwitches(c.get('service'), metadata));
  const service = c.get('service');
  const requestId = c.get('requestId');
  const key = idempotencyKey(c);
  const request = {
    accountId: caller.accountId,
    key: key === undefined ? undefined : { path: BILLING_PATH, text: key },
    transactionId: ownTransactionId(form),
    requestDigest: formDigest(service, values),
  };
  let result: BillingResult | undefined;
  const { answer, isReplay } = await answerOnce(service, request, {
    claim: (core) => claimBilling(core, { caller, form, metadata, unknownNames, requestId }),
    // Requests that wait for an acquirer leave room for those that are worked on.
    beforeAsking: () => c.get('slot')?.release(),
    async answer(_core, current) {
      result = current;
      return answerOf(c, current.transaction);
    },
  });
  // Not before: an optimistic run may have been thrown away, with all that it would have written.
  annotateAnswer(c, answer);
  if (result && !isReplay) {
    annotateRequest(c, { merchantId: result.transaction.merchant.id });
    await countAndWait(c, result);
  }
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
  const service = c.get('service');
  const { method, status } = transaction.operation;
  service.metrics.billed({ method, status });
  if (slowMs === 0) return;
  await setTimeout(slowMs, undefined, { signal: service.stopping }).catch(() => {});
}

type AnswerBody = Pick<BillingAnswer, 'transaction'> & Partial<Pick<ErrorBody, 'error'>>;

/** Says in the list of recent requests what was answered, now or when the same request came first. */
function annotateAnswer(c: AppContext, { body }: Answer) {
  const { transaction, error }: AnswerBody = JSON.parse(body);
  annotateRequest(c, {
    transactionId: transaction.transactionID,
    orderId: transaction.orderID,
    ...(error && { errorCode: error.code, declineCode: error.decline_code }),
  });
}

function answerOf(c: AppContext, transaction: Transaction): Answer {
  const service = c.get('service');
  const requestId = c.get('requestId');
  const parts = billingPartsOf(service, transaction);
  const { operation, merchant } = transaction;
  const { declineCode } = operation;
  if (declineCode === null) {
    return { status: 200, body: JSON.stringify({ ...parts, status: 'OK' } satisfies BillingAnswer) };
  }
  const error = declineError(service, operation, declineCode);
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
  const advice = declineCode === 'authentication_required' ? `; use ${method}_3DS` : '';
  const message = `Cannot bill ${method}: declined with ${reason}${advice}`;
  return new ServiceError('card_declined', message, { declineCode });
}
