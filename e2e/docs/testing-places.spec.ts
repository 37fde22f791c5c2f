import { expect, type Frame, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { fillCard, passChallenge, payAtProvider, press, walletOn } from 'embeddable-wallet/testing';
import { test } from '../support/fixtures/stack-test.ts';
import { openMerchantPage } from '../support/pages/merchant-page.ts';
import { GOOD_CARD } from '../support/pages/wallet-frame.ts';
import { lookUp, post, textAt } from '../support/stack/service-client.ts';
import type { Stack } from '../support/stack/stack.ts';

/** The helpers of `embeddable-wallet/testing` wherever a shop puts the wallet. */

type ShopPlace = {
  readonly title: string;
  readonly body: string;
  /** Makes `container`. */
  readonly script: string;
  /** Where the shop's page stands. Default: the page. */
  readonly shopIn?: (page: Page) => Promise<Frame>;
  /** What the helpers are told. Default: the page. */
  readonly place?: (page: Page) => FrameLocator | Locator;
};

const PAY = '<button id="pay">Pay</button>';
const PLAIN = `<div id="wallet"></div>${PAY}`;
const whole = "const container = document.querySelector('#wallet');";

async function inOwnFrame(page: Page): Promise<Frame> {
  const address = page.url();
  await page.goto(`${address}elsewhere`);
  const attached = page.waitForEvent('frameattached');
  await page.evaluate((src) => {
    const frame = Object.assign(document.createElement('iframe'), {
      src,
      id: 'checkout',
      width: 600,
      height: 700,
    });
    document.body.append(frame);
  }, address);
  const frame = await attached;
  await frame.waitForURL(address);
  return frame;
}

const DIALOG: ShopPlace = {
  title: 'a dialog',
  body: `<dialog id="modal"><div id="wallet"></div>${PAY}</dialog>`,
  script: `${whole} document.querySelector('#modal').showModal();`,
};
const shadowOf = (mode: ShadowRootMode): ShopPlace => ({
  title: `a shadow root that is ${mode}`,
  body: `<div id="shop"></div>${PAY}`,
  script: `
    const container = document.createElement('div');
    document.querySelector('#shop').attachShadow({ mode: '${mode}' }).append(container);
  `,
});
const TWO = `
  const container = document.querySelector('#second');
  const other = sdk.createSdk();
  other.auth.connect({ publishableKey: 'pk_sandbox_demo', refreshToken });
  other.wallet.init({ ...settings, container: '#first' }, details);
`;
const PLACES: readonly ShopPlace[] = [
  DIALOG,
  shadowOf('open'),
  shadowOf('closed'),
  { title: "an iframe of the shop's own", body: PLAIN, script: whole, shopIn: inOwnFrame },
  {
    title: "an iframe of the shop's own that is named",
    body: PLAIN,
    script: whole,
    shopIn: inOwnFrame,
    place: (page) => page.frameLocator('#checkout'),
  },
  {
    title: 'the second of two wallets',
    body: `<div id="first"></div><div id="second"></div>${PAY}`,
    script: TWO,
    place: (page) => page.locator('#second'),
  },
];

/** Pays by the button in what way the wallet says. */
const BEGIN = `
  details = { currency: 'GBP', amount: '10.00', return_url: location.href, metadata: { order_id: 'order-1' } };
  globalThis.openWallet = (container) => {
    connect().catch(() => {});
    document.querySelector('#pay').onclick = async () => {
      globalThis.paid = sdk.wallet[globalThis.how ?? 'getPaymentMethod']();
    };
    return sdk.wallet.init({ ...settings, container }, details);
  };
`;

async function openShop(page: Page, stack: Stack, { body, script, shopIn }: ShopPlace): Promise<Frame> {
  await openMerchantPage(page, stack, { isGuest: true, body, script: BEGIN });
  const shop = (await shopIn?.(page)) ?? page.mainFrame();
  await shop.evaluate(`(() => { ${script} return openWallet(container); })()`);
  return shop;
}

async function billed(shop: Frame, { serviceUrl }: Stack, amount = '10'): Promise<string> {
  await expect.poll(() => shop.evaluate('typeof paid')).toBe('object');
  const ccToken = textAt(await shop.evaluate('paid'), 'cc_token');
  const form = { method: 'SALE_3DS', amount, currency: 'GBP', ccToken, merchantRef: 'demo' };
  const { body } = await post(`${serviceUrl}/wallet/api/v1/billing`, form);
  return textAt(body, 'transaction', 'transactionID');
}

/** These are `prove`'s. */
const LONG = /named|open$|dialog/;

for (const shopPlace of PLACES) {
  const lane = LONG.test(shopPlace.title) ? { tag: '@prove' } : {};
  test(`the helpers pay by card and at PayPal in ${shopPlace.title}`, lane, async ({ page, stack }) => {
    const shop = await openShop(page, stack, shopPlace);
    const place = shopPlace.place?.(page) ?? page;
    await fillCard(place, GOOD_CARD);
    await press(shop.locator('#pay'));
    const transactionId = await billed(shop, stack);
    await passChallenge(place);
    const status = async () => textAt(await lookUp(stack.serviceUrl, transactionId), 'status');
    await expect.poll(status).toBe('SUCCESS');
    await shop.evaluate("how = 'makeInstantPayment'");
    // No locator reaches into what is closed.
    const frame = /closed/.test(shopPlace.title) && page.frame({ url: /\/wallet\/frame/ });
    const wallet = frame || walletOn<FrameLocator>(shopPlace.place?.(page) ?? shop);
    await wallet.getByRole('radio', { name: 'PayPal' }).check();
    await payAtProvider(place, () => press(shop.locator('#pay')));
    await shop.evaluate('paid');
  });
}

test('fillCard names two wallets where it was told of none of them', async ({ page, stack }) => {
  await openShop(page, stack, PLACES.at(-1) ?? DIALOG);
  await expect(fillCard(page, GOOD_CARD)).rejects.toThrow(/found 2 wallets .*page\.locator/);
});

test('passChallenge says first what the wallet says, then that a page has no wallet', {
  tag: '@prove',
}, async ({ page, stack }) => {
  test.setTimeout(90_000);
  const shop = await openShop(page, stack, DIALOG);
  await fillCard(page, { ...GOOD_CARD, code: '12' });
  await press(shop.locator('#pay'));
  await expect(passChallenge(page)).rejects.toThrow(
    /^passChallenge: the wallet says "The code has 3 digits"/,
  );
  await page.goto('about:blank');
  await expect(passChallenge(page)).rejects.toThrow(/^passChallenge: found no wallet/);
});

test('passChallenge says that no bank asked where the payment needed none', { tag: '@prove' }, async ({
  page,
  stack,
}) => {
  const shop = await openShop(page, stack, DIALOG);
  await fillCard(page, GOOD_CARD);
  await press(shop.locator('#pay'));
  await billed(shop, stack, '11');
  await expect(passChallenge(page)).rejects.toThrow(/^passChallenge: no bank asked within 20 s.*10\.00 GBP/);
});
