import { expect, type Page } from '@playwright/test';
import { ASKING, test } from '../support/fixtures/readme-shop.ts';
import { ChallengeBox } from '../support/pages/challenge-box.ts';
import { GOOD_CARD, WalletFrame } from '../support/pages/wallet-frame.ts';

/** The README's page, whose frame stands in its HTML, where its script comes late, or other HTML comes first. */

test.setTimeout(120_000);

const SCRIPT = '**/sdk/*/sdk.js';

/** Keeps the page's script back until told. */
async function holdScript(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  await page.route(SCRIPT, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

const partsOf = (page: Page) => ({
  wallet: new WalletFrame(page),
  pay: page.getByRole('button', { name: 'Pay £10.00' }),
  told: page.getByRole('status'),
  soon: page.getByText('One moment'),
});

test("Pay on the README's page is kept until its script comes, and then pays what was typed, once", async ({
  page,
  address,
}) => {
  const { wallet, pay, told, soon } = partsOf(page);
  const release = await holdScript(page);
  await page.goto(address, { waitUntil: 'commit' });
  await wallet.type(GOOD_CARD);
  await expect(soon).toBeHidden();
  await pay.click();
  await pay.click();
  await expect(soon).toBeVisible();
  release();
  await expect(told).toContainText(ASKING);
  await expect(soon).toHaveCount(0);
  await new ChallengeBox(page).answer('1234');
  await expect(page.getByText('Order paid. Thank you.')).toBeVisible();
});

test("a script that comes late to the README's page pays nothing that nobody has pressed", async ({
  page,
  address,
}) => {
  const { wallet, told } = partsOf(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const release = await holdScript(page);
  await page.goto(address, { waitUntil: 'commit' });
  await wallet.type(GOOD_CARD);
  release();
  await wallet.settled.waitFor({ state: 'attached' });
  await expect(wallet.cardNumber).toHaveValue(GOOD_CARD.number);
  await expect(told).toBeEmpty();
  expect(asked).not.toContain('/pay');
});

test("S99: HTML in front of the README's wallet opens no wallet of another merchant", async ({
  page,
  open,
}) => {
  const settings = JSON.stringify({ merchant_id: 1002, view: 'CHECKOUT' });
  const injected = `<div id="wallet"><iframe data-settings='${settings}'></iframe></div>`;
  const codes: string[] = [];
  page.on('console', (message) => codes.push(message.text()));
  const change = (files: { shop: string; page: string }) => ({
    ...files,
    page: files.page.replace('<div id="wallet">', (place) => injected + place),
  });
  await page.goto(await open({ change }));
  await expect.poll(() => codes.join()).toContain('merchant_not_allowed');
  await expect(page.locator('iframe[src*="merchant=1002"]')).toHaveCount(0);
});
