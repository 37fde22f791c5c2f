import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { createMerchantClient } from 'embeddable-wallet/server';
import { LOSSES, startLossyProxy } from '../support/fixtures/lossy-proxy.ts';
import { test as base } from '../support/fixtures/stack-test.ts';
import { bundled } from '../support/measures/bundled.ts';
import { printed } from '../support/measures/printed.ts';
import { ChallengeBox } from '../support/pages/challenge-box.ts';
import { openSheet, slow } from '../support/pages/provider-sheet.ts';
import { GOOD_CARD, WalletFrame } from '../support/pages/wallet-frame.ts';
import { askAdmin } from '../support/stack/admin-client.ts';
import { freePort } from '../support/stack/free-port.ts';
import { SECRET_KEY, type Stack } from '../support/stack/stack.ts';

/** The samples of docs/integrate.md as printed, but for the address of the service, and an order of each test's own. */

const DOCUMENT = 'docs/integrate.md';
const CHECKING = 'We are checking your payment. Please do not pay again.';
const ASKING = 'Your bank is asking you.';
const PAID = 'Order paid. Thank you.';
const PAID_ONCE = ['SALE_3DS', 10, 'SUCCESS'];
const CARD = { cc_token: 'tok_sandbox_4242424242424242' };
const whose = { merchantRef: 'demo' };

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

/** Opens a page with this script and backend, whose first answer to a billing is lost; what the page throws is a fault. */
async function openPage(page: Page, { script, html = '', head = '', backend }: Site) {
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  const port = await freePort();
  const document = `<!doctype html><html lang="en"><head><title>Shop</title>${head}
    <script>window.said = []; addEventListener('sdk:error', ({ detail }) => said.push(detail.code));</script></head><body><div id="root">${html}</div>
    <script type="module">${script.replaceAll('</script', '<\\/script')}</script></body></html>`;
  let billings = 0;
  const routes: Record<string, (body: unknown, id: string) => unknown> = {
    session: () => backend.session(),
    pay: (body) => backend.pay(body),
    lookup: (_, id) => backend.lookUp(id),
  };
  const server = createServer(async (request, response) => {
    const [, api, path = '', id = ''] = (request.url ?? '').split('/');
    const route = api === 'api' ? routes[path] : undefined;
    response.setHeader('Content-Type', route ? 'application/json' : 'text/html; charset=utf-8');
    const answer = route
      ? JSON.stringify(await route(path === 'pay' ? await json(request) : undefined, id))
      : document;
    // In the middle of the body: Chromium itself sends a request again that got no byte.
    if (path === 'pay' && ++billings === 1) response.write('{', () => response.destroy());
    else response.end(answer);
  }).listen(port, '127.0.0.1');
  page.once('close', () => server.close());
  await once(server, 'listening');
  await page.goto(`http://localhost:${port}/`);
  return { wallet: new WalletFrame(page), faults, billings: () => billings };
}

type Site = {
  readonly script: string;
  readonly html?: string;
  readonly head?: string;
  readonly backend: Backend;
};

type Backend = {
  session(): Promise<unknown>;
  pay(paymentMethod: unknown): Promise<string>;
  lookUp(transactionId: string): Promise<string>;
};

/** The sample of Next, which is a backend's, with this order; no bank asks about one in EUR. */
async function backendOf(
  { write }: Folder,
  stack: Stack,
  { id, currency = 'GBP' }: { id: string; currency?: string },
): Promise<Backend> {
  process.env['SECRET_KEY'] = SECRET_KEY;
  const actions = sample("'use server'", stack).replace('order-1042', id).replace('GBP', currency);
  return import(pathToFileURL(write('actions.mjs', actions)).href);
}

/** The sample of authorising. */
async function laterOf({ write }: Folder, stack: Stack) {
  process.env['SECRET_KEY'] = SECRET_KEY;
  return import(pathToFileURL(write('later.mjs', sample('async function authorise(', stack))).href);
}

