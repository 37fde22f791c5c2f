import { Hono } from 'hono';
import * as z from 'zod/mini';
import type { AppContext, AppEnv } from '../../api/http/app-env.ts';
import { readForm } from '../../api/http/form-body.ts';
import { parseForm } from '../../api/http/parse-form.ts';
import { annotateRequest } from '../../api/http/request-history.ts';
import { runTransaction } from '../../base/runtime/run-transaction.ts';
import { ServiceError } from '../../base/service-error.ts';
import { settleResult } from '../../payments/asking/settle-claim.ts';
import { RETURN_PATH } from '../../payments/questions.ts';
import { BOX_PATH, TERM_PATH } from '../../payments/threeds/box.ts';
import { claimReturn } from '../../payments/threeds/claim-return.ts';
import { completeChallenge } from '../../payments/threeds/end-challenge.ts';
import { ISSUER_RESULTS_PATH, isResponseTo, openResult } from '../../payments/threeds/issuer-messages.ts';
import { embeddingOrigins, isBoxWaiting, openBox } from '../../payments/threeds/open-box.ts';
import { isAnswerUnknown } from '../../payments/threeds/pending-challenge.ts';
import type { TextKey } from '../languages/language.ts';
import { wantedLanguage } from '../languages/wanted-language.ts';
import { boxNotice, boxPage, waitingPage } from '../pages/box-page.ts';
import { browserFiles } from '../pages/browser-files.ts';
import { embeddedHeaders, frameAncestors } from '../pages/embedded-page.ts';

const signedText = z.string().check(z.maxLength(4096));
const ResultForm = z.object({ result: signedText });
const MethodForm = z.object({ MD: z.string().check(z.maxLength(64)) });
const TermForm = z.object({ MD: z.string().check(z.maxLength(64)), PaRes: signedText });

const TYPES: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css' };

/** The challenge's box, and the addresses that an issuer comes back to. */
export function threeDsRoutes(): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get(`${BOX_PATH}:capability`, answerBox);
  routes.get(`${BOX_PATH}:capability/state`, answerState);
  routes.on(['GET', 'POST'], `${RETURN_PATH}:name`, answerReturn);
  routes.get('/3ds/assets/:name', answerFile);
  routes.post('/3ds/method', answerMethod);
  routes.post(ISSUER_RESULTS_PATH, answerResult);
  routes.post(TERM_PATH, answerTerm);
  return routes;
}

async function answerBox(c: AppContext) {
  const service = c.get('service');
  const capability = c.req.param('capability') ?? '';
  const box = await runTransaction(service, (core) => openBox(core, capability));
  const language = await wantedLanguage(c);
  if (box.kind === 'unknown') {
    const text = boxNotice(language, { title: 'strange.title', text: 'strange.text' });
    return page(c, { text, status: 404 });
  }
  // The wallet's frame shows it itself where the shop's page cannot.
  const embeddedBy = ["'self'", ...box.shop.origins];
  if (box.kind === 'ended') {
    const text = boxNotice(language, { title: 'ended.title', text: 'ended.text' });
    return page(c, { text, status: 410, embeddedBy });
  }
  const waits = isAnswerUnknown(box.challenge);
  const bankOrigin = box.bank ? new URL(box.bank.url).origin : service.config.issuerUrl;
  const policy = [
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    // The bank's page ends on a page of the service.
    ...(waits ? ["form-action 'none'"] : [`frame-src ${bankOrigin} 'self'`, `form-action ${bankOrigin}`]),
    frameAncestors(embeddedBy),
  ];
  const text = (waits ? waitingPage : boxPage)(service, { ...box, language });
  return c.body(text, 200, embeddedHeaders(policy));
}

/** Whether a box that waits has nothing else to show yet. */
async function answerState(c: AppContext) {
  const waits = await isBoxWaiting(c.get('service'), c.req.param('capability') ?? '');
  return c.json({ waits }, 200, { 'Cache-Control': 'no-store' });
}

/** Comes back from the bank that an acquirer has named, by GET or POST. What it brings is for the acquirer to read. */
async function answerReturn(c: AppContext) {
  refuseScripts(c);
  const service = c.get('service');
  const returned = await readReturned(c);
  const name = c.req.param('name') ?? '';
  const result = returned && (await runTransaction(service, (core) => claimReturn(core, { name, returned })));
  if (!result || result.kind === 'unknown') {
    const text = boxNotice(await wantedLanguage(c), { title: 'strange.title', text: 'strange.text' });
    return page(c, { text, status: 404 });
  }
  const { challengeId: md } = result;
  const thanks = { md, title: 'thanks.title', text: 'box.done.text' } as const;
  const failed = { md, title: 'failed.title', text: 'box.unread.text', status: 400 } as const;
  if (result.kind !== 'claim') return notice(c, result.kind === 'ended' ? thanks : failed);
  const { transaction } = await settleResult(service, result);
  annotateRequest(c, { transactionId: transaction.operation.transactionId });
  return notice(c, transaction.challenge?.stage === 'bank' ? failed : thanks);
}

