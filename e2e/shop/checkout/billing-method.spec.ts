import { expect } from '@playwright/test';
import { ChallengeJourney } from '../../support/fixtures/challenge-journey.ts';
import { startThreeSites, test } from '../../support/fixtures/three-ds-test.ts';
import { GOOD_CARD } from '../../support/pages/wallet-frame.ts';

test('S38: a shop without the drawer asks the bank, whatever its page sends', {
  tag: '@prove',
}, async ({ page }) => {
  const stack = await startThreeSites({ DEMO_DRAWER: '0' });
  try {
    const challenged = new ChallengeJourney(page, stack);
    await page.route('**/api/orders', (route) => {
      const body = { ...route.request().postDataJSON(), mode: 'SALE' };
      return route.continue({ postData: JSON.stringify(body) });
    });
    await challenged.open();
    await expect(page.getByText('Billing', { exact: true })).toHaveCount(0);
    await challenged.shop.pay(GOOD_CARD);
    await expect(challenged.box.code).toBeVisible({ timeout: 20_000 });
  } finally {
    await stack.stop();
  }
});
