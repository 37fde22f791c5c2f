import { expect } from '@playwright/test';
import { chromiumLaunch } from '../../../tools/check/chromium.mjs';
import { ChallengeJourney } from '../../support/fixtures/challenge-journey.ts';
import { test } from '../../support/fixtures/three-ds-test.ts';

/**
 * A guest is another one after each load of the page: what brings the payment back is what the wallet's frame has kept
 * in this tab. Playwright has Chromium refuse frames of another site all storage, which as it ships parts it by site.
 */
const { args, ...launch } = chromiumLaunch();
const shipped = '--disable-features=HttpsUpgrades,MediaRouter,OptimizationHints,PaintHolding,Translate';
test.use({ launchOptions: { ...launch, args: [...args, shipped] } });

test('a guest who reloads in the middle can continue, and the order is paid', {
  tag: '@prove',
}, async ({ challenged, page }) => {
  const { box, shop } = challenged;
  await challenged.becomeGuest();
  await challenged.open('AUTH_3DS');
  await challenged.pay();
  await expect(box.code).toBeVisible();
  await page.reload();
  await challenged.goOn();
  await box.answer('1234');
  await page.getByRole('button', { name: /^Capture/ }).click();
  await expect(shop.paid).toBeVisible();
  await challenged.expectOneEnd('authenticated');
});

test("only its own tab brings back a guest's open challenge, until it has ended", { tag: '@prove' }, async ({
  challenged,
  context,
  stack,
}) => {
  const { box, shop, page } = challenged;
  const kept: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/challenges/kept')) kept.push(request.postData() ?? '');
  });
  const atRest = ({ shop }: ChallengeJourney) => shop.wallet.settled.waitFor({ state: 'attached' });
  await challenged.becomeGuest();
  await challenged.open();
  await challenged.pay();
  await expect(box.code).toBeVisible();
  await page.goto('about:blank');
  const other = new ChallengeJourney(await context.newPage(), stack);
  await other.becomeGuest();
  await other.open();
  await atRest(other);
  await expect(other.shop.wallet.cardNumber).toBeEditable();
  expect(kept).toEqual([]);
  await expect(other.shop.wallet.alerts).toHaveCount(0);

  await page.bringToFront();
  await shop.open();
  await challenged.goOn();
  expect(kept).not.toEqual([]);
  await box.answer('3333');
  await challenged.expectOneEnd('failed');
  kept.length = 0;
  await shop.open();
  await atRest(challenged);
  await expect(shop.wallet.cardNumber).toBeEditable();
  expect(kept).toEqual([]);
});
