import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Handler, Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { languages } from '../texts/texts.ts';
import type { Config } from './config.ts';
import { languageOf, pageIn } from './language.ts';
import { shopperOf } from './shopper.ts';

/** The address written into the pages as they lie in the repository. */
const writtenBaseUrl = 'http://127.0.0.1:4000';
/** Has the drawer offer billing methods, where it may name one. */
const drawerChoice = ' data-names-method';

/** What the page knows of its wallet before it asks for anything. */
const shopSettings = /(?<=id="shop">)[^<]*/;

function withSettings(
  html: string,
  { publishableKey, merchantId, baseUrl, callbackUrl, inspectorUrl }: Config,
): string {
  const settings = { publishableKey, merchantId, baseUrl, callbackUrl, inspectorUrl };
  const text = JSON.stringify(settings).replaceAll('<', '\\u003c');
  return html.replaceAll(writtenBaseUrl, baseUrl).replace(shopSettings, () => text);
}

/** The built pages, as they lie in `root`. */
export function pages(config: Config, root: string): Hono {
  const { baseUrl, liveReloadUrl, drawerNamesMethod } = config;
  const app = new Hono();
  const page = (name: string): Handler => {
    const written = withSettings(readFileSync(join(root, name), 'utf8'), config);
    const html = drawerNamesMethod ? written : written.replace(drawerChoice, '');
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
 * A strict policy needs three words for the wallet: its script, its frame, and the one request that `connect`
 * makes. Everything else on the page is the shop's own.
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
