import { Hono } from 'hono';
import * as z from 'zod/mini';
import type { InstantPayment } from '../../../contract/billing/instant-api.ts';
import type { AppContext, AppEnv } from '../../api/http/app-env.ts';
import { readForm } from '../../api/http/form-body.ts';
import { parseForm } from '../../api/http/parse-form.ts';
import { annotateRequest } from '../../api/http/request-history.ts';
import { RESULTS_PATH, SIGNATURE_HEADERS } from '../../base/processor/provider-gateway.ts';
import type { Core } from '../../base/runtime/core.ts';
import { runLockingTransaction } from '../../base/runtime/run-transaction.ts';
import { settleClaim } from '../../payments/asking/settle-claim.ts';
import { presentResult, takeProviderResult } from '../../payments/instant/complete-instant-payment.ts';
import { lockAndReadAgain, requireProviderPayment } from '../../payments/instant/find-provider-payment.ts';
import { presentPayment } from '../../payments/instant/present-payment.ts';
import { RETURN_PATH } from '../../payments/instant/provider-address.ts';
import type { ProviderPaymentRow } from '../../tables/provider-payments.ts';
import { wantedLanguage } from '../languages/wanted-language.ts';
import { closingPage } from '../pages/closing-page.ts';

/** What the provider signed, as JSON text. */
const ResultForm = z.object({ result: z.string().check(z.maxLength(8192)) });

/** The paths for a provider's results and for shoppers who return. */
export function providerChannelRoutes(): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.post(RESULTS_PATH, answerResult);
  routes.get(`${RETURN_PATH}:id`, answerReturn);
  return routes;
}

async function answerResult(c: AppContext) {
  const { result } = parseForm(ResultForm, await readForm(c));
  const headers = Object.fromEntries(SIGNATURE_HEADERS.map((name) => [name, c.req.header(name) ?? '']));
  const service = c.get('service');
  const verdict = await runLockingTransaction(service, (core) =>
    takeProviderResult(core, { body: result, headers }),
  );
  if (verdict.claim) await settleClaim(service, verdict.claim, { record: async () => {} });
  const payment = await presentResult(service, verdict);
  annotateRequest(c, { transactionId: payment.transaction_id });
  return c.json({ status: 'OK', outcome: payment.status });
}

/** Takes only the payment's id from the address: its state is in the store. */
async function answerReturn(c: AppContext) {
  const id = c.req.param('id') ?? '';
  const { row, payment } = await runLockingTransaction(c.get('service'), (core) => findPayment(core, id));
  const target = row.returnUrl === null ? undefined : withResult(row.returnUrl, payment);
  if (row.opens === 'redirect' && target !== undefined) return c.redirect(target, 303);
  const { text, policy } = closingPage({
    language: await wantedLanguage(c, row.locale),
    payment,
    shopUrl: target,
  });
  c.header('Content-Security-Policy', policy);
  // The page that opened this window must see that the window is still there, and when it is not.
  c.header('Cross-Origin-Opener-Policy', 'unsafe-none');
  return c.html(text);
}

type Found = { readonly row: ProviderPaymentRow; readonly payment: InstantPayment };

async function findPayment(core: Core, id: string): Promise<Found> {
  const row = await requireProviderPayment(core, /^[0-9a-f]{32}$/.test(id) ? id : '');
  return { row, payment: await presentPayment(core, await lockAndReadAgain(core, row)) };
}

/**
 * Appends the result to the shop's address. An alternative method appends none: whatever the shopper agreed to, nothing
 * is paid.
 */
function withResult(returnUrl: string, { use, status, transaction_id: id }: InstantPayment): string {
  const url = new URL(returnUrl);
  if (use === 'alternative') {
    for (const name of ['status', 'transaction_id']) url.searchParams.delete(name);
    return url.href;
  }
  if (id !== undefined) url.searchParams.set('transaction_id', id);
  url.searchParams.set('status', status);
  return url.href;
}
