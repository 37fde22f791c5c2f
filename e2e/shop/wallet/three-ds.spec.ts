import { expect } from '@playwright/test';
import { ChallengeJourney } from '../../support/fixtures/challenge-journey.ts';
import { test } from '../../support/fixtures/three-ds-test.ts';
import { sdkDialog, violationsOn } from '../../support/measures/violations.ts';
import { ChallengeBox } from '../../support/pages/challenge-box.ts';
import { openMerchantPage } from '../../support/pages/merchant-page.ts';
import { GOOD_CARD, WalletFrame } from '../../support/pages/wallet-frame.ts';
import { askAdmin } from '../../support/stack/admin-client.ts';
import { lookUp, post, textAt } from '../../support/stack/service-client.ts';

for (const integration of ['script', 'module'] as const) {
  const lane = integration === 'script' ? {} : { tag: '@prove' };
  test(
    `SALE_3DS by ${integration}: the box opens by itself, the code passes, the order is paid by lookup`,
    lane,
    async ({ challenged }) => {
      const { box, shop } = challenged;
      await challenged.open('SALE_3DS', integration);
      await challenged.pay();
      await box.answer('1234');
      await expect(shop.paid).toBeVisible();
      await expect(box.dialog).toHaveCount(0);
      await challenged.expectOneEnd('authenticated');
    },
  );
}

test('AUTH_3DS, then CHARGE', { tag: '@prove' }, async ({ challenged, page }) => {
  const { box, shop } = challenged;
  await challenged.open('AUTH_3DS');
  await challenged.pay();
  await box.answer('1234');
  await page.getByRole('button', { name: /^Capture/ }).click();
  await expect(shop.paid).toBeVisible();
  await challenged.expectOneEnd('authenticated');
});

for (const [what, code, reason] of [
  ['an attempt', '2222', 'authenticated'],
  ['a failure', '3333', 'failed'],
  ['an issuer that is unavailable', '4444', 'unavailable'],
  ['a rejection', '5555', 'failed'],
] as const) {
  const lane = code === '3333' ? {} : { tag: '@prove' };
  test(`${what} ends once, as ${reason}`, lane, async ({ challenged }) => {
    await challenged.open();
    await challenged.pay();
    await challenged.box.answer(code);
    await challenged.expectOneEnd(reason);
    await expect(challenged.box.dialog).toHaveCount(0);
    if (reason !== 'authenticated') await expect(challenged.shop.refusal).toContainText('did not confirm');
  });
}

test('a wrong code three times fails', { tag: '@prove' }, async ({ challenged }) => {
  const { box } = challenged;
  await challenged.open();
  await challenged.pay();
  for (const left of ['You have 2 tries left', 'You have one try left']) {
    await box.answer('9999');
    await expect(box.bank.getByText(left)).toBeVisible();
  }
  await box.answer('9999');
  await challenged.expectOneEnd('failed');
});

test('Cancel payment on the page of the bank', { tag: '@prove' }, async ({ challenged }) => {
  await challenged.open();
  await challenged.pay();
  await challenged.box.cancel.click();
  await challenged.expectOneEnd('cancelled');
});

test('Close asks and Continue goes on; Escape asks, a second one goes on; Cancel payment stops', async ({
  challenged,
  page,
}) => {
  const { box, shop } = challenged;
  await challenged.open();
  await challenged.pay();
  await expect(box.code).toBeVisible();
  await box.close.click();
  await box.goOn.click();
  await page.keyboard.press('Escape');
  await expect(box.stop).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(box.stop).toBeHidden();
  expect(await challenged.seen('after3DsComplete')).toEqual([]);
  await page.keyboard.press('Escape');
  await box.stop.click();
  await expect(box.dialog).toHaveCount(0);
  await challenged.expectOneEnd('cancelled');
  await expect(shop.payButton).toBeEnabled();
  await expect(shop.wallet.cardNumber).toHaveValue('4242 4242 4242 4242');
});

test('a shopper confirms by keyboard alone', async ({ challenged, page }) => {
  const { box, shop } = challenged;
  await challenged.open();
  await challenged.pay();
  await expect(box.code).toBeVisible();
  await expect(box.code).toBeFocused();
  await page.keyboard.type('1234');
  await page.keyboard.press('Enter');
  await expect(shop.paid).toBeVisible();
  await challenged.expectOneEnd('authenticated');
});

test('a double click on Confirm, and answer and return sent again, change nothing', {
  tag: '@prove',
}, async ({ challenged, page, stack }) => {
  const { box, shop } = challenged;
  await challenged.open();
  await challenged.pay();
  await box.code.fill('1234');
  const answering = page.waitForRequest('**/acs/answer');
  await box.confirm.dblclick();
  const answer = await answering;
  await expect(shop.paid).toBeVisible();
  // Node does not know the hosts that a browser takes for itself.
  const address = answer.url().replace('issuer.localhost', '127.0.0.1');
  const entered = Object.fromEntries(new URLSearchParams(answer.postData() ?? ''));
  const again = await (await page.request.post(address, { form: entered })).text();
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(again)?.[1] ?? '';
  const form = { PaRes: field('PaRes'), MD: field('MD') };
  for (let times = 0; times < 2; times += 1) {
    const taken = await page.request.post(`${stack.serviceUrl}/3ds/term`, { form });
    expect(taken.status()).toBe(200);
  }
  await challenged.expectOneEnd('authenticated');
});

