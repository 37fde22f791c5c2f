import { readFileSync } from 'node:fs';
import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { test } from '../../support/fixtures/three-ds-test.ts';
import { sdkDialog, violationsOn } from '../../support/measures/violations.ts';
import { GOOD_CARD } from '../../support/pages/wallet-frame.ts';

const setLocale = (page: Page, tag: string) => page.evaluate(`sdk.wallet.setLocale('${tag}')`);

type Texts = (key: string) => string;

/** What the wallet and the pages it leads to say in a language. */
function textsOf(tag: string): Texts {
  const [wallet, pages] = ['wallet/i18n', 'service/site/languages'].map((part) =>
    JSON.parse(readFileSync(`src/${part}/locales/${tag}.json`, 'utf8')),
  );
  return (key) => {
    const text = wallet[key] ?? pages[key];
    if (text === undefined) throw new Error(`Cannot say "${key}": found no such text`);
    return text;
  };
}

/** Dialog, box and bank are called what they are called in this language. */
async function namesOf(dialog: Locator, pages: { box: FrameLocator; bank: FrameLocator; says: Texts }) {
  const { box, bank, says } = pages;
  await expect(dialog.locator('iframe')).toHaveAccessibleName(
    await dialog.evaluate((node) => node.ariaLabel ?? ''),
  );
  await expect(box.getByRole('banner', { name: says('box.payment.label'), exact: true })).toBeVisible();
  await expect(box.getByRole('main', { name: says('box.title'), exact: true })).toBeVisible();
  await expect(box.locator('iframe[name=acs]')).toHaveAccessibleName(says('box.bank.label'));
  await expect(bank.getByText(says('bank.lead'), { exact: true })).toBeVisible();
  await expect(bank.getByRole('textbox', { name: says('bank.code.label'), exact: true })).toBeVisible();
  for (const key of ['bank.confirm', 'bank.cancel'])
    await expect(bank.getByRole('button', { name: says(key), exact: true })).toBeVisible();
}

/** Escape asks, and a second one goes on. */
async function askToStop(dialog: Locator, says: Texts): Promise<void> {
  const page = dialog.page();
  const button = (key: string) => dialog.getByRole('button', { name: says(key), exact: true });
  // The bank's page has the focus, and hears the keys, until it is left.
  await dialog.getByRole('button').last().focus();
  await page.keyboard.press('Escape');
  await expect(dialog.getByText(says('threeds.closing'), { exact: true })).toBeVisible();
  await expect(button('threeds.continue')).toBeFocused();
  await expect(button('threeds.stop')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button('threeds.close')).toBeFocused();
}

/** The close button stands where a line ends. */
async function closesAtEnd(dialog: Locator, direction: 'ltr' | 'rtl'): Promise<void> {
  const [heading, close] = await Promise.all([
    dialog.locator('h1').boundingBox(),
    dialog.getByRole('button').last().boundingBox(),
  ]);
  expect((close?.x ?? 0) < (heading?.x ?? 0)).toBe(direction === 'rtl');
}

for (const [tag, direction] of [
  ['de', 'ltr'],
  ['ar', 'rtl'],
  ['ja', 'ltr'],
] as const) {
  const lane = direction === 'rtl' ? {} : { tag: '@prove' };
  test(
    `a wallet in ${tag} leads to a box and a bank that are named in ${tag}, by keyboard alone`,
    lane,
    async ({ challenged, page }) => {
      const { shop } = challenged;
      const says = textsOf(tag);
      await challenged.open();
      await shop.wallet.type(GOOD_CARD);
      await setLocale(page, tag);
      await shop.payButton.focus();
      await page.keyboard.press('Enter');
      const box = page.frameLocator('dialog iframe');
      const bank = box.frameLocator('iframe[name=acs]');
      const dialog = page.getByRole('dialog', { name: says('threeds.title'), exact: true });
      await namesOf(dialog, { box, bank, says });
      for (const element of [dialog, box.locator('html'), bank.locator('html')]) {
        await expect(element).toHaveAttribute('lang', tag);
        await expect(element).toHaveAttribute('dir', direction);
      }
      await closesAtEnd(dialog, direction);
      await askToStop(dialog, says);
      expect(await violationsOn(page, sdkDialog())).toEqual([]);
      await bank.getByRole('textbox').focus();
      await page.keyboard.type('1234');
      await page.keyboard.press('Enter');
      await expect(shop.paid).toBeVisible();
    },
  );
}

for (const [tag, direction] of [
  ['ar', 'rtl'],
  ['ja', 'ltr'],
] as const) {
  test(`a wallet in ${tag} opens a provider's sheet in ${tag}, by keyboard alone`, { tag: '@prove' }, async ({
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
