import { expect, test } from '@playwright/test';

test('the script tag sets window.sdk once and keeps the first', async ({ page }) => {
  const warnings: string[] = [];
  page.on('console', (message) => warnings.push(message.text()));
  await page.addScriptTag({ path: 'dist/sdk/sdk.js' });
  const version = await page.evaluate('window.sdk.version');
  await page.addScriptTag({ path: 'dist/sdk/sdk.js' });
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(warnings.filter((text) => text.includes('loaded twice'))).toHaveLength(1);
});
