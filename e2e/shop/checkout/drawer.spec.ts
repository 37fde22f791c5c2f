import { expect, type Page } from '@playwright/test';
import { fillCard, passChallenge, payAtProvider } from 'embeddable-wallet/testing';
import { test } from '../../support/fixtures/stack-test.ts';
import { ChallengeBox } from '../../support/pages/challenge-box.ts';
import { GOOD_CARD } from '../../support/pages/wallet-frame.ts';

/** The developer's drawer beside the demo shop. */

const drawerOf = (page: Page) => page.getByRole('complementary', { name: 'Sandbox' });

const scenario = (page: Page, name: string) => drawerOf(page).getByRole('button', { name, exact: true });

/** Presses a scenario, and waits until the page that it leads to shows it as chosen. */
async function begin(page: Page, name: string) {
  await scenario(page, name).click();
  await expect(scenario(page, name)).toHaveAttribute('aria-pressed', 'true');
}

test.use({ viewport: { width: 1280, height: 900 } });

test('one click sets a challenge, and one timeline shows it from the page to the lookup', {
  tag: '@prove',
}, async ({ page, shop }) => {
  await shop.open();
  await begin(page, 'Challenge');
  await expect(drawerOf(page).getByRole('status').first()).toContainText('the bank asks for a code, 1234');
  await expect(drawerOf(page).getByRole('radio', { name: 'SALE_3DS', exact: true })).toBeChecked();
  await fillCard(page, GOOD_CARD);
  await shop.press();
  await passChallenge(page);
  await expect(shop.paid).toBeVisible();
  const log = drawerOf(page).getByRole('log', { name: 'Timeline' });
  for (const who of ['page', 'event', 'backend', 'bank', 'lookup', 'callback'])
    await expect(log.locator(`[data-who=${who}]`).first()).toBeAttached({ timeout: 40_000 });
  const told = await log.locator('strong').allTextContents();
  const order = ['scenario: Challenge', 'getPaymentMethod', 'dialog opened', 'sdk:after3DsComplete', 'paid'];
  const places = order.map((what) => told.indexOf(what));
  expect(places).toEqual([...places].sort((one, other) => other - one));
  expect(places).not.toContain(-1);
  // Its own room: nothing of it is cut off.
  expect(await log.evaluate((list) => list.scrollHeight - list.clientHeight)).toBe(0);
  await drawerOf(page).getByRole('button', { name: 'Clear' }).click();
  await expect(log).toBeEmpty();
});

test('one click sets a decline, and a wallet where PayPal is one press', { tag: '@prove' }, async ({
  page,
  shop,
  stack,
}) => {
  // As the drawer has it: no place is chosen before.
  await page.goto(stack.shopUrls.localhost);
  await begin(page, 'Decline');
  await fillCard(page, { ...GOOD_CARD, number: '4000 0000 0000 9995' });
  await shop.press();
  await expect(shop.refusal).toBeVisible();
  await begin(page, 'Wallet alone on PayPal');
  await payAtProvider(page, () => shop.wallet.button('PayPal').click());
  await expect(shop.paid).toBeVisible({ timeout: 40_000 });
});

test('one click gives the shopper a saved card that is past its date', { tag: '@prove' }, async ({
  page,
  shop,
}) => {
  await shop.open();
  await begin(page, 'Expired saved card');
  await expect(drawerOf(page).getByRole('radio', { name: 'Signed in' })).toBeChecked();
  await expect(shop.wallet.frame.getByText(/Expired \d\d/)).toBeVisible();
  await fillCard(page, GOOD_CARD);
  await shop.press();
  await expect(shop.paid).toBeVisible();
  // A second press leaves one card, not two.
  await begin(page, 'Expired saved card');
  await expect(shop.wallet.frame.getByText(/Expired \d\d/)).toHaveCount(1);
});

test('the drawer shows what a page would write for its choices, and copies it', async ({
  page,
  shop,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await shop.open('script', 'express');
  const code = drawerOf(page).locator('.settings-code code');
  await expect(code).toContainText('express: [');
  await drawerOf(page).getByRole('radio', { name: 'Tabs' }).check();
  await expect(code).toContainText("layout: 'tabs'");
  await expect(code).not.toContainText('express');
  await expect(code).not.toContainText('sk_');
  await drawerOf(page).getByRole('button', { name: 'Copy', exact: true }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await code.textContent());
});

test('a test card that was copied says so in its place', async ({ page, shop, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await shop.open();
  const card = drawerOf(page).getByRole('button', { name: '4000 0000 0000 9995' });
  await card.click();
  await expect(card).toHaveAttribute('data-copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('4000 0000 0000 9995');
});

test('another shopper, chosen while a challenge is open, has a button that pays', { tag: '@prove' }, async ({
  page,
  shop,
}) => {
  await shop.open();
  await begin(page, 'Challenge');
  await fillCard(page, GOOD_CARD);
  await shop.press();
  const { dialog } = new ChallengeBox(page);
  await expect(dialog).toBeVisible({ timeout: 40_000 });
  // The dialog covers the drawer.
  await drawerOf(page)
    .getByRole('radio', { name: 'Guest' })
    .evaluate((radio) => radio instanceof HTMLElement && radio.click());
  await expect(dialog).toHaveCount(0);
  await fillCard(page, GOOD_CARD);
  await shop.press();
  await expect(shop.refusal).toContainText('still open');
});
