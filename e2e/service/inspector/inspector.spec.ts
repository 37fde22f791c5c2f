import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, get, type Server } from 'node:http';
import { test as base, expect } from '@playwright/test';
import { printed } from '../../support/measures/printed.ts';
import { violationsOn } from '../../support/measures/violations.ts';
import { InspectorPage } from '../../support/pages/inspector-page.ts';
import { ShopPage } from '../../support/pages/shop-page.ts';
import { GOOD_CARD } from '../../support/pages/wallet-frame.ts';
import { askAdmin, INSPECTOR_TOKEN } from '../../support/stack/admin-client.ts';
import { freePort } from '../../support/stack/free-port.ts';
import { servePages } from '../../support/stack/page-server.ts';
import { SECRET_KEY, type Stack, startStack } from '../../support/stack/stack.ts';

const MARKUP = '<img src=x onerror="document.title=1"><script>document.title=1</script>';

/** A merchant's receiver that fails until it is mended. */
type Receiver = { readonly url: string; readonly server: Server; status: 500 | 410 | 200; answer: string };

async function startReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(receiver.status, { 'Content-Type': 'text/html' }).end(receiver.answer);
  });
  const port = Number(await freePort());
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/callbacks`,
    server,
    status: 500,
    answer: MARKUP,
  };
  return receiver;
}

const test = base.extend<{ inspector: InspectorPage }, { receiver: Receiver; stack: Stack }>({
  receiver: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern
    async ({}, use) => {
      const receiver = await startReceiver();
      await use(receiver);
      receiver.server.close();
    },
    { scope: 'worker' },
  ],
  stack: [
    async ({ receiver }, use) => {
      const stack = await startStack({ INSPECTOR_TOKEN, CALLBACK_URL: receiver.url });
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  inspector: async ({ page, stack }, use) => use(new InspectorPage(page, stack.inspectorUrl)),
});

function bill({ serviceUrl }: Stack, form: Record<string, string>) {
  const start = {
    amount: '10.00',
    currency: 'GBP',
    merchant_id: '1001',
    ccToken: 'tok_sandbox_4242424242424242',
  };
  return fetch(`${serviceUrl}/wallet/api/v1/billing`, {
    method: 'POST',
    headers: { secretKey: SECRET_KEY },
    body: new URLSearchParams({ ...start, ...form }),
  });
}

test('a payment is followed from the click to its callback, which is sent again once the receiver is mended', async ({
  context,
  inspector,
  stack,
  receiver,
}) => {
  const { page } = inspector;
  await inspector.open(INSPECTOR_TOKEN);
  expect(page.url()).toBe(`${stack.inspectorUrl}/`);
  const shop = new ShopPage(await context.newPage(), stack.shopUrls.localhost);
  await shop.open();
  await shop.page.getByRole('radio', { name: 'SALE', exact: true }).check();
  await shop.pay(GOOD_CARD);
  await expect(shop.paid).toBeVisible();
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    shop.page.getByRole('link', { name: 'This order in the inspector' }).click(),
  ]);
  // Its address has no token, and this tab hands one on.
  const found = new InspectorPage(tab, stack.inspectorUrl);
  await found.row('Payments', 'Captured').getByRole('link').click();
  for (const told of ['The page connected', 'SALE began', 'It ended: SUCCESS', 'HTTP 500'])
    await expect(found.timeline.filter({ hasText: told }).first()).toBeVisible();
  expect(await violationsOn(tab)).toEqual([]);

  await found.row('Callbacks', 'SALE_SUCCEEDED').getByRole('link').click();
  await expect(tab.getByText(MARKUP).first()).toBeVisible();
  expect(await tab.title()).toBe('Callback · Inspector');
  // What ends it without the wait of seven attempts.
  receiver.status = 410;
  await askAdmin(stack.inspectorUrl, '/api/clock', { advance_seconds: 60 });
  await expect(tab.getByText('Stopped by 410')).toBeVisible();
  receiver.status = 200;
  await found.button('Send again').click();
  await expect(tab.getByText('Delivered')).toBeVisible();
  await expect(tab.getByText('HTTP 200')).toBeVisible();
  await tab.emulateMedia({ colorScheme: 'dark' });
  expect(await violationsOn(tab)).toEqual([]);
  await tab.goBack();
  await expect(found.timeline.filter({ hasText: 'HTTP 200' })).toBeVisible();
});

test('a callback answered by a web page gets a warning, and an active fault is shown on every page', {
  tag: '@prove',
}, async ({ inspector, stack, receiver }) => {
  const { page } = inspector;
  receiver.answer = '<!doctype html><title>Tea</title>';
  receiver.status = 200;
  await bill(stack, { method: 'AUTH', orderID: 'page-answers', callback_url: receiver.url });
  await inspector.open(INSPECTOR_TOKEN);
  await inspector.goTo('Callbacks');
  await expect(inspector.row('Callbacks', 'page-answers')).toContainText('does this address take callbacks?');
  await inspector.goTo('Faults');
  await page.getByLabel('The processor cannot be reached').check();
  await inspector.button('Put in force').press('Enter');
  await expect(page.getByText('In force.', { exact: true })).toBeFocused();
  await inspector.goTo('Requests');
  await expect(page.getByRole('status').filter({ hasText: 'the processor cannot be reached' })).toBeVisible();
  await bill(stack, { method: 'AUTH', orderID: 'by-a-fault' });
  await expect(inspector.row('Requests', 'by-a-fault')).toContainText('by a fault');
  expect(await violationsOn(page)).toEqual([]);
  await inspector.goTo('Faults');
  await inspector.button('End all faults').click();
  await expect(page.getByText('No fault in force')).toBeVisible();
  receiver.answer = MARKUP;
});

test('S26: pages of other origins read, send and embed nothing, with the right token too', async ({
  page,
  stack,
}) => {
  const port = Number(await freePort());
  const server = await servePages(
    port,
    new Map([['/', `<!doctype html><title>evil</title><iframe src="${stack.inspectorUrl}/"></iframe>`]]),
  );
  try {
    for (const origin of [`http://localhost:${port}`, `http://127.0.0.1:${port}`]) {
      await page.goto(origin);
      const answers = await page.evaluate(
        async ([inspector, token]) => {
          const headers = { 'Inspector-Token': token ?? '' };
          const ask = (init: RequestInit) =>
            fetch(`${inspector}/api/accounts`, init).then(
              (answer) => answer.type,
              () => 'refused',
            );
          const simple = { method: 'POST', mode: 'no-cors', body: '{}' } as const;
          return [
            await ask({ headers }),
            await ask({}),
            await ask({ ...simple, headers }),
            await ask(simple),
          ];
        },
        [stack.inspectorUrl, INSPECTOR_TOKEN],
      );
      // What is opaque was answered 403, and its sender cannot read even that.
      for (const answer of answers) expect(['refused', 'opaque']).toContain(answer);
      const frame = page.frames()[1];
      expect(await frame?.locator('#inspector').count()).toBe(0);
    }
    const { accounts } = await askAdmin(stack.inspectorUrl, '/api/accounts');
    expect(accounts).toHaveLength(1);
  } finally {
    server.close();
  }
});

