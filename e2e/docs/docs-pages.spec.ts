import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { test } from '../support/fixtures/stack-test.ts';
import { violationsOn } from '../support/measures/violations.ts';
import { valueAt } from '../support/stack/service-client.ts';
import { SECRET_KEY, type Stack } from '../support/stack/stack.ts';

/** What a sample prints where it went well, in an order in which each finds what an earlier one has made. */
const PRINTED = {
  createRefreshToken: /rt_sandbox_/,
  logIn: /accessToken/,
  updateMetadata: /OK|updated/,
  bill: /CAPTURED/,
  lookUpTransaction: /SUCCESS/,
  keys: /ES256/,
  live: /OK/,
  ready: /OK/,
};

/** The programs by which samples run, and how their files end. */
const RUNS = {
  curl: ['sh', 'sh'],
  node: [process.execPath, 'mjs'],
  python: ['python3', 'py'],
  php: ['php', 'php'],
} as const;
type Language = keyof typeof RUNS;

/** PHP's curl, which its sample uses, is a package of its own in Debian. */
const isThere = (program: string) => {
  try {
    execFileSync(program, program === 'php' ? ['--ri', 'curl'] : ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** What the page of an operation shows as its request. */
async function sampleOf(page: Page, language: Language): Promise<string> {
  return (await page.locator(`[data-language="${language}"] code`).textContent()) ?? '';
}

async function accessToken({ serviceUrl }: Stack): Promise<string> {
  const answer = await fetch(`${serviceUrl}/users/api/v1/user/login`, {
    method: 'POST',
    headers: { secretKey: SECRET_KEY },
    body: new URLSearchParams({ externalID: 'user-1042' }),
  });
  return String(valueAt(await answer.json(), 'accessToken'));
}

/** Runs it inside the repository, where the package finds itself by name. */
function run(sample: string, language: Language, env: Record<string, string>): string {
  const [program, ending] = RUNS[language];
  mkdirSync('.cache', { recursive: true });
  const file = `.cache/sample-${crypto.randomUUID()}.${ending}`;
  writeFileSync(file, sample.replaceAll('curl http', 'curl -fsS http'));
  try {
    return execFileSync(program, [file], { encoding: 'utf8', env: { ...process.env, ...env } });
  } finally {
    rmSync(file);
  }
}

const programOf = (language: Language) => (language === 'curl' ? 'curl' : RUNS[language][0]);
const LANGUAGES = (['curl', 'node', 'python', 'php'] as const).filter((one) => isThere(programOf(one)));

for (const language of LANGUAGES) {
  const lane = language === 'curl' ? {} : { tag: '@prove' };
  test(`the samples in ${language} work as they stand`, lane, async ({ page, stack }) => {
    const env = { ACCESS_TOKEN: await accessToken(stack) };
    for (const [operation, printed] of Object.entries(PRINTED)) {
      await page.goto(`${stack.serviceUrl}/docs/api/${operation}`);
      const sample = await sampleOf(page, language);
      // The ids of the example are good for one payment each.
      expect(
        run(sample.replaceAll('order-77-1', `order-77-1-${language}`), language, env),
        operation,
      ).toMatch(printed);
    }
  });
}

test('the samples of what the wallet calls are programs, too', { tag: '@prove' }, async ({ page, stack }) => {
  for (const operation of ['exchangeToken', 'addCard', 'listenToEvents', 'startInstantPayment']) {
    await page.goto(`${stack.serviceUrl}/docs/api/${operation}`);
    for (const [language, check] of [
      ['node', ['--check']],
      ['python', ['-c', 'import ast, sys; ast.parse(open(sys.argv[1]).read())']],
    ] as const) {
      const [program, ending] = RUNS[language];
      if (!isThere(program)) continue;
      const file = `.cache/sample-${crypto.randomUUID()}.${ending}`;
      writeFileSync(file, await sampleOf(page, language));
      execFileSync(program, [...check, file]);
      rmSync(file);
    }
  }
});

const PAGES = ['/docs', '/docs/api/bill'];
const MORE = [
  '/docs',
  '/docs/api/bill',
  '/docs/quickstart',
  '/docs/errors',
  '/docs/integrate',
  '/docs/sdk',
  '/docs/schemas',
  '/docs/threats',
  '/docs/api',
  '/docs/api/callback',
];

for (const [look, paths] of [
  ['light', PAGES],
  ['dark', MORE],
] as const) {
  for (const path of paths) {
    test(`axe finds nothing at ${path}, ${look}, on a phone and wide`, { tag: '@prove' }, async ({
      page,
      stack,
    }) => {
      // The reference of the SDK has the most elements.
      test.slow();
      await page.emulateMedia({ colorScheme: look });
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(`${stack.serviceUrl}${path}`);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        expect(await violationsOn(page), `at ${width}`).toEqual([]);
      }
    });
  }
}

/** What is wider than the page that it stands in, code aside: that scrolls by itself. */
const widths = (page: Page) =>
  page.evaluate(() => ({
    page: document.documentElement.scrollWidth,
    tables: Array.from(document.querySelectorAll('.wide'), ({ scrollWidth }) => scrollWidth),
  }));

test('every page of the documentation fits a phone of 375 px, its tables too', { tag: '@prove' }, async ({
  page,
  stack,
}) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto(`${stack.serviceUrl}/docs`);
  const links = await page
    .locator('nav a[href^="/docs"]')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(links.length).toBeGreaterThan(40);
  for (const path of links) {
    await page.goto(`${stack.serviceUrl}${path}`);
    const { page: width, tables } = await widths(page);
    expect(width, String(path)).toBeLessThanOrEqual(375);
    expect(Math.max(0, ...tables), String(path)).toBeLessThanOrEqual(375);
  }
});

test('a search works by keyboard alone and without a server', async ({ page, stack, context }) => {
  await page.goto(`${stack.serviceUrl}/docs`);
  await page.keyboard.press('/');
  const field = page.getByRole('searchbox');
  await expect(field).toBeFocused();
  await context.setOffline(true);
  await page.keyboard.type('popup_blocked');
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText(/results?/);
  expect(await violationsOn(page, 'dialog')).toEqual([]);
  await field.fill('idempotency reused');
  await expect(page.getByRole('dialog').getByRole('link').first()).toContainText('idempotency_key_reused');
  await context.setOffline(false);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/docs\/errors#idempotency_key_reused$/);
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a search for what a backend needs of callbacks leads to their guide first', async ({ page, stack }) => {
  await page.goto(`${stack.serviceUrl}/docs`);
  await page.keyboard.press('/');
  const links = page.getByRole('dialog').getByRole('link');
  for (const [words, section] of [
    ['hmac', 'The signature'],
    ['signature python', 'The signature'],
    ['verify webhook', 'Verify'],
    ['retry', 'Answers and retries'],
    ['callback retry', 'Answers and retries'],
    ['Retry-After', 'Answers and retries'],
    ['rotate webhook secret', 'Change the secret'],
    ['asynchronous', 'Asynchronous merchants'],
    ['1002', 'Asynchronous merchants'],
  ] as const) {
    await page.getByRole('searchbox').fill(words);
    await expect(links.filter({ hasText: section }).first(), words).toBeVisible();
    const titles = await links.allTextContents();
    expect(
      titles.findIndex((title) => title.startsWith(section)),
      `${words}: ${titles.join(', ')}`,
    ).toBeLessThan(3);
  }
});

test('Send shows its answer, and each payment that it starts has its own id', async ({ page, stack }) => {
  await page.setViewportSize({ width: 1300, height: 900 });
  await page.goto(`${stack.serviceUrl}/docs/api/bill`);
  const form = page.locator('form.send');
  const answer = form.locator('.answer');
  for (const [method, amount, state] of [
    ['AUTH', '48.50', 'AUTHORISED'],
    ['CHARGE', '20', 'PARTIALLY_CAPTURED'],
    ['REFUND', '5', 'PARTIALLY_REFUNDED'],
    ['SALE', '12', 'CAPTURED'],
    ['SALE', '13', 'CAPTURED'],
  ] as const) {
    await form.locator('[name=method]').selectOption(method);
    await form.locator('[name=amount]').fill(amount);
    await form.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(answer, method).toContainText(`"payment_state": "${state}"`);
    await expect(answer.getByText(/^200 in /)).toBeInViewport();
    await page.evaluate(() => scrollTo(0, 0));
  }
});

test('Send bills, and the lookup finds what was billed; no key is in an address', async ({ page, stack }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const send = async (operation: string) => {
    await page.goto(`${stack.serviceUrl}/docs/api/${operation}`);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    return page.locator('.send .answer');
  };
  await expect(await send('bill')).toContainText('"payment_state": "CAPTURED"');
  expect(await violationsOn(page)).toEqual([]);
  await expect(await send('lookUpTransaction')).toContainText('"status": "SUCCESS"');
  await expect(await send('updateMetadata')).toContainText('"status": "OK"');
  await expect(await send('live')).toContainText('200 in');
  expect(asked.filter((url) => /sk_|eyJ/.test(url))).toEqual([]);
});

test('the documentation is read without a script: languages, menu and links', async ({ browser, stack }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await page.goto(`${stack.serviceUrl}/`);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Bill a payment' }).first().click();
  await page.getByText('Node', { exact: true }).first().click();
  await expect(page.getByLabel('Request in Node')).toBeVisible();
  await expect(page.getByLabel('Request in curl')).toBeHidden();
  await page.getByRole('radio', { name: 'Node' }).press('ArrowRight');
  await expect(page.getByLabel('Request in Python')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send' })).toHaveCount(0);
  await context.close();
});

test('S58: no other page sends with the demo key', async ({ page, stack }) => {
  await page.goto(stack.shopUrls.localhost);
  const transactionID = `stolen-${crypto.randomUUID()}`;
  const reached = await page.evaluate(
    async ({ url, form, key }) => {
      const body = new URLSearchParams(form);
      const inForm = new URLSearchParams({ ...form, secretKey: key });
      const asked = [
        fetch(url, { method: 'POST', headers: { secretKey: key }, body }),
        fetch(url, { method: 'POST', mode: 'no-cors', body: inForm }),
        fetch(url, { method: 'POST', mode: 'no-cors', headers: { secretKey: key }, body }),
      ];
      return (await Promise.allSettled(asked)).map((one) => one.status === 'fulfilled' && one.value.status);
    },
    {
      url: `${stack.serviceUrl}/wallet/api/v1/billing`,
      key: SECRET_KEY,
      form: {
        method: 'SALE',
        amount: '1.00',
        currency: 'EUR',
        merchant_id: '1001',
        ccToken: 'tok_sandbox_4242424242424242',
        transactionID,
      },
    },
  );
  expect(reached.filter((status) => typeof status === 'number' && status !== 0)).toEqual([]);
  const lookup = await fetch(`${stack.serviceUrl}/wallet/api/v1/transactions/${transactionID}`, {
    headers: { secretKey: SECRET_KEY },
  });
  expect(lookup.status).toBe(404);
});
