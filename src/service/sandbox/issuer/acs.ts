import { Hono } from 'hono';
import * as z from 'zod/mini';
import type { AppContext, AppEnv } from '../../api/http/app-env.ts';
import { type Form, readForm } from '../../api/http/form-body.ts';
import { refuseOtherSites } from '../../api/http/middleware/same-site.ts';
import { openMessage, signMessage } from '../../base/keys/signed-message.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import { TERM_PATH } from '../../payments/threeds/box.ts';
import { openPayerRequest, payerResponse } from '../../payments/threeds/issuer-messages.ts';
import { embeddingOrigins } from '../../payments/threeds/open-box.ts';
import { LOCALE_PARAMETER, wantedLanguage } from '../../site/languages/wanted-language.ts';
import { embeddedHeaders, frameAncestors } from '../../site/pages/embedded-page.ts';
import { policyHash } from '../../site/pages/policy-hash.ts';
import {
  type Asked,
  appPage,
  askPage,
  FOCUS_SCRIPT,
  LEAVE_SCRIPT,
  leavingPage,
  methodPage,
  undeliveredPage,
  WAIT_SCRIPT,
  waitingPage,
  wordsPage,
} from './acs-pages.ts';
import { ACS_STYLE } from './acs-style.ts';
import { answerAcs, findStatus, type Step } from './answer-acs.ts';
import type { Receipt } from './post-result.ts';
import type { Simulation } from './simulation.ts';

type Surroundings = {
  readonly simulation: Pick<Simulation, 'issuerBehaviour'>;
  /** Tells the service what the issuer signed. */
  readonly post: (signedResult: string) => Promise<Receipt>;
};

const METHOD_PATH = '/3ds/method';
const AppToken = z.object({ paReq: z.string() });

/**
 * The simulated issuer's pages. They keep only the count of wrong codes: what they show comes from the service's request.
 */
export function acsRoutes(surroundings: Surroundings): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.post('/acs', async (c) => {
    const form = await readForm(c);
    return answer(c, { ...form, values: new Map([['PaReq', form.values.get('PaReq') ?? '']]) }, surroundings);
  });
  routes.post('/acs/answer', async (c) => {
    refuseOtherSites(c);
    return answer(c, await readForm(c), surroundings);
  });
  routes.post('/acs/progress', async (c) => {
    refuseOtherSites(c);
    const request = openPayerRequest(c.var.service, (await readForm(c)).values.get('PaReq') ?? '');
    const status = request && (await findStatus(c.var.service, request.md));
    return c.json({ isOver: status !== 'OPEN' });
  });
  routes.post('/acs/method', async (c) => {
    const md = (await readForm(c)).values.get('MD') ?? '';
    const language = await wantedLanguage(c);
    const methodUrl = `${c.var.service.config.baseUrl}${METHOD_PATH}`;
    return show(c, { md, text: methodPage({ language, methodUrl, md }) });
  });
  routes.get('/acs/app', (c) => showApp(c, c.req.query('token') ?? ''));
  routes.post('/acs/app', async (c) => {
    refuseOtherSites(c);
    return answerApp(c, await readForm(c), surroundings);
  });
  return routes;
}

async function askedOf(c: AppContext, paReq = ''): Promise<Asked | undefined> {
  const request = openPayerRequest(c.var.service, paReq);
  return request && { language: await wantedLanguage(c, request.browserLanguage), request, paReq };
}

async function answer(c: AppContext, { values }: Form, surroundings: Surroundings) {
  const asked = await askedOf(c, values.get('PaReq'));
  if (!asked) return strange(c);
  const { md } = asked.request;
  const pressed = { action: values.get('action'), code: values.get('code') ?? '' };
  const step = await answerAcs(c.var.service, { ...surroundings, ...pressed, md });
  return step.kind === 'strange' ? strange(c) : show(c, { md, text: pageOf(c, asked, step) });
}

function pageOf(
  { var: { service } }: AppContext,
  asked: Asked,
  step: Exclude<Step, { kind: 'strange' }>,
): string {
  const { language, request } = asked;
  const { md } = request;
  switch (step.kind) {
    case 'ask':
      return askPage(asked, step.triesLeft);
    case 'wait':
      return waitingPage(asked, step.why, step.why === 'app' ? appUrl(service, asked) : undefined);
    case 'undelivered':
      return undeliveredPage(asked, step.action);
    case 'leave': {
      const paRes = payerResponse(service, { md, ended: step.ended });
      const termUrl = `${service.config.baseUrl}${TERM_PATH}?${LOCALE_PARAMETER}=${language.tag}`;
      return leavingPage({ language, why: step.why, termUrl, md, paRes });
    }
  }
}

/** The address that a push message would bring to the bank's app. */
function appUrl(context: Runtime, { paReq }: Asked): string {
  return `/acs/app?token=${signMessage(context, 'issuer-app', { paReq } satisfies z.infer<typeof AppToken>)}`;
}

async function askedInApp(c: AppContext, token: string): Promise<Asked | undefined> {
  const opened = AppToken.safeParse(openMessage(c.var.service, 'issuer-app', token));
  return opened.success ? askedOf(c, opened.data.paReq) : undefined;
}

async function showApp(c: AppContext, token: string) {
  const asked = await askedInApp(c, token);
  if (!asked) return strange(c);
  const isOpen = (await findStatus(c.var.service, asked.request.md)) === 'OPEN';
  return show(c, { text: isOpen ? appPage(asked, token) : wordsPage(asked.language, 'appDone') });
}

async function answerApp(c: AppContext, { values }: Form, surroundings: Surroundings) {
  const token = values.get('token') ?? '';
  const asked = await askedInApp(c, token);
  if (!asked) return strange(c);
  const { md } = asked.request;
  const action = values.get('action') === 'Y' ? 'Y' : 'N';
  const step = await answerAcs(c.var.service, { ...surroundings, md, action, code: '' });
  return show(c, {
    text: step.kind === 'undelivered' ? appPage(asked, token) : wordsPage(asked.language, 'appDone'),
  });
}

async function strange(c: AppContext) {
  return show(c, { text: wordsPage(await wantedLanguage(c), 'strange'), status: 404 });
}

type ShowInput = {
  readonly text: string;
  readonly status?: 200 | 404;
  /** The challenge whose box holds the page; undefined where nothing frames it. */
  readonly md?: string;
};

async function show(c: AppContext, { text, status = 200, md }: ShowInput) {
  const { service } = c.var;
  const origins = md === undefined ? [] : await embeddingOrigins(service, md);
  const embeddedBy = origins.length > 0 ? [service.config.baseUrl, ...origins] : [];
  const policy = [
    `script-src ${[FOCUS_SCRIPT, LEAVE_SCRIPT, WAIT_SCRIPT].map(policyHash).join(' ')}`,
    `style-src ${policyHash(ACS_STYLE)}`,
    "connect-src 'self'",
    `form-action 'self' ${service.config.baseUrl}`,
    frameAncestors(embeddedBy),
  ];
  return c.body(text, status, embeddedHeaders(policy));
}
