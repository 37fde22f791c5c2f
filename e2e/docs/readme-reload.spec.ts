import { expect } from '@playwright/test';
import { chromiumLaunch } from '../../tools/check/chromium.mjs';
import { ASKING, PAID, test, visit } from '../support/fixtures/readme-shop.ts';
import { printed } from '../support/measures/printed.ts';
import { ChallengeBox } from '../support/pages/challenge-box.ts';
import { slow } from '../support/pages/provider-sheet.ts';
import { GOOD_CARD } from '../support/pages/wallet-frame.ts';

/** Playwright has Chromium refuse frames of another site all storage; here it is as it ships, and parts it by site. */
const { args, ...launch } = chromiumLaunch();
const recipe = printed('docs/testing.md', { mark: '--disable-features' });
const [shipped = ''] = recipe.match(/--disable-features=[^']*/) ?? [];
test.use({ launchOptions: { ...launch, args: [...args, shipped] } });

test("the README's shop goes on with the bank after a reload, as its words say", {
  tag: '@prove',
}, async ({ page, address }) => {
  const { wallet, pay, told } = await visit(page, address);
  await wallet.type(GOOD_CARD);
  await pay.click();
  await expect(new ChallengeBox(page).code).toBeVisible(slow);
  await expect(told).toContainText(ASKING);
  await page.reload();
  await wallet.button('Continue').click();
  await new ChallengeBox(page).answer('1234');
  await expect(page.getByText(PAID)).toBeVisible(slow);
});
