import { Hono } from 'hono';
import { type BillingAnswer, BillingForm, BillingMethod } from '../../contract/billing.ts';
import { bill } from '../billing/bill.ts';
import type { Transaction } from '../billing/load-transaction.ts';
import { requiredBy } from '../billing/methods.ts';
import { billingPartsOf } from '../billing/present.ts';
import type { AppContext, AppEnv } from '../http/app-env.ts';
import { authenticateMerchantForm } from '../http/authenticate.ts';
import { errorAnswer } from '../http/error-answer.ts';
import type { Form } from '../http/form-body.ts';
import { parseForm } from '../http/parse-form.ts';
import { parseJsonObject } from '../json-parameter.ts';
import { processor } from '../processor/processor.ts';
import { ServiceError } from '../service-error.ts';

/** Spec: Endpoints 4. */
export function billingRoutes(): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.post('/wallet/api/v1/billing', answerBilling);
  return routes;
}

async function answerBilling(c: AppContext) {
  const { caller, form: values } = await authenticateMerchantForm(c);
  dropEmptyRequired(values);
  const form = parseForm(BillingForm, values);
  const metadata = form.metadata === undefined ? {} : parseJsonObject(form.metadata, 'metadata');
  const { service, requestId } = c.var;
  const { transaction, isReplay } = await bill(service, { caller, form, metadata, requestId });
  const parts = billingPartsOf(transaction, service.clock.now());
  const { declineCode } = transaction.operation;
  const answer =
    declineCode === null
      ? c.json({ ...parts, status: 'OK' } satisfies BillingAnswer)
      : errorAnswer(c, declined(transaction.operation, declineCode), parts);
  if (isReplay) answer.headers.set('Idempotent-Replayed', 'true');
  return answer;
}

/** Required and empty is missing; an empty optional parameter stays, to be refused. */
function dropEmptyRequired({ values }: Form) {
  const method = BillingMethod.safeParse(values.get('method'));
  if (!method.success) return;
  for (const name of requiredBy(method.data)) {
    if (values.get(name) === '') values.delete(name);
  }
}

type Operation = Transaction['operation'];

function declined({ method, returnCode }: Operation, declineCode: NonNullable<Operation['declineCode']>) {
  const reason = `${returnCode}, ${processor.explain(returnCode)}`;
  return new ServiceError('card_declined', `Cannot bill ${method}: declined with ${reason}`, { declineCode });
}
