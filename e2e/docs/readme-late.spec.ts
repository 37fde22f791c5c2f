import { expect } from '@playwright/test';
import { holdScript, partsOf, SCRIPT, stillLoading, strictlyBy } from '../support/fixtures/readme-late.ts';
import { ASKING, test } from '../support/fixtures/readme-shop.ts';
import { ChallengeBox } from '../support/pages/challenge-box.ts';
import { GOOD_CARD } from '../support/pages/wallet-frame.ts';

/** The README's page, whose frame stands in its HTML, where its script comes late, or other HTML comes first. */

test.setTimeout(120_000);

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

test("S94: HTML in front of the README's wallet opens no wallet of another merchant", async ({
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

test("within 10 s of Pay the shopper is told that the script of the README's page has not come, under a strict policy too", async ({
  page,
  open,
  stack,
}) => {
  const { wallet, pay, soon } = partsOf(page);
  await page.route(SCRIPT, (route) => route.abort());
  const answer = await page.goto(await open({ change: strictlyBy(stack.serviceUrl) }));
  expect(answer?.headers()).toHaveProperty('content-security-policy');
  await wallet.cardNumber.fill(GOOD_CARD.number);
  await pay.click();
  await expect(soon).toBeVisible();
  await expect(stillLoading(wallet)).toBeVisible({ timeout: 10_000 });
  await expect(wallet.cardNumber).toHaveValue(GOOD_CARD.number);
});

test("who is told that the README's page is still loading pays all the same once its script comes", async ({
  page,
  open,
  stack,
}) => {
  const { wallet, pay, told } = partsOf(page);
  const address = await open({ change: strictlyBy(stack.serviceUrl) });
  const release = await holdScript(page);
  await page.goto(address, { waitUntil: 'commit' });
  await pay.click();
  await expect(stillLoading(wallet)).toBeVisible({ timeout: 10_000 });
  await wallet.type(GOOD_CARD);
  release();
  await expect(told).toContainText(ASKING);
  await expect(stillLoading(wallet)).toHaveCount(0);
});

test("nobody is told that the README's page is still loading while its script is there", async ({
  page,
  address,
}) => {
  const { wallet } = partsOf(page);
  await page.goto(address);
  await wallet.type(GOOD_CARD);
  await page.waitForTimeout(10_000);
  await expect(stillLoading(wallet)).toHaveCount(0);
});
