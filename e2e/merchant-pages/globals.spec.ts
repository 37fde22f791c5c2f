import { expect } from '@playwright/test';
import { test } from '../fixtures/stack-test.ts';
import { openMerchantPage, said } from '../pages/merchant-page.ts';
import { GOOD_CARD, WalletFrame } from '../pages/wallet-frame.ts';
import { GLOBAL_KINDS } from './global-kinds.ts';

/** Twice from init to destroy on a page that changes what the SDK would use: each time the wallet stands, pays and goes. */

for (const { title, script, place } of GLOBAL_KINDS) {
  for (const at of place ? [place] : (['before', 'after'] as const)) {
    test(`the wallet pays, goes and comes again on a page that, ${at} the SDK, ${title}`, async ({
      page,
      stack,
    }) => {
      const tag = `<script>${script}</script>`;
      const run = await openMerchantPage(page, stack, {
        head: at === 'before' ? tag : '',
        body: `${at === 'after' ? tag : ''}<div id="wallet"></div>`,
      });
      const wallet = new WalletFrame(page);
      await run(`
        globalThis.heard = [];
        globalThis.settings.express = ['googlepay', 'applepay'];
        globalThis.details.metadata = { order_id: 'order-1042' };
        addEventListener('message', ({ data }) => { if (data === 'ours') heard.push(data); });
      `);
      for (const times of [1, 2]) {
        expect(await run('return begin()')).toEqual({ value: undefined });
        await wallet.type(GOOD_CARD);
        expect(await run('return (await sdk.wallet.getPaymentMethod()).last_4_digits')).toEqual({
          value: 4242,
        });
        expect(
          await run('await sdk.wallet.destroy(); return document.querySelectorAll("iframe")[0]'),
        ).toEqual({
          value: undefined,
        });
        await run(`postMessage('ours', '*'); await new Promise((done) => setTimeout(done, 50));`);
        expect(await run('return heard.length')).toEqual({ value: times });
      }
      expect(await said(page)).toEqual(['init', 'ready', 'init', 'ready']);
    });
  }
}

test('the window of a provider opens on a page that has a function named open', async ({ page, stack }) => {
  const run = await openMerchantPage(page, stack, {
    head: '<script>function open() { throw new Error("of the page"); }</script>',
  });
  await run('return begin()');
  await new WalletFrame(page).method('PayPal').click();
  await page.evaluate(() => {
    document.addEventListener('click', () =>
      Reflect.get(window, 'sdk')
        .wallet.makeInstantPayment()
        .catch(() => {}),
    );
  });
  const popup = page.waitForEvent('popup');
  await page.mouse.click(1000, 1000);
  await expect.poll(async () => (await popup).url()).toContain('http');
});
