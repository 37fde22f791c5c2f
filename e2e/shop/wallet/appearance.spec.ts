import { expect } from '@playwright/test';
import { test } from '../../support/fixtures/stack-test.ts';
import { violationsOn } from '../../support/measures/violations.ts';

test('a developer tries a look on the mounted wallet, reads what it refuses, and copies the rest', {
  tag: '@prove',
}, async ({ shop, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await shop.open();
  const drawer = page.getByRole('complementary', { name: 'Sandbox' });
  const link = drawer.getByRole('link', { name: 'Appearance' });
  // Open or folded: that shows only once the drawer is there.
  await expect(async () => {
    if (!(await link.isVisible())) await drawer.getByText('Test cards only').click();
    await link.click({ timeout: 2_000 });
  }).toPass();
  const { wallet } = shop;
  await wallet.cardNumber.fill('4242');
  await page.getByLabel('radius').fill('0px');
  await page.getByLabel('colorText', { exact: true }).fill('url(https://evil.example)');
  await page.getByLabel('lineHeight').fill('9');
  await page.getByRole('radio', { name: 'dark' }).check();
  await page.getByRole('radio', { name: 'floating' }).check();

  await expect(page.getByLabel('lineHeight')).toHaveAccessibleDescription('wanted a number from 1 to 2');
  await expect(page.getByLabel('colorText', { exact: true })).toHaveAccessibleDescription(/wanted a colour/);
  await expect(page.getByLabel('radius')).toHaveAttribute('aria-invalid', 'false');
  await expect(wallet.frame.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(wallet.frame.locator('.field-box').first()).toHaveCSS('border-top-left-radius', '0px');
  await expect(wallet.cardNumber).toHaveValue('4242');
  expect(await violationsOn(page)).toEqual([]);

  await page.getByRole('button', { name: 'Copy code' }).click();
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  const code = await page.evaluate(() => navigator.clipboard.readText());
  expect(code.replaceAll(/\s+/g, ' ')).toBe(
    `await sdk.wallet.setAppearance({ theme: 'dark', labels: 'floating', variables: { radius: '0px' } });`,
  );
});