/** What the service made of an order, the last first. */
async function madeOf({ inspectorUrl }: Stack, orderId: string) {
  const path = `/api/transactions?account_id=1&order_id=${orderId}`;
  const { transactions } = await askAdmin(inspectorUrl, path);
  return transactions.map((made: Record<string, unknown>) => [
    made['method'],
    made['amount'],
    made['status'],
  ]);
}

const MOUNT = `const post = async (path, body = {}) => (await fetch(path, { method: 'POST', body: JSON.stringify(body) })).json();
const ways = {
  refreshToken: () => post('/api/session'),
  bill: (paymentMethod) => post('/api/pay', paymentMethod),
  lookUp: (id) => post('/api/lookup/' + id),
};
const props = (amount) => ({ orderId: 'order-1', amount, currency: 'GBP', ...ways });`;

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

type Opened = Awaited<ReturnType<typeof openPage>>;

/** The page's own Pay pays by the card that is typed; the lost answer is asked for again, and that pays once. */
async function paysOnceBy(page: Page, { wallet, billings }: Opened) {
  const told = page.getByRole('status');
  await wallet.type(GOOD_CARD);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(told).toHaveText(CHECKING, slow);
  await expect(told).toContainText(ASKING, slow);
  expect(billings()).toBe(2);
  await new ChallengeBox(page).answer('1234');
  await expect(told).toHaveText(PAID, slow);
}

test('the sample of React shows a wallet and pays once, in strict mode too', async ({
  page,
  stack,
  folder,
}) => {
  folder.write('Checkout.jsx', sample('export function Checkout(', stack));
  const main = folder.write(
    'main.jsx',
    `import { StrictMode } from 'react';
    import { createRoot } from 'react-dom/client';
    import { Checkout } from './Checkout.jsx';
    ${MOUNT}
    const root = createRoot(document.querySelector('#root'));
    window.show = (amount) => root.render(<StrictMode><Checkout {...props(amount)} /></StrictMode>);
    window.hide = () => root.render(null);
    window.show('48.50');`,
  );
  const orderId = `order-${crypto.randomUUID()}`;
  const backend = await backendOf(folder, stack, { id: orderId });
  const head = sample('rel="preconnect"', stack);
  const opened = await openPage(page, { script: await bundled(main), backend, head });
  await livesWith(page, opened);
  await paysOnceBy(page, opened);
  expect(await madeOf(stack, orderId)).toEqual([PAID_ONCE]);
});

test('the sample of the custom element shows a wallet and pays once', { tag: '@prove' }, async ({
  page,
  stack,
  folder,
}) => {
  const main = folder.write('main.js', sample("document.querySelectorAll('wallet-checkout", stack));
  const orderId = `order-${crypto.randomUUID()}`;
  const backend = await backendOf(folder, stack, { id: orderId });
  const html = sample('session-url=', stack);
  const opened = await openPage(page, { script: await bundled(main), html, backend });
  await paysOnceBy(page, opened);
  expect(await madeOf(stack, orderId)).toEqual([PAID_ONCE]);
  await expect(page.locator('iframe')).toHaveCount(0);
  expect(opened.faults).toEqual([]);
  expect(await page.evaluate('said')).toEqual([]);
});

test('the sample of Vue shows a wallet and pays once', { tag: '@prove' }, async ({ page, stack, folder }) => {
  folder.write('Checkout.vue', sample('<script setup>', stack));
  const main = folder.write(
    'main.js',
    `import { createApp, h, ref } from 'vue';
    import Checkout from './Checkout.vue';
    ${MOUNT}
    const amount = ref('48.50');
    const isThere = ref(true);
    window.show = (next) => { amount.value = next; isThere.value = true; };
    window.hide = () => { isThere.value = false; };
    createApp(() => (isThere.value ? h(Checkout, props(amount.value)) : null)).mount('#root');`,
  );
  const orderId = `order-${crypto.randomUUID()}`;
  const backend = await backendOf(folder, stack, { id: orderId });
  const opened = await openPage(page, { script: await bundled(main), backend });
  await livesWith(page, opened);
  await paysOnceBy(page, opened);
  expect(await madeOf(stack, orderId)).toEqual([PAID_ONCE]);
});

