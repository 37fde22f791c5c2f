import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { build, type Plugin } from 'vite';
import { compileScript, parse } from 'vue/compiler-sfc';
import { printed } from '../fixtures/printed.ts';
import { test as base } from '../fixtures/stack-test.ts';
import { openSheet } from '../pages/provider-sheet.ts';
import { GOOD_CARD, WalletFrame } from '../pages/wallet-frame.ts';
import { freePort } from '../stack/free-port.ts';
import { SECRET_KEY, type Stack } from '../stack/stack.ts';

/** The samples of docs/integrate.md as printed, but for the address of the service. */

const DOCUMENT = 'docs/integrate.md';

type Folder = { readonly path: string; write(name: string, text: string): string };

const test = base.extend<{ folder: Folder }>({
  // Inside the repository, where packages find themselves by name.
  folder: async ({ stack: _ }, use) => {
    const path = `.cache/samples-${await freePort()}`;
    mkdirSync(path, { recursive: true });
    const write = (name: string, text: string) => {
      const file = join(process.cwd(), path, name);
      writeFileSync(file, text);
      return file;
    };
    await use({ path, write });
    rmSync(path, { recursive: true });
  },
});

const sample = (mark: string, { serviceUrl }: Stack) => printed(DOCUMENT, { mark, serviceUrl });

/** A component of one file, its template in its script, as Vue's own plugin makes it. */
const vueFiles: Plugin = {
  name: 'vue-files',
  transform(code, id) {
    if (!id.endsWith('.vue')) return null;
    const { descriptor } = parse(code, { filename: id });
    const compilerOptions = { isCustomElement: (tag: string) => tag === 'wallet-checkout' };
    const options = { id: 'wallet', inlineTemplate: true, templateOptions: { compilerOptions } };
    return { code: compileScript(descriptor, options).content, map: null };
  },
};

/** A program and what it imports, as one script for a page. */
async function bundled(input: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"development"' },
    oxc: { jsx: { runtime: 'automatic', importSource: 'react', development: false } },
    plugins: [vueFiles],
    build: {
      write: false,
      minify: false,
      modulePreload: false,
      rolldownOptions: { input },
    },
  });
  const outputs = [built].flat().flatMap((result) => ('output' in result ? result.output : []));
  const script = outputs.find((output) => output.type === 'chunk');
  return script?.code ?? '';
}

/** Opens a page with this script, whose backend gives sessions; what the page throws is a fault. */
async function openPage(page: Page, { script, html = '', head = '', session }: Site) {
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  const port = await freePort();
  const document = `<!doctype html><html lang="en"><head><title>Shop</title>${head}
    <script>window.said = []; addEventListener('sdk:error', ({ detail }) => said.push(detail.code));</script></head><body><div id="root">${html}</div>
    <script type="module">${script.replaceAll('</script', '<\\/script')}</script></body></html>`;
  const server = createServer(async ({ url }, response) => {
    const isSession = url === '/api/session';
    response.setHeader('Content-Type', isSession ? 'application/json' : 'text/html; charset=utf-8');
    response.end(isSession ? await session() : document);
  }).listen(port, '127.0.0.1');
  page.once('close', () => server.close());
  await once(server, 'listening');
  await page.goto(`http://localhost:${port}/`);
  return { wallet: new WalletFrame(page), faults };
}

type Site = {
  readonly script: string;
  readonly html?: string;
  readonly head?: string;
  readonly session: () => Promise<string>;
};

/** The session of the sample of Next, which is a backend's. */
async function sessionOf({ write }: Folder, stack: Stack) {
  process.env['SECRET_KEY'] = SECRET_KEY;
  const actions = await import(pathToFileURL(write('actions.mjs', sample("'use server'", stack))).href);
  return async () => JSON.stringify(await actions.session());
}

const MOUNT = `const refreshToken = async () => (await fetch('/api/session', { method: 'POST' })).json();
const props = (amount) => ({ orderId: 'order-1', amount, currency: 'EUR', refreshToken });`;

