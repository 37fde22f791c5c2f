import { expect, type Page } from '@playwright/test';
import { test } from '../../support/fixtures/stack-test.ts';
import { violationsOn } from '../../support/measures/violations.ts';
import { ShopPage } from '../../support/pages/shop-page.ts';
import { GOOD_CARD } from '../../support/pages/wallet-frame.ts';

const MASTERCARD = { ...GOOD_CARD, number: '5555 5555 5555 4444' };

/** Everything the SDK says of cards that come and go, in order. */
async function hear(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    for (const name of ['paymentMethodAdded', 'paymentMethodRemoved']) {
      addEventListener(`sdk:${name}`, (event) => {
        const { paymentMethod } = event instanceof CustomEvent ? event.detail : {};
        const heard = sessionStorage.getItem('heard') ?? '';
        sessionStorage.setItem('heard', `${heard}${name} ${paymentMethod.last_4_digits};`);
      });
    }
  });
  return () => page.evaluate(() => (sessionStorage.getItem('heard') ?? '').split(';').filter(Boolean));
}

for (const integration of ['script', 'module'] as const) {
  const lane = integration === 'module' ? {} : { tag: '@prove' };
  test(
    `a shopper looks after cards by ${integration}: adds, removes, undoes, chooses the default`,
    lane,
    async ({ shop, page }) => {
      const heard = await hear(page);
      await shop.openCards(integration);
      const { wallet } = shop;
      await wallet.add(GOOD_CARD);
      await expect(wallet.button('Remove Visa ending 4242')).toBeVisible();
      await wallet.add(MASTERCARD);
      await wallet.button('Make default: Mastercard ending 4444').click();
      await expect(wallet.button('Make default: Visa ending 4242')).toBeVisible();

      await wallet.button('Remove Visa ending 4242').click();
      await expect(wallet.button('Keep card')).toBeFocused();
      await wallet.button('Remove card').click();
      await wallet.button('Undo removing Visa ending 4242').click();
      await expect(wallet.button('Remove Visa ending 4242')).toBeVisible();
      expect(await violationsOn(page)).toEqual([]);

      await page.reload();
      const rows = wallet.frame.getByRole('listitem');
      await expect(rows).toHaveText([/Mastercard ending 4444.*default/, /Visa ending 4242/]);
      await wallet.button('Remove Visa ending 4242').click();
      await wallet.button('Remove card').click();
      await expect(wallet.button('Undo removing Visa ending 4242')).toBeVisible();
      await expect.poll(async () => (await heard()).length).toBe(5);
      await page.reload();
      await expect(rows).toHaveText([/Mastercard ending 4444/]);
      expect(await heard()).toEqual([
        'paymentMethodAdded 4242',
        'paymentMethodAdded 4444',
        'paymentMethodRemoved 4242',
        'paymentMethodAdded 4242',
        'paymentMethodRemoved 4242',
      ]);
    },
  );
}

test('a card kept among the saved ones pays at the checkout', async ({ shop }) => {
  await shop.openCards();
  await shop.wallet.add(GOOD_CARD);
  await expect(shop.wallet.button('Remove Visa ending 4242')).toBeVisible();
  await shop.open();
  await expect(shop.wallet.savedCard(/Visa ending 4242/)).toBeChecked();
  await shop.payButton.click();
  await expect(shop.paid).toBeVisible();
});

/** Lists a Visa and a Mastercard, and opens another tab of the shop beside them. */
async function besideTwoCards(shop: ShopPage, page: Page): Promise<ShopPage> {
  await shop.openCards();
  for (const card of [GOOD_CARD, MASTERCARD]) await shop.wallet.add(card);
  await expect(shop.wallet.button('Remove Mastercard ending 4444')).toBeVisible();
  return new ShopPage(await page.context().newPage(), new URL(page.url()).origin);
}

async function removeMastercard({ wallet }: ShopPage): Promise<void> {
  await wallet.button('Remove Mastercard ending 4444').click();
  await wallet.button('Remove card').click();
  await expect(wallet.button('Undo removing Mastercard ending 4444')).toBeVisible();
}

test('a card that another tab has removed does not pay, and no other pays in its place', {
  tag: '@prove',
}, async ({ shop, page }) => {
  const checkout = await besideTwoCards(shop, page);
  await checkout.open();
  await checkout.wallet.savedCard(/Mastercard ending 4444/).check();
  await removeMastercard(shop);
  await checkout.payButton.click();
  await expect(checkout.wallet.alerts).toContainText('no longer saved');
  await expect(checkout.wallet.frame.getByRole('radio', { checked: true })).toHaveCount(0);
  await checkout.wallet.savedCard(/Visa ending 4242/).check();
  await checkout.payButton.click();
  await expect(checkout.paid).toBeVisible();
});

test('a card that another tab has removed leaves the list, with the reason, when it should become the default', {
  tag: '@prove',
}, async ({ shop, page }) => {
  const other = await besideTwoCards(shop, page);
  await other.openCards();
  await removeMastercard(other);
  await shop.wallet.button('Make default: Mastercard ending 4444').click();
  await expect(shop.wallet.alerts).toContainText('It is no longer saved.');
  await expect(shop.wallet.frame.getByRole('listitem')).toHaveText([/Visa ending 4242/]);
});