const MAX_RETURNED = { names: 16, nameLength: 64, valueLength: 16_384 };

/** Undefined where it is more than any bank sends. */
async function readReturned(c: AppContext): Promise<Readonly<Record<string, string>> | undefined> {
  const posted = c.req.method === 'POST' ? [...(await readForm(c)).values] : [];
  const entries = [...Object.entries(c.req.query()), ...posted];
  const isTooLong = ([name, value]: [string, string]) =>
    name.length > MAX_RETURNED.nameLength || value.length > MAX_RETURNED.valueLength;
  if (entries.length > MAX_RETURNED.names || entries.some(isTooLong)) return undefined;
  // Only banks of the sandbox say it themselves.
  return Object.fromEntries(entries.filter(([name]) => name !== 'transStatus').sort());
}

function answerFile(c: AppContext) {
  const name = c.req.param('name') ?? '';
  const text = browserFiles.get(name);
  if (text === undefined) throw new ServiceError('not_found', 'Cannot find this file');
  const type = TYPES[name.split('.').at(-1) ?? ''] ?? 'text/plain';
  return c.body(text, 200, {
    'Content-Type': `${type}; charset=utf-8`,
    'Cache-Control': 'public, max-age=300',
    'Cross-Origin-Resource-Policy': 'same-origin',
  });
}

/** Ends the fingerprint step: the box sees that its frame has come here. */
async function answerMethod(c: AppContext) {
  refuseScripts(c);
  const { MD } = parseForm(MethodForm, await readForm(c));
  return notice(c, { md: MD, title: 'thanks.title' });
}

/** Takes only the challenge's id from the browser: how the challenge ended is on record, or will be. */
async function answerTerm(c: AppContext) {
  refuseScripts(c);
  const { MD, PaRes } = parseForm(TermForm, await readForm(c));
  return isResponseTo(c.get('service'), MD, PaRes)
    ? notice(c, { md: MD, title: 'thanks.title', text: 'box.done.text' })
    : notice(c, { md: MD, title: 'failed.title', text: 'box.unread.text', status: 400 });
}

async function answerResult(c: AppContext) {
  const { result } = parseForm(ResultForm, await readForm(c));
  const verdict = openResult(c.get('service'), result);
  if (!verdict) {
    throw new ServiceError('parameter_invalid', "Cannot read parameter 'result': no issuer signed it", {
      param: 'result',
    });
  }
  const service = c.get('service');
  const { md: challengeId, result: answer } = verdict;
  const ended = await runTransaction(service, (core) =>
    completeChallenge(core, { challengeId, result: answer }),
  );
  const { challenge, operation } = (await settleResult(service, ended)).transaction;
  annotateRequest(c, { transactionId: operation.transactionId });
  return c.json({ status: 'OK', ended: challenge?.status });
}

/** Admits only a browser that navigates, and no script of any page. */
function refuseScripts(c: AppContext) {
  const mode = c.req.header('Sec-Fetch-Mode');
  if (mode === undefined || mode === 'navigate') return;
  throw new ServiceError(
    'origin_not_allowed',
    'Cannot take the request: a script sent it, expected a form of the issuer',
  );
}

type Notice = {
  readonly md: string;
  readonly title: TextKey;
  readonly text?: TextKey;
  readonly status?: 200 | 400;
};

async function notice(c: AppContext, { md, status = 200, ...words }: Notice) {
  const origins = await embeddingOrigins(c.get('service'), md);
  const text = boxNotice(await wantedLanguage(c), words);
  return page(c, { text, status, embeddedBy: ["'self'", ...origins] });
}

type Page = {
  readonly text: string;
  readonly status: 200 | 400 | 404 | 410;
  readonly embeddedBy?: readonly string[];
};

function page(c: AppContext, { text, status, embeddedBy = [] }: Page) {
  const policy = ["style-src 'self'", "form-action 'none'", frameAncestors(embeddedBy)];
  return c.body(text, status, embeddedHeaders(policy));
}