test('a reload in the middle: the wallet offers to continue, and the payment goes through', async ({
  challenged,
  page,
}) => {
  const { box, shop } = challenged;
  await challenged.open();
  await challenged.pay();
  await expect(box.code).toBeVisible();
  await page.reload();
  await challenged.goOn();
  await box.answer('1234');
  await expect(shop.paid).toBeVisible();
  await challenged.expectOneEnd('authenticated');
});

test('destroy in the middle removes the box without an event; the challenge stays open', {
  tag: '@prove',
}, async ({ challenged, page }) => {
  const { box, shop } = challenged;
  await challenged.open();
  await challenged.pay();
  await expect(box.code).toBeVisible();
  await page.evaluate('sdk.wallet.destroy()');
  await expect(box.dialog).toHaveCount(0);
  expect(await challenged.seen('after3DsComplete')).toEqual([]);
  await page.reload();
  await shop.wallet.alerts.getByRole('button', { name: 'Continue' }).click();
  await box.answer('1234');
  await challenged.expectOneEnd('authenticated');
});

test('the last two minutes are counted down, those of a clock that was advanced too', {
  tag: '@prove',
}, async ({ challenged, stack }) => {
  const { box } = challenged;
  await challenged.open();
  await challenged.pay();
  await expect(box.code).toBeVisible();
  const heading = box.dialog.getByRole('heading');
  await expect(heading).toHaveText('Confirm your payment');
  await askAdmin(stack.inspectorUrl, '/api/clock', { advance_seconds: 8.5 * 60 });
  await expect(heading).toHaveText(/\b1:[012]\d\b/);
  await box.answer('1234');
  await challenged.expectOneEnd('authenticated');
});

test('two tabs: the challenge opens in the one that pays', async ({ challenged, context, stack }) => {
  const other = new ChallengeJourney(await context.newPage(), stack);
  await other.open();
  await expect(other.shop.wallet.cardNumber).toBeEditable();
  await challenged.page.bringToFront();
  await challenged.open();
  await challenged.pay();
  await expect(other.box.dialog).toHaveCount(0);
  await challenged.box.answer('1234');
  await challenged.expectOneEnd('authenticated');
  expect(await other.seen('after3DsComplete')).toEqual([]);
});

test('Continue moves the challenge to another tab and back: the old box closes by itself, one event ends it', {
  tag: '@prove',
}, async ({ challenged, context, stack }) => {
  const other = new ChallengeJourney(await context.newPage(), stack);
  await challenged.open();
  await challenged.pay();
  await expect(challenged.box.code).toBeVisible();
  await challenged.hide(true);
  await other.open();
  await other.goOn();

  await challenged.hide(false);
  await challenged.expectBoxMoved(['PENDING']);
  await expect(challenged.shop.payButton).toBeFocused();
  await expect(challenged.shop.payButton).toBeEnabled();
  await expect(challenged.shop.refusal).toContainText('in another tab');
  await challenged.goOn();
  await other.expectBoxMoved(['PENDING']);

  await challenged.hide(true);
  await other.goOn();
  await other.box.answer('1234');
  await expect(other.shop.paid).toBeVisible();
  await other.expectOneEnd('authenticated');
  await challenged.hide(false);
  await challenged.expectBoxMoved(['PENDING', 'SUCCESS']);
  await expect(challenged.shop.paid).toBeVisible();
});

for (const [what, areTabs] of [
  ['tabs', true],
  // All in sight: each would hold a stream, and a browser has six connections to the service.
  ['windows side by side', false],
] as const) {
  test(`six ${what} with open challenges do not starve each other`, { tag: '@prove' }, async ({
    context,
    stack,
  }) => {
    test.slow();
    const shoppers: ChallengeJourney[] = [];
    for (let count = 0; count < 6; count += 1) {
      const shopper = new ChallengeJourney(await context.newPage(), stack);
      shoppers.push(shopper);
      await shopper.becomeSomebody();
      await shopper.open();
      await shopper.pay();
      await expect(shopper.box.code).toBeVisible();
      if (areTabs) await shopper.hide(true);
    }
    for (const shopper of shoppers) {
      await shopper.page.bringToFront();
      if (areTabs) await shopper.hide(false);
      await shopper.box.answer('1234');
      await shopper.expectOneEnd('authenticated');
    }
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 720 }, hasTouch: true, isMobile: true });

  test('the box is a sheet on the lower edge, as wide as the screen, and its question stays in one row', {
    tag: '@prove',
  }, async ({ challenged }) => {
    const { box } = challenged;
    await challenged.open();
    await challenged.payBelow();
    await expect(box.boxFrame).toHaveAttribute('src', /&size=05$/);
    expect((await box.boxFrame.boundingBox())?.height).toBeGreaterThan(600);
    const { x, y, width, height } = (await box.dialog.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    expect([x, width, Math.round(y + height)]).toEqual([0, 375, 720]);
    expect(y).toBeGreaterThanOrEqual(24);
    await box.close.click();
    const places = await Promise.all([box.stop.boundingBox(), box.goOn.boundingBox()]);
    expect(places[0]?.y).toBe(places[1]?.y);
  });
});

