import { Hono } from 'hono';
import * as z from 'zod/mini';
import type { AppContext, AppEnv } from '../../api/http/app-env.ts';
import { type Form, readForm } from '../../api/http/form-body.ts';
import { refuseOtherOrigins } from '../../api/http/middleware/refuse-other-origins.ts';
import { openMessage, signMessage } from '../../base/keys/signed-message.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import { TERM_PATH } from '../../payments/threeds/box.ts';
import { openPayerRequest, payerResponse } from '../../payments/threeds/issuer-messages.ts';
import { embeddingOrigins } from '../../payments/threeds/open-box.ts';
import { LOCALE_PARAMETER, wantedLanguage } from '../../site/languages/wanted-language.ts';
import { embeddedHeaders, frameAncestors } from '../../site/pages/embedded-page.ts';
import { policyHash } from '../../site/pages/policy-hash.ts';
import {
  appPage,
  askPage,
  type ChallengeForm,
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
  /** Sends the issuer's signed result to the service. */
  readonly post: (signedResult: string) => Promise<Receipt>;
};

const METHOD_PATH = '/3ds/method';
const AppToken = z.object({ paReq: z.string() });

/**
 * The simulated issuer's pages. They store the count of wrong codes and the timer of a late answer: their content comes
 * from the service's request.
 */
export function acsRoutes(surroundings: Surroundings): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.post('/acs', async (c) => {
    const form = await readForm(c);
    return answer(c, { ...form, values: new Map([['PaReq', form.values.get('PaReq') ?? '']]) }, surroundings);
  });
  routes.post('/acs/answer', async (c) => {
    refuseOtherOrigins(c);
    return answer(c, await readForm(c), surroundings);
  });
  routes.post('/acs/progress', async (c) => {
    refuseOtherOrigins(c);
    const request = openPayerRequest(c.get('service'), (await readForm(c)).values.get('PaReq') ?? '');
    const status = request && (await findStatus(c.get('service'), request.md));
    return c.json({ isOver: status !== 'OPEN' });
  });
  routes.post('/acs/method', async (c) => {
    const md = (await readForm(c)).values.get('MD') ?? '';
    const language = await wantedLanguage(c);
    const methodUrl = `${c.get('service').config.baseUrl}${METHOD_PATH}`;
    return show(c, { md, text: methodPage({ language, methodUrl, md }) });
  });
  routes.get('/acs/app', (c) => showApp(c, c.req.query('token') ?? ''));
  routes.post('/acs/app', async (c) => {
    refuseOtherOrigins(c);
    return answerApp(c, await readForm(c), surroundings);
  });
  return routes;
}

async function formOf(c: AppContext, paReq = ''): Promise<ChallengeForm | undefined> {
  const request = openPayerRequest(c.get('service'), paReq);
  return request && { language: await wantedLanguage(c, request.browserLanguage), request, paReq };
}

async function answer(c: AppContext, { values }: Form, surroundings: Surroundings) {
  const form = await formOf(c, values.get('PaReq'));
  if (!form) return answerStrange(c);
  const { md } = form.request;
  const button = { action: values.get('action'), code: values.get('code') ?? '' };
  const step = await answerAcs(c.get('service'), { ...surroundings, ...button, md });
  return step.kind === 'strange' ? answerStrange(c) : show(c, { md, text: pageOf(c, form, step) });
}

function pageOf(
  { var: { service } }: AppContext,
  form: ChallengeForm,
  step: Exclude<Step, { kind: 'strange' }>,
): string {
  const { language, request } = form;
  const { md } = request;
  switch (step.kind) {
    case 'ask':
      return askPage(form, step.triesLeft);
    case 'wait':
      return waitingPage(form, step.why, step.why === 'app' ? appUrl(service, form) : undefined);
    case 'undelivered':
      return undeliveredPage(form, step.action);
    case 'leave': {
      const paRes = payerResponse(service, { md, ended: step.status });
      const termUrl = `${service.config.baseUrl}${TERM_PATH}?${LOCALE_PARAMETER}=${language.tag}`;
      return leavingPage({ language, why: step.why, termUrl, md, paRes });
    }
  }
}

/** The address that a push message would bring to the bank's app. */
function appUrl(runtime: Runtime, { paReq }: ChallengeForm): string {
  return `/acs/app?token=${signMessage(runtime, 'issuer-app', { paReq } satisfies z.infer<typeof AppToken>)}`;
}

async function formOfAppToken(c: AppContext, token: string): Promise<ChallengeForm | undefined> {
  const appToken = AppToken.safeParse(openMessage(c.get('service'), 'issuer-app', token));
  return appToken.success ? formOf(c, appToken.data.paReq) : undefined;
}

async function showApp(c: AppContext, token: string) {
  const form = await formOfAppToken(c, token);
  if (!form) return answerStrange(c);
  const isOpen = (await findStatus(c.get('service'), form.request.md)) === 'OPEN';
  return show(c, { text: isOpen ? appPage(form, token) : wordsPage(form.language, 'appDone') });
}

async function answerApp(c: AppContext, { values }: Form, surroundings: Surroundings) {
  const token = values.get('token') ?? '';
  const form = await formOfAppToken(c, token);
  if (!form) return answerStrange(c);
  const { md } = form.request;
  const action = values.get('action') === 'Y' ? 'Y' : 'N';
  const step = await answerAcs(c.get('service'), { ...surroundings, md, action, code: '' });
  return show(c, {
    text: step.kind === 'undelivered' ? appPage(form, token) : wordsPage(form.language, 'appDone'),
  });
}

async function answerStrange(c: AppContext) {
  return show(c, { text: wordsPage(await wantedLanguage(c), 'strange'), status: 404 });
}

type PageContext = {
  readonly text: string;
  readonly status?: 200 | 404;
  /** The challenge whose box holds the page; undefined where nothing frames it. */
  readonly md?: string;
};

async function show(c: AppContext, { text, status = 200, md }: PageContext) {
  const service = c.get('service');
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