test('the sample of a backend without the package pays, and trusts only the lookup', async ({
  stack,
  folder,
}) => {
  process.env['SECRET_KEY'] = SECRET_KEY;
  const code = `${sample('async function verify(', stack)}\nexport { pay, session, verify };\n`;
  const backend = await import(pathToFileURL(folder.write('backend.mjs', code)).href);
  expect((await backend.session('user-1042')).refreshToken).toMatch(/^rt_/);
  expect((await backend.session()).refreshToken).toMatch(/^rt_/);
  const of = { ...whose, currency: 'EUR' };
  const order = { ...of, id: 'order-1', attemptId: crypto.randomUUID(), amount: '48.50' };
  expect(await backend.pay(order, { cc_token: 'tok_sandbox_4242424242424242' })).toBe('paid');
  for (const other of [{ amount: '48.00' }, { currency: 'GBP' }])
    expect(await backend.verify({ ...order, paidBy: undefined, ...other }, order.attemptId)).toBe('unknown');
  for (const other of [{ id: 'order-2' }, { merchantRef: 'demo-async' }])
    expect(await backend.verify({ ...order, paidBy: undefined, ...other }, order.attemptId)).toBe('other');
  const fresh = () => ({ ...order, paidBy: undefined, attemptId: crypto.randomUUID() });
  expect(await backend.pay(fresh(), { cc_token: 'tok_sandbox_4000000000009995' })).toBe('failed');
  expect(await backend.pay(fresh(), { cc_token: 'unknown' })).toBe('failed');
  expect(await backend.verify(fresh(), 'none')).toBe('other');
  expect(await backend.verify(order, 'none')).toBe('paid');
  const asked = { ...fresh(), id: 'order-3', amount: '10.00', currency: 'GBP' };
  expect(await backend.pay(asked, CARD)).toBe('pending');
});

for (const lost of LOSSES) {
  const lane = lost === 'answer' ? {} : { tag: '@prove' };
  test(
    `the samples of Next and of authorising pay once where the first billing's ${lost} was lost`,
    lane,
    async ({ stack, folder }) => {
      const proxy = await startLossyProxy(stack.serviceUrl, lost);
      const lossy = { ...stack, serviceUrl: proxy.serviceUrl };
      const [soldId, heldId] = [`order-${crypto.randomUUID()}`, `order-${crypto.randomUUID()}`];
      const next = await backendOf(folder, lossy, { id: soldId, currency: 'EUR' });
      const { authorise } = await laterOf(folder, lossy);
      const held = { ...whose, orderID: heldId, amount: '10.00', currency: 'EUR' };
      const ways = [() => next.pay(CARD), () => authorise(held, CARD)];
      for (const pay of ways) {
        proxy.lose(true);
        await expect(pay()).rejects.toThrow();
        proxy.lose(false);
        expect([await pay(), await pay()]).toEqual(['paid', 'paid']);
      }
      expect(await madeOf(stack, soldId)).toEqual([PAID_ONCE]);
      expect(await madeOf(stack, heldId)).toEqual([['AUTH_3DS', 10, 'SUCCESS']]);
      proxy.close();
    },
  );
}

test('the samples of Next and of authorising take another attempt after a refusal', async ({
  stack,
  folder,
}) => {
  const id = `order-${crypto.randomUUID()}`;
  const order = { ...whose, orderID: id, amount: '10.00', currency: 'EUR' };
  const next = await backendOf(folder, stack, { id, currency: 'EUR' });
  const { authorise } = await laterOf(folder, stack);
  for (const pay of [next.pay, (card: unknown) => authorise(order, card)]) {
    expect(await pay({ cc_token: 'tok_sandbox_4000000000009995' })).toBe('failed');
    expect(await pay({ cc_token: 'unknown' })).toBe('failed');
    expect(await pay(CARD)).toBe('paid');
  }
});

