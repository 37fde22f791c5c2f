import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Handler, Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import {
  directionOf,
  type Language,
  languageNames,
  languages,
  type TextKey,
  textIn,
} from '../texts/page-texts.ts';
import type { Config } from './config.ts';
import type { Shop } from './shop.ts';
import { type Visit, visitOf, walletView } from './wallet-view.ts';

/** The service's address in the pages of the repository. */
const DEFAULT_BASE_URL = 'http://127.0.0.1:4000';

type Options = {
  readonly config: Config;
  /** Folder of the built pages. */
  readonly root: string;
};

/** The shop's pages, each with what the backend knows of it in its HTML. */
export function pages(shop: Shop, { config, root }: Options): Hono {
  const { baseUrl, drawerNamesMethod, liveReloadUrl } = config;
  const app = new Hono();
  const page = (name: string, base: PageSettings['base']): Handler => {
    const html = readFileSync(join(root, name), 'utf8').replaceAll(DEFAULT_BASE_URL, baseUrl);
    return async (c) => {
      const visit = visitOf(c, { path: c.req.path.slice(base.length), drawerNamesMethod });
      c.header('Vary', 'Accept-Language, Cookie');
      return c.html(pageIn(visit, { html, base, config, main: await walletView(visit, { shop, config }) }));
    };
  };
  app.use(headers(new URL(baseUrl).origin, liveReloadUrl));
  app.get('/assets/*', serveStatic({ root }));
  for (const path of ['/', '/cards', '/appearance', '/orders', '/orders/:id'])
    app.get(path, page('index.html', ''));
  for (const path of ['/spa', '/spa/*']) app.get(path, page('spa/index.html', '/spa'));
  return app;
}

type PageParts = {
  readonly html: string;
  readonly base: PageSettings['base'];
  readonly config: Config;
  /** HTML of the main element. */
  readonly main: string;
};

/** The built HTML with the body that the backend writes. */
function pageIn({ language, settings: { theme } }: Visit, { html, base, config, main }: PageParts): string {
  const { publishableKey, merchantId, baseUrl, callbackUrl, inspectorUrl, drawerNamesMethod } = config;
  const settings = {
    base,
    publishableKey,
    merchantId,
    baseUrl,
    callbackUrl,
    inspectorUrl,
    drawerNamesMethod,
  };
  return html
    .replace(
      '<html lang="en" dir="ltr">',
      `<html lang="${language}" dir="${directionOf(language)}" data-theme="${theme}">`,
    )
    .replace('<body>', (tag) => tag + pageBody(language, { settings, main }));
}

/** What the pages' scripts read from `#shop`. */
export type PageSettings = {
  /** Where the shop stands: at the root with page loads, or at `/spa` with a router. */
  readonly base: '' | '/spa';
  readonly publishableKey: string;
  readonly merchantId: number;
  readonly baseUrl: string;
  /** Where callbacks of payments at a provider go. */
  readonly callbackUrl: string;
  /** Address of the service's inspector, if both run on this machine. */
  readonly inspectorUrl: string | undefined;
  /** The drawer offers billing methods, where it may name one. */
  readonly drawerNamesMethod: boolean;
};

type BodyParts = { readonly settings: PageSettings; readonly main: string };

/** Settings, header, main element and drawer of every page, in one language from the first byte on. */
function pageBody(language: Language, { settings, main }: BodyParts): string {
  const { base } = settings;
  // The script changes these texts when the shopper chooses another language.
  const text = (key: TextKey) => `data-text="${key}">${textIn(language, key)}`;
  const option = (tag: Language) =>
    `<option value="${tag}" lang="${tag}"${tag === language ? ' selected' : ''}>${languageNames[tag]}</option>`;
  return `
    <script type="application/json" id="shop">${JSON.stringify(settings).replaceAll('<', '\\u003c')}</script>
    <a class="skip" href="#main" ${text('nav.skip')}</a>
    <div class="shop">
      <header class="top">
        <a class="brand" href="${base}/">Morrow Coffee</a>
        <nav>
          <a href="${base}/" ${text('nav.checkout')}</a>
          <a href="${base}/cards" ${text('nav.cards')}</a>
          <a href="${base}/orders" ${text('nav.orders')}</a>
        </nav>
        <div class="language">
          <label class="visually-hidden" for="language" ${text('language.label')}</label>
          <select id="language" autocomplete="off">${languages.map(option).join('')}</select>
        </div>
      </header>
      <main id="main" tabindex="-1">${main}</main>
    </div>
    <aside id="sandbox" class="sandbox" aria-label="Sandbox" lang="en" dir="ltr"></aside>`;
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