/** Shown, paid by another amount, taken off and shown anew: what is typed is there until the end. */
async function livesWith(page: Page, { wallet, faults }: { wallet: WalletFrame; faults: string[] }) {
  await wallet.type(GOOD_CARD);
  await page.evaluate(() => Reflect.get(window, 'show')('12.00'));
  await expect(wallet.cardNumber).toHaveValue(GOOD_CARD.number);
  await page.evaluate(() => Reflect.get(window, 'hide')());
  await expect(page.locator('iframe')).toHaveCount(0);
  await page.evaluate(() => Reflect.get(window, 'show')('12.00'));
  await expect(wallet.cardNumber).toBeEmpty();
  expect(faults).toEqual([]);
  expect(await page.evaluate('said')).toEqual([]);
}

/** The page's own Pay hands over the card that is typed. */
async function paysBy(page: Page, wallet: WalletFrame) {
  await wallet.type(GOOD_CARD);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect.poll(() => page.evaluate('billed')).toEqual([expect.objectContaining({ name: 'Visa' })]);
}

test('the sample of React shows a wallet and pays, in strict mode too', async ({ page, stack, folder }) => {
  folder.write('Checkout.jsx', sample('export function Checkout(', stack));
  const main = folder.write(
    'main.jsx',
    `import { StrictMode } from 'react';
    import { createRoot } from 'react-dom/client';
    import { Checkout } from './Checkout.jsx';
    ${MOUNT}
    window.billed = [];
    const ways = { bill: async (paymentMethod) => (billed.push(paymentMethod), 'PENDING'), lookUp: async () => 'PENDING' };
    const root = createRoot(document.querySelector('#root'));
    window.show = (amount) => root.render(<StrictMode><Checkout {...props(amount)} {...ways} /></StrictMode>);
    window.hide = () => root.render(null);
    window.show('48.50');`,
  );
  const session = await sessionOf(folder, stack);
  const head = sample('rel="preconnect"', stack);
  const opened = await openPage(page, { script: await bundled(main), session, head });
  await livesWith(page, opened);
  await paysBy(page, opened.wallet);
});

test('the sample of the custom element shows a wallet and pays', async ({ page, stack, folder }) => {
  const main = folder.write('main.js', sample("document.querySelectorAll('wallet-checkout", stack));
  const session = await sessionOf(folder, stack);
  const html = sample('session-url=', stack);
  const script = `window.billed = [];
    window.fetch = ((really) => async (address, init) => {
      if (address !== '/api/pay') return really(address, init);
      billed.push(JSON.parse(init.body));
      return Response.json({ status: 'PENDING' });
    })(fetch);
    ${await bundled(main)}`;
  const { wallet, faults } = await openPage(page, { script, html, session });
  await paysBy(page, wallet);
  await page.evaluate(() => document.querySelector('wallet-checkout')?.remove());
  await expect(page.locator('iframe')).toHaveCount(0);
  expect(faults).toEqual([]);
  expect(await page.evaluate('said')).toEqual([]);
});

test('the sample of Vue shows a wallet and pays', { tag: '@prove' }, async ({ page, stack, folder }) => {
  folder.write('Checkout.vue', sample('<script setup>', stack));
  const main = folder.write(
    'main.js',
    `import { createApp, h, ref } from 'vue';
    import Checkout from './Checkout.vue';
    ${MOUNT}
    window.billed = [];
    const ways = { bill: async (paymentMethod) => (billed.push(paymentMethod), 'PENDING'), lookUp: async () => 'PENDING' };
    const amount = ref('48.50');
    const isThere = ref(true);
    window.show = (next) => { amount.value = next; isThere.value = true; };
    window.hide = () => { isThere.value = false; };
    createApp(() => (isThere.value ? h(Checkout, { ...props(amount.value), ...ways }) : null)).mount('#root');`,
  );
  const session = await sessionOf(folder, stack);
  const opened = await openPage(page, { script: await bundled(main), session });
  await livesWith(page, opened);
  await paysBy(page, opened.wallet);
});

