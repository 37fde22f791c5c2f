import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { fillCard, passChallenge, payAtProvider } from 'embeddable-wallet/testing';
import { test } from '../support/fixtures/stack-test.ts';
import { openMerchantPage } from '../support/pages/merchant-page.ts';
import { GOOD_CARD, WalletFrame } from '../support/pages/wallet-frame.ts';
import { freePort } from '../support/stack/free-port.ts';
import { serve } from '../support/stack/page-server.ts';
import { post, textAt } from '../support/stack/service-client.ts';
import type { Stack } from '../support/stack/stack.ts';

/** The doubles of `embeddable-wallet/testing/sdk` beside the wallet: what a page is told, and in which order. */

/** What others than the page do: a shopper, a bank, a provider. */
type Others = {
  typeCard(): Promise<void>;
  choosePayPal(): Promise<void>;
  /** Presses the page's Pay, which opens PayPal's window, and agrees there. */
  payAtPayPal(): Promise<void>;
  confirmAtBank(): Promise<void>;
};

/** Notes each event and each answer of a call with the members it has, without what differs at each run. */
const NOTE = `
  globalThis.notes = [];
  const shapeOf = (value) => value && typeof value === 'object'
    ? Object.fromEntries(Object.entries(value).sort().map(([name, of]) => [name, shapeOf(of)]))
    : typeof value === 'string' && !/^[A-Za-z_.]{1,30}$/.test(value) ? 'a text' : value;
  for (const name of ['init', 'ready', 'expressPay', 'checkoutReady', 'paymentMethodAdded', 'paymentMethodRemoved',
    'paymentCompleted', 'after3DsComplete', 'threeDsEnded', 'sessionExpired', 'error'])
    sdk.wallet.on(name, (payload) => notes.push({ event: name, ...shapeOf(payload) }));
  globalThis.note = (call, ...given) => sdk.wallet[call](...given).then(
    (value) => notes.push({ call, gives: shapeOf(value) ?? null }),
    ({ code, param, shown }) => notes.push({ call, code, param, shown }));
  document.querySelector('#pay').onclick = () => { globalThis.paid = note('makeInstantPayment'); };
`;
const BODY = '<div id="wallet"></div><button id="pay">Pay</button>';
const DETAILS = "{ currency: 'GBP', amount: '10.00', metadata: { order_id: 'order-1' } }";

/** What the payment method has that depends on the shopper's browser or the bank's questions. */
const OF_3DS = ['fingerprint', 'encrypted_cvv'];

async function visit(page: Page, others: Others): Promise<unknown[]> {
  const run = (lines: string) => page.evaluate(`(async () => { ${lines} })()`);
  const told = (event: string, count = 1) =>
    expect
      .poll(() => page.evaluate<number>(`notes.filter(({ event }) => event === '${event}').length`))
      .toBe(count);
  await run(`details = ${DETAILS}; await begin();`);
  await told('ready');
  await run("await note('getPaymentMethod'); await note('makeInstantPayment');");
  await others.typeCard();
  await expect.poll(() => page.evaluate('notes.at(-1).status')).toBe(true);
  await run("await note('getPaymentMethod');");
  await run("await note('setPaymentDetails', { currency: 'GBP', amount: '10,00' });");
  await run("await note('setPaymentDetails', { currency: 'GBP', amount: '10.00' });");
  await run("await note('setLocale', 'not a language'); await note('setAcceptedCreditCards', []);");
  await others.confirmAtBank();
  await told('threeDsEnded');
  await others.choosePayPal();
  await expect.poll(() => page.evaluate('notes.at(-1).paymentMethod?.name')).toBe('PayPal');
  await run("await note('getPaymentMethod');");
  await others.payAtPayPal();
  await run('await paid;');
  await run(
    "await note('setView', 'MANAGE'); await note('getPaymentMethod'); await note('setView', 'CHECKOUT');",
  );
  await run("await note('init', settings, details);");
  await run("await sdk.wallet.destroy(); await note('getPaymentMethod');");
  const notes = await page.evaluate<Record<string, object>[]>('notes');
  for (const { gives } of notes) for (const name of OF_3DS) Reflect.deleteProperty(gives ?? {}, name);
  return notes;
}

async function visitWallet(page: Page, stack: Stack): Promise<unknown[]> {
  await openMerchantPage(page, stack, { isGuest: true, body: BODY, script: NOTE });
  const wallet = new WalletFrame(page);
  return visit(page, {
    typeCard: () => fillCard(page, GOOD_CARD),
    choosePayPal: () => wallet.frame.getByRole('radio', { name: 'PayPal' }).check(),
    payAtPayPal: () => payAtProvider(page, () => page.locator('#pay').click()),
    async confirmAtBank() {
      const ccToken = textAt(await page.evaluate('sdk.wallet.getPaymentMethod()'), 'cc_token');
      const form = { method: 'SALE_3DS', amount: '10', currency: 'GBP', ccToken, merchantRef: 'demo' };
      await post(`${stack.serviceUrl}/wallet/api/v1/billing`, form);
      await passChallenge(page);
    },
  });
}

async function visitDouble(page: Page): Promise<unknown[]> {
  const html = `<!doctype html><title>Component test</title>${BODY}<script type="module">
    import { sdk, walletDouble } from '/sdk.js';
    Object.assign(globalThis, { sdk, walletDouble, settings: { merchant_id: 1001, view: 'CHECKOUT' } });
    globalThis.begin = () => {
      sdk.auth.connect({ publishableKey: 'pk_sandbox_demo', refreshToken: 'rt', baseUrl: 'https://pay.example' });
      return sdk.wallet.init(settings, details);
    };
    globalThis.details = undefined;
    ${NOTE}</script>`;
  const port = await freePort();
  const server = await serve(port, (path) =>
    path.endsWith('.js')
      ? ['text/javascript', readFileSync(`dist/testing${path}`, 'utf8')]
      : ['text/html; charset=utf-8', html],
  );
  page.once('close', () => server.close());
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`http://localhost:${port}/`);
  await page.waitForFunction('globalThis.note');
  const act = async (line: string) => page.evaluate(`walletDouble().${line}`).then(() => {});
  const notes = await visit(page, {
    typeCard: () => act("choose('visa')"),
    choosePayPal: () => act("choose('paypal')"),
    payAtPayPal: () => page.locator('#pay').click(),
    confirmAtBank: () => act("endChallenge('t-1')"),
  });
  expect(asked.filter((address) => !address.startsWith(`http://localhost:${port}/`))).toEqual([]);
  return notes;
}

test('a double tells a page what the wallet tells it, in the same order, and asks no network', async ({
  page,
  context,
  stack,
}) => {
  const ofWallet = await visitWallet(page, stack);
  const ofDouble = await visitDouble(await context.newPage());
  expect(ofDouble).toEqual(ofWallet);
  expect(ofWallet.length).toBeGreaterThan(20);
});

for (const entry of ['', '/react', '/element']) {
  test(`the doubles of embeddable-wallet${entry} export all that it exports`, async () => {
    const double = entry || '/sdk';
    const [real, doubled] = await Promise.all(
      [`embeddable-wallet${entry}`, `embeddable-wallet/testing${double}`].map((name) => import(name)),
    );
    expect(Object.keys(doubled)).toEqual(expect.arrayContaining(Object.keys(real)));
  });
}