test('S26: another host name that resolves to this machine gets neither page nor answer', async ({
  stack,
}) => {
  const { port } = new URL(stack.inspectorUrl);
  for (const path of ['/', '/api/accounts']) {
    const headers = { Host: `evil.example:${port}`, 'Inspector-Token': INSPECTOR_TOKEN };
    const request = get({ host: '127.0.0.1', port, path, headers });
    const [answer] = await once(request, 'response');
    answer.resume();
    expect(answer.statusCode).toBe(403);
  }
});

test('S26: the token is in no address, referrer or log, and markup in names is text', async ({
  inspector,
  stack,
}) => {
  const { page } = inspector;
  const asked: string[] = [];
  page.on('request', async (request) => {
    const { referer = '' } = await request.allHeaders();
    asked.push(`${request.url()} ${referer}`);
  });
  await bill(stack, {
    method: 'AUTH',
    orderID: MARKUP.slice(0, 60),
    metadata: JSON.stringify({ note: MARKUP }),
  });
  await inspector.open(INSPECTOR_TOKEN);
  expect(await page.evaluate(() => [location.hash, history.length, Object.keys(localStorage)])).toEqual([
    '',
    expect.any(Number),
    [],
  ]);
  await inspector.goTo('Payments');
  await inspector.row('Payments', '<img src=x').getByRole('link').click();
  await expect(page.getByRole('definition').filter({ hasText: '<img src=x' })).toBeVisible();
  await page.getByText('Record', { exact: true }).click();
  await expect(page.getByText('onerror=').last()).toBeVisible();
  expect(await page.title()).toBe('£10.00 · Inspector');
  expect(await page.locator('img[src=x]').count()).toBe(0);
  expect(asked.length).toBeGreaterThan(5);
  expect(asked.filter((each) => each.includes(INSPECTOR_TOKEN))).toEqual([]);
  expect(stack.service.output()).not.toContain(INSPECTOR_TOKEN);
});

test('the inspector asks for a missing token, and says when it is wrong', async ({ inspector, stack }) => {
  const { page } = inspector;
  await page.goto(`${stack.inspectorUrl}/#/clock`);
  await inspector.tokenField.fill('it_sandbox_wrong_one');
  await page.keyboard.press('Enter');
  await expect(inspector.problem).toHaveText('This token is not that of the running service.');
  await expect(inspector.tokenField).toHaveValue('it_sandbox_wrong_one');
  await inspector.tokenField.fill(`${stack.inspectorUrl}/#token=${INSPECTOR_TOKEN}`);
  await page.keyboard.press('Enter');
  await expect(inspector.title).toHaveText('Clock');
});

const pages = [
  'Overview',
  'Payments',
  'Callbacks',
  'Undecided',
  'Reconciliation',
  'Requests',
  'Sessions and users',
  'Clock',
  'Faults',
  'Accounts',
  'Audit',
  'Reset',
];