test('the sample of authorising refunds a second payment of an order, once', async ({ stack, folder }) => {
  const service = createMerchantClient({ baseUrl: stack.serviceUrl, secretKey: SECRET_KEY });
  const { authorise, outcome, figures } = await laterOf(folder, stack);
  const orderID = `order-${crypto.randomUUID()}`;
  const whole = { amount: '10.00', currency: 'EUR' } as const;
  const order: Record<string, string> = { ...whose, orderID, ...whole };
  await authorise(order, CARD);
  const start = { merchant_id: 1001, orderID, ...whole, isGuest: true };
  for (const [method, state] of [
    ['AUTH', 'VOIDED'],
    ['SALE', 'REFUNDED'],
  ] as const) {
    const transactionID = crypto.randomUUID();
    await service.bill({ ...start, transactionID, method, ccToken: JSON.stringify(CARD) });
    for (let asked = 0; asked < 2; asked++) expect(await outcome(order, transactionID)).toBe('paid');
    expect(await figures(transactionID)).toMatchObject({ payment_state: state });
  }
  expect(await figures(order['paidBy'])).toMatchObject({ payment_state: 'AUTHORISED', remaining: '10.00' });
  const made = await madeOf(stack, orderID);
  expect(made.map(([method]: string[]) => method)).toEqual(['REFUND', 'SALE', 'VOID', 'AUTH', 'AUTH_3DS']);
});

/** The order, and what each backend of the samples says of a payment for it. */
async function backendsOf(folder: Folder, stack: Stack) {
  const id = `order-${crypto.randomUUID()}`;
  const order = { ...whose, id, orderID: id, amount: '10.00', currency: 'EUR' } as const;
  const next = await backendOf(folder, stack, order);
  const { authorise, outcome } = await laterOf(folder, stack);
  const code = `${sample('async function verify(', stack)}\nexport { pay, verify };\n`;
  const plain = await import(pathToFileURL(folder.write('plain.mjs', code)).href);
  const [held, sold] = [{ ...order }, { ...order, attemptId: crypto.randomUUID() }];
  const asks: ((transactionId: string) => Promise<string>)[] = [
    (transactionId) => next.lookUp(transactionId),
    (transactionId) => outcome(held, transactionId),
    (transactionId) => plain.verify(sold, transactionId),
  ];
  const told = async (transactionId: string) => {
    const said: string[] = [];
    for (const ask of asks) said.push(await ask(transactionId));
    return said;
  };
  const service = createMerchantClient({ baseUrl: stack.serviceUrl, secretKey: SECRET_KEY });
  const sell = async ({ amount = order.amount as string, merchant_id = 1001 } = {}) => {
    const transactionID = crypto.randomUUID();
    const start = { merchant_id, orderID: order.id, transactionID, isGuest: true };
    await service.sale({ ...start, amount, currency: order.currency, ccToken: CARD.cc_token });
    return transactionID;
  };
  const pay = async () => [await next.pay(CARD), await authorise(held, CARD), await plain.pay(sold, CARD)];
  return { order, service, sell, asks, told, pay };
}

for (const undo of ['refund', 'void'] as const) {
  test(`S65: the samples of a backend do not count a payment undone by ${undo}, and take the next`, async ({
    stack,
    folder,
  }) => {
    const { order, service, sell, told, pay } = await backendsOf(folder, stack);
    const { amount, currency } = order;
    const transactionID = await sell();
    await service[undo]({ transactionID, amount, currency });
    expect(await told(transactionID)).toEqual(['failed', 'failed', 'failed']);
    expect(await pay()).toEqual(['paid', 'paid', 'paid']);
  });
}

test('S65: the samples of a backend report no payment that was refunded in part', async ({
  stack,
  folder,
}) => {
  const { order, service, sell, told } = await backendsOf(folder, stack);
  const transactionID = await sell();
  await service.refund({ transactionID, amount: '0.01', currency: order.currency });
  expect(await told(transactionID)).toEqual(['unknown', 'unknown', 'unknown']);
});

