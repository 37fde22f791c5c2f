import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import * as z from 'zod/mini';
import type { ServiceContext } from '../context.ts';
import type { AppContext, AppEnv } from '../http/app-env.ts';
import { type Form, readForm } from '../http/form-body.ts';
import { refuseOtherSites } from '../http/same-site.ts';
import { embeddedHeaders, frameAncestors } from '../pages/embedded-page.ts';
import { TERM_PATH } from '../threeds/challenge-data.ts';
import { embeddingOrigins } from '../threeds/embedding-origins.ts';
import { payerResponse } from '../threeds/issuer-result.ts';
import { openPayerRequest, type PayerRequest } from '../threeds/payer-request.ts';
import { openMessage, signMessage } from '../threeds/signed-message.ts';
import {
  type Asked,
  appPage,
  askPage,
  LEAVE_SCRIPT,
  leavingPage,
  methodPage,
  untoldPage,
  WAIT_SCRIPT,
  waitingPage,
  wordsPage,
} from './acs-pages.ts';
import { ACS_STYLE } from './acs-style.ts';
import { answerAcs, findStatus, type Step } from './answer-acs.ts';
import type { Told } from './tell-service.ts';

type Tell = (signedResult: string) => Promise<Told>;

const METHOD_PATH = '/3ds/method';
const AppToken = z.object({ paReq: z.string() });

/** The simulated issuer's pages. It keeps nothing but the count of wrong codes: what it shows comes from the service's request. */
export function acsRoutes(tell: Tell): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.post('/acs', async (c) => {
    const form = await readForm(c);
    return answer(c, { ...form, values: new Map([['PaReq', form.values.get('PaReq') ?? '']]) }, tell);
  });
  routes.post('/acs/answer', async (c) => {
    refuseOtherSites(c);
    return answer(c, await readForm(c), tell);
  });
  routes.post('/acs/progress', async (c) => {
    refuseOtherSites(c);
    const asked = askedOf(c.var.service, (await readForm(c)).values.get('PaReq'));
    const status = asked && (await findStatus(c.var.service, asked.request.md));
    return c.json({ isOver: status !== 'OPEN' });
  });
  routes.post('/acs/method', async (c) => {
    const md = (await readForm(c)).values.get('MD') ?? '';
    return show(c, { md, text: methodPage(`${c.var.service.baseUrl}${METHOD_PATH}`, md) });
  });
  routes.get('/acs/app', (c) => showApp(c, c.req.query('token') ?? ''));
  routes.post('/acs/app', async (c) => {
    refuseOtherSites(c);
    return answerApp(c, await readForm(c), tell);
  });
  return routes;
}

function askedOf(context: ServiceContext, paReq = ''): Asked | undefined {
  const request = openPayerRequest(context, paReq);
  return request && { request, paReq };
}

async function answer(c: AppContext, { values }: Form, tell: Tell) {
  const asked = askedOf(c.var.service, values.get('PaReq'));
  if (!asked) return strange(c);
  const { md } = asked.request;
  const pressed = { action: values.get('action'), code: values.get('code') ?? '' };
  const step = await answerAcs(c.var.service, { md, ...pressed, tell });
  return step.kind === 'strange' ? strange(c) : show(c, { md, text: pageOf(c, asked, step) });
}

function pageOf(
  { var: { service } }: AppContext,
  asked: Asked,
  step: Exclude<Step, { kind: 'strange' }>,
): string {
  const { md } = asked.request;
  switch (step.kind) {
    case 'ask':
      return askPage(asked, step.triesLeft);
    case 'wait':
      return waitingPage(asked, step.why, step.why === 'app' ? appUrl(service, asked) : undefined);
    case 'untold':
      return untoldPage(asked, step.action);
    case 'leave': {
      const paRes = payerResponse(service, { md, ended: step.ended });
      return leavingPage({ why: step.why, termUrl: `${service.baseUrl}${TERM_PATH}`, md, paRes });
    }
  }
}

/** What the bank's app would be told by a push message. */
function appUrl(context: ServiceContext, { paReq }: Asked): string {
  return `/acs/app?token=${signMessage(context, 'issuer-app', { paReq } satisfies z.infer<typeof AppToken>)}`;
}

function appRequest(context: ServiceContext, token: string): PayerRequest | undefined {
  const opened = AppToken.safeParse(openMessage(context, 'issuer-app', token));
  return opened.success ? openPayerRequest(context, opened.data.paReq) : undefined;
}

async function showApp(c: AppContext, token: string) {
  const request = appRequest(c.var.service, token);
  if (!request) return strange(c);
  const isOpen = (await findStatus(c.var.service, request.md)) === 'OPEN';
  return show(c, { text: isOpen ? appPage(request, token) : wordsPage('appDone') });
}

async function answerApp(c: AppContext, { values }: Form, tell: Tell) {
  const token = values.get('token') ?? '';
  const request = appRequest(c.var.service, token);
  if (!request) return strange(c);
  const action = values.get('action') === 'Y' ? 'Y' : 'N';
  const step = await answerAcs(c.var.service, { md: request.md, action, code: '', tell });
  return show(c, { text: step.kind === 'untold' ? appPage(request, token) : wordsPage('appDone') });
}

function strange(c: AppContext) {
  return show(c, { text: wordsPage('strange'), status: 404 });
}

type Shown = {
  readonly text: string;
  readonly status?: 200 | 404;
  /** The challenge whose box it stands in; undefined: it is framed by nobody. */
  readonly md?: string;
};

async function show(c: AppContext, { text, status = 200, md }: Shown) {
  const { service } = c.var;
  const origins = md === undefined ? [] : await embeddingOrigins(service, md);
  const embeddedBy = origins.length > 0 ? [service.baseUrl, ...origins] : [];
  const policy = [
    `script-src ${hashOf(LEAVE_SCRIPT)} ${hashOf(WAIT_SCRIPT)}`,
    `style-src ${hashOf(ACS_STYLE)}`,
    "connect-src 'self'",
    `form-action 'self' ${service.baseUrl}`,
    frameAncestors(embeddedBy),
  ];
  return c.body(text, status, embeddedHeaders(policy));
}

function hashOf(inline: string): string {
  return `'sha256-${createHash('sha256').update(inline).digest('base64')}'`;
}
