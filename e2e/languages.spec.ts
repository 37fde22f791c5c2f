import { expect, type Page } from '@playwright/test';
import { GOOD_CARD } from './pages/wallet-frame.ts';
import { test } from './three-ds-test.ts';
import { violationsOn } from './violations.ts';

const setLocale = (page: Page, tag: string) =>
  page.evaluate((locale) => Reflect.get(window, 'sdk').wallet.setLocale(locale), tag);

for (const [tag, direction, title] of [
  ['de', 'ltr', 'Zahlung bestätigen'],
  ['ar', 'rtl', 'تأكيد الدفع'],
  ['ja', 'ltr', 'お支払いの確認'],
] as const) {
  test(`a wallet in ${tag} leads to a box and a bank in ${tag}, by keyboard alone`, async ({
    challenged,
    page,
  }) => {
    const { shop } = challenged;
    await challenged.open();
    await shop.wallet.type(GOOD_CARD);
    await setLocale(page, tag);
    await shop.payButton.focus();
    await page.keyboard.press('Enter');
    const box = page.frameLocator('dialog iframe');
    const bank = box.frameLocator('iframe[name=acs]');
    await expect(bank.getByRole('heading', { name: title })).toBeVisible();
    for (const frame of [box, bank]) {
      await expect(frame.locator('html')).toHaveAttribute('lang', tag);
      await expect(frame.locator('html')).toHaveAttribute('dir', direction);
    }
    expect(await violationsOn(page, 'dialog')).toEqual([]);
    await bank.getByRole('textbox').focus();
    await page.keyboard.type('1234');
    await page.keyboard.press('Enter');
    await expect(shop.paid).toBeVisible();
  });
}

for (const [tag, direction] of [
  ['ar', 'rtl'],
  ['ja', 'ltr'],
] as const) {
  test(`a wallet in ${tag} opens a provider's sheet in ${tag}, by keyboard alone`, async ({
    challenged,
    page,
  }) => {
    const { shop } = challenged;
    await challenged.open();
    await shop.choose('PayPal');
    await setLocale(page, tag);
    await shop.payButton.focus();
    const [sheet] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')]);
    await expect(sheet.locator('html')).toHaveAttribute('lang', tag);
    await expect(sheet.locator('html')).toHaveAttribute('dir', direction);
    expect(await violationsOn(sheet)).toEqual([]);
    await sheet.getByRole('radio').first().focus();
    await sheet.keyboard.press('Enter');
    await expect(shop.paid).toBeVisible();
  });
}