test('S66: a payment of a cent for their order does not block the samples of a backend', async ({
  stack,
  folder,
}) => {
  const { sell, told, pay } = await backendsOf(folder, stack);
  expect(await told(await sell({ amount: '0.01' }))).toEqual(['unknown', 'unknown', 'unknown']);
  expect(await pay()).toEqual(['paid', 'paid', 'paid']);
});

test('S71: the samples of a backend refund a second payment of their order, once', async ({
  stack,
  folder,
}) => {
  const { order, service, sell, asks } = await backendsOf(folder, stack);
  for (const ask of asks) {
    const [first, second] = [await sell(), await sell()];
    for (const one of [first, second, second, first]) expect(await ask(one)).toBe('paid');
    expect((await service.lookup(first))?.sandbox.payment_state).toBe('CAPTURED');
    expect((await service.lookup(second))?.sandbox.payment_state).toBe('REFUNDED');
  }
  const made = await madeOf(stack, order.id);
  expect(made.filter(([method]: string[]) => method === 'REFUND')).toHaveLength(asks.length);
});

test('S71: the samples of a backend are not paid by another merchant’s payment of an order of that name', async ({
  stack,
  folder,
}) => {
  const { sell, told, pay } = await backendsOf(folder, stack);
  expect(await told(await sell({ merchant_id: 1002 }))).toEqual(['other', 'other', 'other']);
  expect(await pay()).toEqual(['paid', 'paid', 'paid']);
});

test('S72: the callback route of Next takes no large body, and none that is not signed', async ({
  stack,
  folder,
}) => {
  await backendOf(folder, stack, { id: `order-${crypto.randomUUID()}`, currency: 'EUR' });
  const route = sample('export async function POST', stack).replace(
    '../checkout/actions.js',
    './actions.mjs',
  );
  process.env['WEBHOOK_SECRET'] = stack.webhookSecret;
  const { POST } = await import(pathToFileURL(folder.write('route.mjs', route)).href);
  const statusOf = async (length: Record<string, string>) => {
    const request = new Request('http://localhost/callback', { method: 'POST', body: '{}', headers: length });
    return (await POST(request)).status;
  };
  expect(await statusOf({})).toBe(413);
  expect(await statusOf({ 'Content-Length': '600000000' })).toBe(413);
  expect(await statusOf({ 'Content-Length': '2' })).toBe(400);
});

test('the sample of authorising captures and refunds once for each key', { tag: '@prove' }, async ({
  stack,
  folder,
}) => {
  const { authorise, capture, refund, release, figures } = await laterOf(folder, stack);
  async function begin(): Promise<string> {
    const order: Record<string, string> = { ...whose, orderID: 'order-7', amount: '48.50', currency: 'EUR' };
    expect(await authorise(order, CARD)).toBe('paid');
    return order['paidBy'] ?? '';
  }
  const id = await begin();
  expect(await figures(id)).toMatchObject({
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
  const other = await begin();
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

test('the sample of live changes changes a mounted wallet', { tag: '@prove' }, async ({
  merchantPage,
  page,
  stack,
}) => {
  const { run, wallet } = merchantPage;
  await wallet.settled.waitFor({ state: 'attached' });
  expect(await run(sample('setAppearance', stack))).toEqual({ value: undefined });
  await expect(wallet.frame.locator('html')).toHaveAttribute('lang', 'de');
  expect(page.url()).toContain('localhost');
});

test('the sample of an express button opens the provider in that click', { tag: '@prove' }, async ({
  merchantPage,
  page,
  stack,
}) => {
  const { run, wallet } = merchantPage;
  await run("await sdk.wallet.destroy(); settings.express = ['googlepay']; await begin();");
  await run(`${sample("on('expressPay'", stack)}
    document.body.insertAdjacentHTML('beforeend', '<button id="pay">Pay</button>');
    document.querySelector('#pay').onclick = () => sdk.wallet.getPaymentMethod().catch(() => {});`);
  const sheet = await openSheet(page, () => wallet.button('Google Pay').click());
  expect(await sheet.amount.textContent()).toContain('48.50');
});