test('the sample of a backend without the package pays, and believes the lookup alone', async ({
  stack,
  folder,
}) => {
  process.env['SECRET_KEY'] = SECRET_KEY;
  const code = `${sample('async function verify(', stack)}\nexport { pay, session, verify };\n`;
  const backend = await import(pathToFileURL(folder.write('backend.mjs', code)).href);
  expect((await backend.session('user-1042')).refreshToken).toMatch(/^rt_/);
  expect((await backend.session()).refreshToken).toMatch(/^rt_/);
  const order = { id: 'order-1', attemptId: crypto.randomUUID(), amount: '48.50', currency: 'EUR' };
  expect(await backend.pay(order, { cc_token: 'tok_sandbox_4242424242424242' })).toEqual({ paid: true });
  for (const other of [{ id: 'order-2' }, { amount: '48.00' }, { currency: 'GBP' }])
    expect(await backend.verify({ ...order, ...other }, order.attemptId)).toEqual({ paid: false });
  const refused = { ...order, attemptId: crypto.randomUUID() };
  expect(await backend.pay(refused, { cc_token: 'tok_sandbox_4000000000009995' })).toEqual({ paid: false });
  expect(await backend.verify(order, 'none')).toEqual({ paid: false });
});

test('the sample of authorising captures and refunds once for each key', { tag: '@prove' }, async ({
  stack,
  folder,
}) => {
  process.env['SECRET_KEY'] = SECRET_KEY;
  const file = folder.write('later.mjs', sample('async function authorise(', stack));
  const { authorise, capture, refund, release } = await import(pathToFileURL(file).href);
  const begin = (attemptId: string) =>
    authorise(
      { id: 'order-7', amount: '48.50', currency: 'EUR', attemptId },
      { cc_token: 'tok_sandbox_4242424242424242' },
    );
  const id = crypto.randomUUID();
  expect(await begin(id)).toMatchObject({
    status: 'SUCCESS',
    payment_state: 'AUTHORISED',
    authorised: '48.50',
  });
  const parcel = { amount: '20.00', currency: 'EUR', parcelId: `p-${id}` };
  await capture(id, parcel);
  expect(await capture(id, parcel)).toMatchObject({ captured: '20.00', remaining: '28.50' });
  const back = { amount: '5.00', currency: 'EUR', returnId: `r-${id}` };
  await refund(id, back);
  expect(await refund(id, back)).toMatchObject({ captured: '20.00', refunded: '5.00' });
  const other = crypto.randomUUID();
  await begin(other);
  expect(await release(other)).toMatchObject({ payment_state: 'VOIDED', remaining: '0.00' });
});

test('the sample of TypeScript compiles, as strict as can be', { tag: '@prove' }, async ({
  stack,
  folder,
}) => {
  const file = folder.write('code-of.ts', sample('instanceof SdkError', stack));
  const options = [
    '--noEmit',
    '--strict',
    '--target',
    'ES2022',
    '--module',
    'NodeNext',
    '--skipLibCheck',
    'false',
  ];
  execFileSync('npx', ['tsc', '--ignoreConfig', ...options, file], { stdio: 'pipe' });
});

test('the sample of live changes changes a wallet that stands', { tag: '@prove' }, async ({
  begun,
  page,
  stack,
}) => {
  const { run, wallet } = begun;
  await wallet.settled.waitFor({ state: 'attached' });
  expect(await run(sample('setAppearance', stack))).toEqual({ value: undefined });
  await expect(wallet.frame.locator('html')).toHaveAttribute('lang', 'de');
  expect(page.url()).toContain('localhost');
});

test('the sample of an express button opens the provider in that click', { tag: '@prove' }, async ({
  begun,
  page,
  stack,
}) => {
  const { run, wallet } = begun;
  await run("await sdk.wallet.destroy(); settings.express = ['googlepay']; await begin();");
  await run(`${sample("on('expressPay'", stack)}
    document.body.insertAdjacentHTML('beforeend', '<button id="pay">Pay</button>');
    document.querySelector('#pay').onclick = () => sdk.wallet.getPaymentMethod().catch(() => {});`);
  const sheet = await openSheet(page, () => wallet.button('Google Pay').click());
  expect(await sheet.amount.textContent()).toContain('48.50');
});
