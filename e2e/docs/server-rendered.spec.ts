import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { holdBack } from '../support/fixtures/hold-back.ts';
import { test as base } from '../support/fixtures/stack-test.ts';
import { bundled } from '../support/measures/bundled.ts';
import { printed } from '../support/measures/printed.ts';
import { GOOD_CARD, WalletFrame } from '../support/pages/wallet-frame.ts';
import { freePort } from '../support/stack/free-port.ts';
import { serve } from '../support/stack/page-server.ts';
import { newSession } from '../support/stack/service-client.ts';
import { MERCHANT_ID } from '../support/stack/stack.ts';

/** The samples of React, Next and Vue, rendered on a server with the wallet's frame in them, and gone on with in the browser. */

declare global {
  /** The frame of the page's HTML. */
  var written: Element | null;
  /** Sum of the page's layout shifts so far. */
  var moved: number;
}

const PORT = '3001';
const ORDER = { orderId: 'order-1042', amount: '10.00', currency: 'GBP' };

type Server = { render(props: object, hint: string): Promise<string> };
type Sample = {
  /** Files of the sample by name, with their marks in the guide. */
  readonly files: Readonly<Record<string, string>>;
  /** Exports `render`. */
  readonly server: string;
  /** Goes on with `html`, once `window.props` are there. */
  readonly client: string;
};

const SAMPLES: Readonly<Record<string, Sample>> = {
  'React, as the page of Next': {
    files: {
      'Checkout.jsx': 'export function Checkout(',
      'page.jsx': 'export default async function Page(',
      'actions.js': "'use server'",
    },
    server: `import { renderToString } from 'react-dom/server';
      import Page from './page.jsx';
      export const render = async () => {
        const { props, type: Checkout } = await Page();
        globalThis.frame = props.frame;
        return renderToString(<Checkout {...props} />);
      };`,
    client: `import { hydrateRoot } from 'react-dom/client';
      import { Checkout } from './Checkout.jsx';
      const onRecoverableError = (error) => console.error('recovered', error);
      const root = document.querySelector('#root');
      hydrateRoot(root, <Checkout {...window.props} {...ways} />, { onRecoverableError });`,
  },
  Vue: {
    files: { 'Checkout.vue': '<script setup>', 'server.js': 'function renderCheckout(' },
    server: `export { renderCheckout as render } from './server.js';`,
    client: `import { createSSRApp } from 'vue';
      import Checkout from './Checkout.vue';
      createSSRApp(Checkout, { ...window.props, frame: undefined, ...ways }).mount('#root');`,
  },
};

const test = base.extend<{ folder: string }>({
  // Inside the repository, where packages find themselves by name.
  folder: async ({ stack: _ }, use) => {
    const folder = join(process.cwd(), `.cache/rendered-${await freePort()}`);
    mkdirSync(folder, { recursive: true });
    await use(folder);
    rmSync(folder, { recursive: true });
  },
});

/** What of the page is measured from its first byte on. */
const HEAD = `<script>
  window.moved = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) moved += value;
  }).observe({ type: 'layout-shift', buffered: true });
</script>`;

const WAYS = `const post = async (path) => (await fetch(path, { method: 'POST', body: '{}' })).json();
  const ways = { refreshToken: () => post('/session'), bill: async () => 'paid', lookUp: async () => 'paid' };`;

/** What the page and its frame warn of, and ask the service for. */
function listenTo(page: Page) {
  const told: string[] = [];
  const documents: string[] = [];
  page.on('console', (message) => {
    if (/warning|error/.test(message.type())) told.push(message.text());
  });
  page.on('pageerror', ({ message }) => told.push(message));
  page.on('request', (request) => {
    if (request.url().includes('/wallet/frame?')) documents.push(request.url());
  });
  return { told, documents };
}

for (const [name, { files, server, client }] of Object.entries(SAMPLES)) {
  test(`the sample of ${name} is rendered with the frame in it, and goes on with it: nothing is told, asked twice or moved`, async ({
    page,
    stack,
    folder,
  }) => {
    const port = await freePort();
    const write = (file: string, text: string) => {
      writeFileSync(join(folder, file), text);
      return join(folder, file);
    };
    for (const [file, mark] of Object.entries(files)) {
      const sample = printed('docs/integrate.md', { mark, serviceUrl: stack.serviceUrl });
      write(file, sample.replaceAll(PORT, String(port)));
    }
    process.env['SECRET_KEY'] = 'sk_sandbox_demo';
    const program = write('server.mjs', await bundled(write('render.jsx', server), { isServer: true }));
    const { render }: Server = await import(pathToFileURL(program).href);
    const session = await newSession(stack.serviceUrl, { merchant_id: `${MERCHANT_ID}` });
    const props = { ...ORDER, returnUrl: `http://localhost:${port}/` };
    const html = await render(props, session.hint);
    const given = JSON.stringify({ ...props, frame: Reflect.get(globalThis, 'frame') }).replaceAll(
      '<',
      '\\u003c',
    );
    const script = await bundled(write('client.jsx', WAYS + client));
    const body = `<div id="root">${html}</div><script>window.props = ${given};
      window.written = document.querySelector('iframe');</script><script type="module" src="/client.js"></script>`;
    const shop = `<!doctype html><html lang="en"><head><title>Shop</title>${HEAD}</head><body>${body}</body></html>`;
    const pages = new Map([
      ['/', shop],
      ['/client.js', script],
      ['/session', JSON.stringify(session)],
    ]);
    const type = (path: string) => (path.endsWith('.js') ? 'text/javascript' : 'text/html');
    const served = await serve(port, (path) => [`${type(path)}; charset=utf-8`, pages.get(path) ?? '']);
    const { told, documents } = listenTo(page);
    const release = await holdBack(page, '**/client.js');
    await page.goto(`http://localhost:${port}/`, { waitUntil: 'commit' });
    const wallet = new WalletFrame(page);
    await wallet.cardNumber.fill(GOOD_CARD.number);
    release();
    await wallet.settled.waitFor({ state: 'attached' });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 300))));
    expect(told).toEqual([]);
    expect(documents).toHaveLength(1);
    const isSame = () => document.querySelector('iframe') === globalThis.written;
    expect(await page.evaluate(isSame)).toBe(true);
    await expect(wallet.cardNumber).toHaveValue(GOOD_CARD.number);
    expect(await page.evaluate(() => globalThis.moved)).toBeLessThanOrEqual(0.01);
    served.close();
  });
}