for (const look of ['light', 'dark'] as const) {
  test(`axe finds nothing on any page, and each fits a phone, ${look}`, { tag: '@prove' }, async ({
    inspector,
    stack,
  }) => {
    test.setTimeout(180_000);
    const { page } = inspector;
    await page.emulateMedia({ colorScheme: look });
    await bill(stack, { method: 'AUTH', orderID: 'order-of-axe' });
    await inspector.open(INSPECTOR_TOKEN);
    for (const width of [1280, 765, 390]) {
      await page.setViewportSize({ width, height: 900 });
      for (const name of pages) {
        await inspector.goTo(name);
        await page.locator('.skeleton').first().waitFor({ state: 'detached' });
        expect(await violationsOn(page), `${name} at ${width}`).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
      }
    }
  });
}

test('capture, move and empty work by keyboard alone, after a question', { tag: '@prove' }, async ({
  inspector,
  stack,
}) => {
  const { page } = inspector;
  await bill(stack, { method: 'AUTH', orderID: 'order-of-keys' });
  await inspector.open(INSPECTOR_TOKEN);
  await page.goto(`${stack.inspectorUrl}/#/payments?search=order-of-keys`);
  await inspector.row('Payments', 'order-of-keys').getByRole('link').press('Enter');
  const amount = page.getByLabel(/^Capture, at most/);
  await amount.fill('4.00');
  await amount.press('Enter');
  await expect(page.getByText('CHARGE is done.')).toBeVisible();
  // By the payment as it is since: what is refused is told by the payment on the page.
  await expect(page.getByLabel('Capture, at most £6.00')).toBeVisible();
  await amount.fill('400.00');
  await amount.press('Enter');
  await expect(page.getByText('At most £6.00, which is what is left')).toBeVisible();
  const refund = page.getByRole('form', { name: /^Refund/ }).first();
  await refund.getByLabel(/^Refund, at most/).fill('2');
  await refund.getByRole('button', { name: 'Refund' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Refund £2.00?' })).toBeVisible();
  await page.keyboard.press('Escape');
  await inspector.goTo('Clock');
  await page.getByLabel('Or by').fill('1h 30m');
  await page.getByLabel('Or by').press('Enter');
  await expect(page.getByText('The clock is 1 h 30 min further.')).toBeVisible();
  await inspector.goTo('Reset');
  await expect(page.getByText('is 1 h 30 min ahead of this machine')).toBeVisible();
  await inspector.button('Reset …').press('Enter');
  await expect(inspector.button('Keep everything')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await inspector.button('Reset …').press('Enter');
  await inspector.button('Empty it').press('Enter');
  await expect(page.getByText('The store and the clock are as after a first start.')).toBeVisible();
  await expect(inspector.button('Reset …')).toBeFocused();
  await expect(page.getByText('ahead of this machine')).toHaveCount(0);
  await inspector.goTo('Payments');
  await expect(page.getByText('No payment yet')).toBeVisible();
});

test('a payment is named by its order, and its other attempts fit on the page', { tag: '@prove' }, async ({
  inspector,
  stack,
}) => {
  const { page } = inspector;
  for (const method of ['AUTH', 'SALE']) await bill(stack, { method, orderID: 'order-of-two' });
  await page.setViewportSize({ width: 1280, height: 900 });
  await inspector.open(INSPECTOR_TOKEN);
  await page.goto(`${stack.inspectorUrl}/#/payments?search=order-of-two`);
  await inspector.row('Payments', 'SALE').getByRole('link').click();
  await expect(page.getByText('Order order-of-two · SALE Captured')).toBeVisible();
  const others = page.getByRole('table', { name: 'Other attempts' });
  await expect(others).toContainText('AUTH');
  const isCut = await others.evaluate(({ parentElement: box }) => box && box.scrollWidth > box.clientWidth);
  expect(isCut).toBe(false);
});

test("the receiver to copy is the guide's", { tag: '@prove' }, async ({ inspector }) => {
  await inspector.open(INSPECTOR_TOKEN);
  await inspector.goTo('Callbacks');
  const shown = await inspector.page.getByRole('region', { name: 'receiver.mjs' }).textContent();
  expect(shown?.trim()).toBe(printed('docs/callbacks.md', { mark: 'createServer' }).trim());
});

test('the shop for practice starts, and says what its developer sees', { tag: '@prove' }, async ({
  stack,
}) => {
  const portOf = (url: string) => new URL(url).port;
  const [shop, webhooks] = [await freePort(), await freePort()];
  const env = {
    ...process.env,
    INSPECTOR_TOKEN,
    SERVICE_PORT: portOf(stack.serviceUrl),
    INSPECTOR_PORT: portOf(stack.inspectorUrl),
    SHOP: String(shop),
    WEBHOOKS: String(webhooks),
  };
  const program = ['tools/check/run.mjs', 'e2e/service/inspector/broken-shop.ts'];
  const child = spawn(process.execPath, program, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [sentences] = await once(child.stdout, 'data');
    expect(String(sentences)).toContain(`http://localhost:${shop} shows no form`);
  } finally {
    child.kill();
  }
});
