import { expect } from '@playwright/test';
import { launchWithBack } from '../../support/fixtures/chromium-with-back.ts';
import { test } from '../../support/fixtures/stack-test.ts';
import { openMerchantPage, said } from '../../support/pages/merchant-page.ts';
import { GOOD_CARD, WalletFrame } from '../../support/pages/wallet-frame.ts';

/** A wallet that ends in the middle of something, and pages that are left and come back. */

const begunAnew = 'await begin(); return document.querySelectorAll("iframe").length';

test('destroy during connect leaves nothing that keeps init from working', { tag: '@prove' }, async ({
  page,
  stack,
}) => {
  const run = await openMerchantPage(page, stack);
  const outcome = await run(`
    const connecting = connect();
    await sdk.wallet.destroy();
    return (await connecting).isGuest;
  `);
  expect(outcome).toEqual({ value: false });
  expect(await run(begunAnew)).toEqual({ value: 1 });
});

test('destroy at any time of init rejects it as destroyed, and the next init works', async ({
  page,
  stack,
}) => {
  const run = await openMerchantPage(page, stack);
  for (const milliseconds of [0, 10, 30, 60, 100, 200, 400]) {
    const outcome = await run(`
      const merchantPage = begin();
      await new Promise((resolve) => setTimeout(resolve, ${milliseconds}));
      await sdk.wallet.destroy();
      const end = await merchantPage.then(() => 'merchantPage', ({ code }) => code);
      return [end, document.querySelector('#wallet').childElementCount];
    `);
    expect([{ value: ['destroyed', 0] }, { value: ['merchantPage', 0] }]).toContainEqual(outcome);
  }
  expect(await run(begunAnew)).toEqual({ value: 1 });
  await new WalletFrame(page).type(GOOD_CARD);
  expect(await run('return (await sdk.wallet.getPaymentMethod()).last_4_digits')).toEqual({ value: 4242 });
});

test('destroy while a method is handed over rejects it as destroyed', { tag: '@prove' }, async ({
  page,
  merchantPage,
}) => {
  const { run, wallet } = merchantPage;
  await wallet.type(GOOD_CARD);
  const asked = page.waitForRequest('**/wallet/api/v1/cards');
  await page.route('**/wallet/api/v1/cards', () => {});
  const handingOver = run('return sdk.wallet.getPaymentMethod()');
  await asked;
  await run('return sdk.wallet.destroy()');
  expect(await handingOver).toEqual({ code: 'destroyed' });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  expect(await run(begunAnew)).toEqual({ value: 1 });
});

test('a container that is removed ends the wallet by code, and init works in the next one', async ({
  merchantPage,
}) => {
  const { run } = merchantPage;
  await run(`document.querySelector('#wallet').remove()`);
  expect(await run('return sdk.wallet.getPaymentMethod()')).toEqual({ code: 'container_removed' });
  const again = `document.body.append(Object.assign(document.createElement('div'), { id: 'wallet' }))`;
  expect(await run(`${again}; ${begunAnew}`)).toEqual({ value: 1 });
});

test('a page that Back loads anew starts a wallet, and no security code is restored', async ({
  page,
  merchantPage,
}) => {
  const { run, wallet } = merchantPage;
  await wallet.type(GOOD_CARD);
  await page.goto(new URL('/elsewhere', page.url()).href);
  await page.goBack();
  expect(await said(page)).toEqual([]);
  await run('return begin()');
  await expect(wallet.securityCode).toHaveValue('');
  await wallet.type(GOOD_CARD);
  expect(await run('return (await sdk.wallet.getPaymentMethod()).last_4_digits')).toEqual({ value: 4242 });
});

test('a page that Back takes from the back/forward cache keeps its wallet as it was', {
  tag: '@prove',
}, async ({ stack }) => {
  const browser = await launchWithBack();
  try {
    const page = await browser.newPage();
    const run = await openMerchantPage(page, stack);
    await run('return begin()');
    await run(`addEventListener('pageshow', ({ persisted }) => { globalThis.persisted = persisted; })`);
    await new WalletFrame(page).type(GOOD_CARD);
    await page.goto(new URL('/elsewhere', page.url()).href);
    await page.goBack({ waitUntil: 'commit' });
    await expect.poll(() => page.evaluate('globalThis.persisted')).toBe(true);
    // Playwright does not find a frame again that comes from this cache: what is typed in it is asked for instead.
    expect(await run('return (await sdk.wallet.getPaymentMethod()).last_4_digits')).toEqual({ value: 4242 });
  } finally {
    await browser.close();
  }
});

test('a shop whose script tag is blocked says so where the wallet would be', async ({ shop, page }) => {
  await page.route('**/sdk/sdk.js', (route) => route.abort('blockedbyclient'));
  await shop.open();
  await expect(shop.refusal).toContainText('The payment form cannot be reached');
  await shop.openCards();
  await expect(shop.refusal).toContainText('The payment form cannot be reached');
});
