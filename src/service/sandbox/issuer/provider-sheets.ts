import { setTimeout } from 'node:timers/promises';
import { type Context, Hono } from 'hono';
import { Provider } from '../../../contract/forms/provider-names.ts';
import type { AppContext, AppEnv } from '../../api/http/app-env.ts';
import { withoutSlot } from '../../api/http/form-body.ts';
import { refuseOtherOrigins } from '../../api/http/middleware/refuse-other-origins.ts';
import type { ProviderRequest, ProviderResult, SignedResult } from '../../base/processor/provider-gateway.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import { wantedLanguage } from '../../site/languages/wanted-language.ts';
import type { Receipt } from './post-result.ts';
import { downPage, FUNDINGS, leavingPage, sheetPage, strangePage, undeliveredPage } from './sheet-pages.ts';
import type { Simulation } from './simulation.ts';

type Surroundings = Pick<Runtime, 'masterKey' | 'stopping'> & {
  readonly simulation: Pick<Simulation, 'readSheetRequest' | 'signResult'>;
  /** Sends the service what became of a request. */
  readonly post: (result: SignedResult) => Promise<Receipt>;
  /** How long a slow answer takes. Default: 8,000. */
  readonly slowMs?: number;
};

const SLOW_MS = 8_000;
const MAX_FORM_BYTES = 16_384;

/**
 * The simulated providers' pages, for the issuer's origin. They have no state: a sheet is an address that the service
 * signed. The shopper's answer goes to the service before the shopper goes back.
 */
export function providerSheets(surroundings: Surroundings): Hono<AppEnv> {
  const { masterKey, stopping, simulation, post, slowMs = SLOW_MS } = surroundings;
  const app = new Hono<AppEnv>();

  app.get('/providers/:method', async (c) => {
    const signedRequest = c.req.query('request') ?? '';
    const request = simulation.readSheetRequest({ masterKey }, signedRequest);
    const language = await wantedLanguage(c, request?.locale);
    if (request?.method !== c.req.param('method'))
      return show(c, strangePage({ language, method: methodOf(c) }), 404);
    return show(c, sheetPage({ language, request, signedRequest }));
  });

  app.post('/providers/:method', async (c) => {
    refuseOtherOrigins(c);
    const values = await readValues(c);
    const signedRequest = values.get('request') ?? '';
    const request = simulation.readSheetRequest({ masterKey }, signedRequest);
    const language = await wantedLanguage(c, request?.locale);
    const strange = strangePage({ language, method: methodOf(c) });
    if (request?.method !== c.req.param('method')) return show(c, strange, 404);
    const action = values.get('action');
    if (action === 'down') return show(c, downPage({ language, request }), 503);
    if (action === 'slow') {
      c.get('slot')?.release();
      await setTimeout(slowMs, undefined, { signal: stopping }).catch(() => {});
    }
    const body = JSON.stringify(resultOf(request, values));
    const receipt = await post(simulation.signResult({ masterKey }, { id: request.id, body }));
    if (receipt === 'unanswered')
      return show(c, undeliveredPage({ language, request, signedRequest, values }), 502);
    return receipt === 'taken' ? show(c, leavingPage({ language, request })) : show(c, strange, 409);
  });
  return app;
}

async function readValues(c: AppContext): Promise<ReadonlyMap<string, string>> {
  if (Number(c.req.header('Content-Length') ?? MAX_FORM_BYTES + 1) > MAX_FORM_BYTES) return new Map();
  return new Map(new URLSearchParams(await withoutSlot(c, c.req.text())));
}

/** Only an agreement takes money. */
function resultOf(request: ProviderRequest, values: ReadonlyMap<string, string>): ProviderResult {
  const { id, method, amount, currency } = request;
  const action = values.get('action');
  const funding = FUNDINGS[Number(values.get('funding') ?? 0)];
  if ((action === 'approve' || action === 'slow') && funding) {
    const { number, expMonth, expYear } = funding;
    const outcome = { kind: 'approved' as const, funding: { number, expMonth, expYear } };
    return { id, method, amount, currency, outcome };
  }
  return { id, method, amount, currency, outcome: { kind: action === 'refuse' ? 'refused' : 'cancelled' } };
}

function methodOf(c: Context): Provider {
  const method = Provider.safeParse(c.req.param('method'));
  return method.success ? method.data : 'paypal';
}

type Page = { readonly text: string; readonly policy: string };

function show(c: Context, { text, policy }: Page, status: 200 | 404 | 409 | 502 | 503 = 200) {
  c.header('Content-Security-Policy', policy);
  // The shop that opened this window must see that it is still there.
  c.header('Cross-Origin-Opener-Policy', 'unsafe-none');
  return c.html(text, status);
}
