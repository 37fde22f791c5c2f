import { script } from 'virtual:refused-frame';
import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import * as z from 'zod/mini';
import type { ErrorBody } from '../../../contract/error-body.ts';
import { positiveInteger, text } from '../../../contract/forms/form-values.ts';
import { LANGUAGE, LANGUAGE_TAG } from '../../../contract/forms/names.ts';
import type { AppContext, AppEnv } from '../../api/http/app-env.ts';
import { permissionsPolicy } from '../../api/http/middleware/security-headers.ts';
import { parseForm } from '../../api/http/parse-form.ts';
import { annotateRequest } from '../../api/http/request-history.ts';
import { wantedLanguage } from '../languages/wanted-language.ts';
import { bootFrame } from '../pages/boot-frame.ts';
import { preferredEncoding } from '../pages/content-encoding.ts';
import { embeddingFacts } from '../pages/embedding-facts.ts';
import { frameEncoder } from '../pages/frame-encoding.ts';
import { type FrameTemplate, readFrameTemplate } from '../pages/frame-template.ts';
import { inlineJson } from '../pages/inline-json.ts';
import { policyHash } from '../pages/policy-hash.ts';
import { strictPolicy } from '../pages/strict-policy.ts';

export const FRAME_PATH = '/wallet/frame';
const NOTICE_PATH = '/wallet/notice';

const FrameQuery = z.object({
  key: text(128),
  merchant: positiveInteger,
  locale: z._default(z.string().check(z.regex(LANGUAGE_TAG, { error: `wanted ${LANGUAGE}` })), 'en'),
  origin: text(256),
  /** Whether the page is in a frame itself: then its other registered pages may be around it. */
  nested: z.optional(z.literal('1')),
});

const frameHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  // Only with this permission can Apple Pay report whether it can pay.
  'Permissions-Policy': permissionsPolicy({ payment: '(self)' }),
  // Lets a cross-origin isolated shop embed the frame.
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  Vary: 'Accept-Encoding',
};

/** The frame document, for registered origins. `build`: the folder of the wallet's build. */
export function frameRoutes(build: string): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  let template: FrameTemplate | undefined;
  const factsOf = embeddingFacts();
  const encode = frameEncoder();
  routes.get(FRAME_PATH, (c) => {
    // Read on first use, because nothing may hold up the start.
    template ??= readFrameTemplate(build);
    return answerFrame(c, { template, factsOf, encode });
  });
  routes.get(NOTICE_PATH, answerNotice);
  return routes;
}

/** The texts that a page shows in place of a wallet that did not load, in the wallet's language. */
async function answerNotice(c: AppContext) {
  const { t, tag, direction } = await wantedLanguage(c);
  c.header('Access-Control-Allow-Origin', '*');
  c.header('Cache-Control', 'public, max-age=300');
  c.header('Vary', 'Accept-Language');
  return c.json({ lang: tag, dir: direction, failed: t('notice.failed'), retry: t('error.retry') });
}

/**
 * Answers a refused frame with a document that posts the reason to the page around it. Any other request gets the error as
 * JSON, readable from any origin. It wraps every check but that of the host name.
 */
export const postRefusalsToPage = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  if (c.res.ok) return;
  c.header('Access-Control-Allow-Origin', '*');
  c.header('Vary', 'Accept');
  if (!c.req.header('Accept')?.includes('text/html')) return;
  const refusal = (await c.res.json()) as ErrorBody;
  c.res = new Response(refusedFrame(refusal), { status: c.res.status, headers: refusedFrameHeaders });
});

type FrameSource = {
  readonly template: FrameTemplate;
  readonly factsOf: ReturnType<typeof embeddingFacts>;
  readonly encode: ReturnType<typeof frameEncoder>;
};

async function answerFrame(c: AppContext, { template, factsOf, encode }: FrameSource) {
  annotateRequest(c, { origin: c.req.query('origin') });
  const query = parseForm(FrameQuery, { values: new Map(Object.entries(c.req.query())), ignored: [] });
  const { key, merchant, origin, nested } = query;
  const facts = await factsOf(c.get('service'), { publishableKey: key, merchantId: merchant, origin });
  const locale = template.resolveLocale(query.locale);
  const boot = bootFrame(c.get('service'), { ...facts, locale, origin, textsVersion: template.textsVersion });
  const encoding = preferredEncoding(c.req.header('Accept-Encoding'));
  for (const [name, value] of Object.entries(frameHeaders)) c.header(name, value);
  c.header('Content-Security-Policy', template.policy(boot, nested ? facts.account.origins : [origin]));
  if (encoding !== 'identity') c.header('Content-Encoding', encoding);
  return c.body(await encode(template.compose(boot), encoding));
}

/**
 * The document in place of a refused frame. It is empty, and posts the reason to the page around it, whichever that is: a page
 * cannot read a frame by itself. It holds nothing that framing could misuse.
 */
function refusedFrame({ error }: Pick<ErrorBody, 'error'>): string {
  const { code, message, param } = error;
  const refusal = inlineJson({ code, message, param });
  return `<!doctype html><title></title><script type="application/json" id="refusal">${refusal}</script><script type="module">${script}</script>\n`;
}

export const refusedFrameHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': strictPolicy([`script-src ${policyHash(script)}`], ["form-action 'none'"]),
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};
