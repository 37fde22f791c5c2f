import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Handler, Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { languages } from '../texts/texts.ts';
import type { Config } from './config.ts';
import { languageOf, pageIn } from './language.ts';
import { shopperOf } from './shopper.ts';

/** The service's address in the pages of the repository. */
const DEFAULT_BASE_URL = 'http://127.0.0.1:4000';
/** Makes the drawer offer billing methods, where it may name one. */
const METHOD_CHOICE = ' data-names-method';

/** The place in a page for the settings of its wallet. */
const shopSettings = /(?<=id="shop">)[^<]*/;

function withSettings(
  html: string,
  { publishableKey, merchantId, baseUrl, callbackUrl, inspectorUrl }: Config,
): string {
  const settings = { publishableKey, merchantId, baseUrl, callbackUrl, inspectorUrl };
  const text = JSON.stringify(settings).replaceAll('<', '\\u003c');
  return html.replaceAll(DEFAULT_BASE_URL, baseUrl).replace(shopSettings, () => text);
}

/** Serves the built pages in `root`. */
export function pages(config: Config, root: string): Hono {
  const { baseUrl, liveReloadUrl, drawerNamesMethod } = config;
  const app = new Hono();
  const page = (name: string): Handler => {
    const filled = withSettings(readFileSync(join(root, name), 'utf8'), config);
    const html = drawerNamesMethod ? filled : filled.replace(METHOD_CHOICE, '');
    const inLanguage = new Map(languages.map((language) => [language, pageIn(language, html)]));
    return (c) => {
      shopperOf(c);
      c.header('Vary', 'Accept-Language, Cookie');
      return c.html(inLanguage.get(languageOf(c)) ?? html);
    };
  };
  app.use(headers(new URL(baseUrl).origin, liveReloadUrl));
  app.get('/assets/*', serveStatic({ root }));
  for (const path of ['/', '/cards', '/appearance', '/orders', '/orders/:id'])
    app.get(path, page('index.html'));
  for (const path of ['/spa', '/spa/*']) app.get(path, page('spa/index.html'));
  return app;
}

/**
 * A strict policy allows the wallet three things: its script, its frame and the one request of `connect`. Everything else on
 * the page is the shop's own.
 */
function headers(service: string, liveReload: string | undefined) {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", service, ...(liveReload ? ["'unsafe-inline'"] : [])],
      frameSrc: [service],
      connectSrc: ["'self'", service, ...(liveReload ? [liveReload] : [])],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
    crossOriginOpenerPolicy: 'same-origin-allow-popups',
    referrerPolicy: 'strict-origin-when-cross-origin',
    strictTransportSecurity: false,
  });
}
