import { expect, type Page } from '@playwright/test';
import { test } from '../../support/fixtures/stack-test.ts';
import { ProviderSheet } from '../../support/pages/provider-sheet.ts';
import { GOOD_CARD } from '../../support/pages/wallet-frame.ts';

const LIVE = '[role="alert"], [role="status"], [aria-live]';

/** Notes in every document what its live regions come to say, each time they change. */
async function listen(page: Page) {
  await page.addInitScript((live) => {
    const said: string[] = [];
    Object.assign(globalThis, { said });
    const before = new WeakMap<Element, string>();
    new MutationObserver(() => {
      for (const region of document.querySelectorAll(live)) {
        const text = region.textContent?.trim() ?? '';
        if (text !== before.get(region) && text !== '') said.push(text);
        before.set(region, text);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  }, LIVE);
}

/** By page and frame together. */
async function said(page: Page, pattern: RegExp): Promise<string[]> {
  const heard = await Promise.all(
    page.frames().map((frame) => frame.evaluate<string[]>('globalThis.said ?? []').catch(() => [])),
  );
  return heard.flat().filter((text) => pattern.test(text));
}

for (const [code, type, status, pattern] of [
  ['rate_limited', 'rate_limit_error', 429, /too many/i],
  ['card_attempts_exceeded', 'rate_limit_error', 429, /too many/i],
  ['internal_error', 'api_error', 500, /went wrong|cannot be reached/i],
] as const) {
  test(`${code} is announced once, by wallet or shop`, { tag: '@prove' }, async ({ shop, page }) => {
    const body = JSON.stringify({ status: 'ERROR', error: { type, code, message: 'as in a test' } });
    const headers = { 'Access-Control-Allow-Origin': '*' };
    await listen(page);
    await page.route('**/wallet/api/v1/cards', (route) => route.fulfill({ status, body, headers }));
    await shop.open();
    await shop.pay(GOOD_CARD);
    await expect(shop.wallet.alerts).toBeVisible();
    await page.waitForTimeout(500);
    expect(await said(page, pattern)).toHaveLength(1);
    await shop.press();
    await expect.poll(() => said(page, pattern)).toHaveLength(2);
  });
}

test('a refusal by a provider is announced once, by wallet or shop', { tag: '@prove' }, async ({
  shop,
  page,
}) => {
  await listen(page);
  await shop.open();
  await shop.choose('Google Pay');
  const [popup] = await Promise.all([page.waitForEvent('popup'), shop.press()]);
  await new ProviderSheet(popup).answer('refuse');
  await expect(shop.wallet.alerts).toContainText('refused', { timeout: 30_000 });
  await page.waitForTimeout(500);
  expect(await said(page, /refused|declined/i)).toHaveLength(1);
});