test('axe finds nothing in box and bank page, asking or not', { tag: '@prove' }, async ({
  challenged,
  page,
}) => {
  const { box } = challenged;
  await challenged.open();
  await challenged.pay();
  await expect(box.code).toBeVisible();
  expect(await violationsOn(page, sdkDialog())).toEqual([]);
  await box.close.click();
  expect(await violationsOn(page, sdkDialog())).toEqual([]);
});

test('a box that cannot be reached can be loaded again', { tag: '@prove' }, async ({ challenged, page }) => {
  const { box, shop } = challenged;
  const boxes = /\/3ds\/box\//;
  await challenged.open();
  await page.route(boxes, (route) => route.abort());
  await challenged.pay();
  const again = box.dialog.getByRole('button', { name: 'Try again' });
  await expect(again).toBeFocused({ timeout: 30_000 });
  await expect(box.stop).toBeVisible();
  // Without the browser's own page of the error.
  expect(await violationsOn(page, sdkDialog('dialog > div'))).toEqual([]);
  await page.unroute(boxes);
  await again.press('Enter');
  await box.answer('1234');
  await expect(shop.paid).toBeVisible();
  await challenged.expectOneEnd('authenticated');
});

test('the dialog follows the appearance, and its box stays', { tag: '@prove' }, async ({
  challenged,
  page,
}) => {
  const { box } = challenged;
  await challenged.open();
  await challenged.pay();
  await box.code.fill('12');
  const variables = {
    fontFamily: 'Georgia, serif',
    colorText: '#3b0a2a',
    colorField: '#fdf6fa',
    colorDanger: '#8a1020',
    radius: '2px',
  } as const;
  await page.evaluate((given) => Reflect.get(window, 'sdk').wallet.setAppearance(given), {
    theme: 'light' as const,
    variables,
  });
  await expect(box.dialog).toHaveCSS('color', 'rgb(59, 10, 42)');
  await expect(box.dialog).toHaveCSS('font-family', 'Georgia, serif');
  await expect(box.dialog).toHaveCSS('border-top-left-radius', '3px');
  await box.close.click();
  await expect(box.stop).toHaveCSS('color', 'rgb(138, 16, 32)');
  expect(await violationsOn(page, sdkDialog())).toEqual([]);
  await box.goOn.click();
  await expect(box.code).toHaveValue('12');
});

test('a service that is killed and started again in the middle', { tag: '@prove' }, async ({
  challenged,
  stack,
}) => {
  await challenged.open();
  await challenged.pay();
  await expect(challenged.box.code).toBeVisible();
  await stack.service.stop('SIGKILL');
  await stack.service.start();
  await challenged.box.answer('1234');
  await expect(challenged.shop.paid).toBeVisible();
  await challenged.expectOneEnd('authenticated');
});

test('the time runs out', { tag: '@prove' }, async ({ challenged, stack }) => {
  await challenged.open();
  await challenged.pay();
  await expect(challenged.box.code).toBeVisible();
  await askAdmin(stack.inspectorUrl, '/api/clock', { advance_seconds: 11 * 60 });
  await challenged.expectOneEnd('timeout');
  await expect(challenged.box.dialog).toHaveCount(0);
});

test('a guest who comes back with the same token can continue, in a browser whose frames have no storage', {
  tag: '@prove',
}, async ({ page, stack }) => {
  const run = await openMerchantPage(page, stack, { isGuest: true });
  const begin = () => run("details = { currency: 'GBP', amount: '10.00' }; return begin()");
  const wallet = new WalletFrame(page);
  const box = new ChallengeBox(page);
  await begin();
  await wallet.type(GOOD_CARD);
  const { value } = { value: undefined, ...(await run('return sdk.wallet.getPaymentMethod()')) };
  const form = { method: 'SALE_3DS', amount: '10', currency: 'GBP', ccToken: textAt(value, 'cc_token') };
  const billing = `${stack.serviceUrl}/wallet/api/v1/billing`;
  const { body } = await post(billing, { ...form, merchantRef: 'demo' });
  const transactionId = textAt(body, 'transaction', 'transactionID');
  await expect(box.code).toBeVisible();
  await page.reload();
  await begin();
  const waiting = wallet.alerts.filter({ hasText: 'A payment is waiting for you to confirm it.' });
  await waiting.getByRole('button', { name: 'Continue' }).press('Enter');
  await expect(box.bank.getByRole('heading', { name: 'Confirm your payment', exact: true })).toBeVisible();
  await box.answer('1234');
  await expect
    .poll(async () => textAt(await lookUp(stack.serviceUrl, transactionId), 'status'))
    .toBe('SUCCESS');
  await expect(box.dialog).toHaveCount(0);
  await expect(wallet.frame.getByRole('region')).toBeFocused();
});
