import { Hono } from 'hono';
import {
  type InstantAnswer,
  InstantForm,
  type InstantPayment,
} from '../../../contract/billing/instant-api.ts';
import { runLockingTransaction } from '../../base/runtime/run-transaction.ts';
import { presentPayment } from '../../payments/instant/present-payment.ts';
import { cancelInstantPayment, readInstantPayment } from '../../payments/instant/read-instant-payment.ts';
import { startInstantPayment } from '../../payments/instant/start-instant-payment.ts';
import { pageMetadata } from '../../payments/metadata.ts';
import type { AppContext, AppEnv } from '../http/app-env.ts';
import { clientAddress } from '../http/client-address.ts';
import { readForm } from '../http/form-body.ts';
import { formDigest } from '../http/idempotency-key.ts';
import { authenticateWallet, authenticateWalletToBegin } from '../http/middleware/authenticate.ts';
import { countRequest } from '../http/middleware/rate-limits.ts';
import { sandboxWarnings } from '../http/middleware/sandbox-warnings.ts';
import { parseForm } from '../http/parse-form.ts';

const PATH = '/wallet/api/v1/instant';

/** The locale of the provider's pages that a request asks for. */
type ReadLocale = (c: AppContext) => string;

/** Payments at a provider, as the wallet frame starts, follows and ends them. */
export function instantRoutes(readLocale: ReadLocale): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.post(PATH, (c) => answerStart(c, readLocale(c)));
  routes.get(`${PATH}/:attempt`, answerState);
  routes.post(`${PATH}/:attempt/cancel`, answerCancel);
  return routes;
}

async function answerStart(c: AppContext, locale: string) {
  const caller = await authenticateWalletToBegin(c);
  // Each start ends the previous one and notifies the merchant, from any wallet. The store counts, too.
  await countRequest(c, 'instant-start', String(caller.userId));
  const values = await readForm(c);
  const form = parseForm(InstantForm, values);
  const metadata = form.metadata === undefined ? {} : pageMetadata(form.metadata);
  const service = c.get('service');
  const requestId = c.get('requestId');
  const attemptDigest = formDigest(service, values);
  const address = clientAddress(c);
  const start = { caller, form, metadata, locale, attemptDigest, requestId, address };
  const row = await runLockingTransaction(service, (core) => startInstantPayment(core, start));
  const payment = await presentPayment(service, row);
  for (const [name, value] of Object.entries(sandboxWarnings(values))) c.header(name, value);
  return answerOf(c, payment);
}

async function answerState(c: AppContext) {
  const caller = await authenticateWallet(c);
  const attempt = c.req.param('attempt') ?? '';
  const payment = await runLockingTransaction(c.get('service'), (core) =>
    readInstantPayment(core, { caller, attempt }),
  );
  return answerOf(c, payment);
}

async function answerCancel(c: AppContext) {
  const caller = await authenticateWallet(c);
  const attempt = c.req.param('attempt') ?? '';
  const payment = await runLockingTransaction(c.get('service'), (core) =>
    cancelInstantPayment(core, { caller, attempt }),
  );
  return answerOf(c, payment);
}

function answerOf(c: AppContext, payment: InstantPayment) {
  const clientIp = payment.payment_method && { ip: clientAddress(c) };
  return c.json({ status: 'OK', payment: { ...payment, ...clientIp } } satisfies InstantAnswer);
}
