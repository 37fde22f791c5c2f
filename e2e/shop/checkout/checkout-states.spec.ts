import { expect, type Frame, type Page, test as plain, type TestInfo } from '@playwright/test';
import { ChallengeJourney } from '../../support/fixtures/challenge-journey.ts';
import { test as onThreeSites } from '../../support/fixtures/three-ds-test.ts';
import { groupFaults, layoutFaults } from '../../support/measures/layout-faults.ts';
import { paintGroundOfFrames, violationsIn } from '../../support/measures/violations.ts';
import { BareCheckout } from '../../support/pages/bare-checkout.ts';
import { ShopPage } from '../../support/pages/shop-page.ts';
import { GOOD_CARD } from '../../support/pages/wallet-frame.ts';
import { changeMerchant } from '../../support/stack/admin-client.ts';
import { MERCHANT_ID, type Stack } from '../../support/stack/stack.ts';
import { shopperWith } from '../../support/stack/wallet-client.ts';

/** What a shopper finds at the checkout, and that each of it stands as it should on every screen and in every look. */

plain.describe.configure({ mode: 'parallel' });

const CARDS_ALONE = 1002;

const test = onThreeSites.extend<object, { cardsAlone: number }>({
  /** A merchant that takes nothing of providers. */
  cardsAlone: [
    async ({ stack }, use) => {
      await changeMerchant(stack.inspectorUrl, CARDS_ALONE, { alternativeMethods: [], instantMethods: [] });
      await use(CARDS_ALONE);
    },
    { scope: 'worker' },
  ],
});

const VISA = '4242424242424242';
const DECLINED = '4000000000009995';
const three = [VISA, '5555555555554444', '378282246310005'];
const eight = [
  ...three,
  '6011111111111117',
  '36227206271667',
  '3566002020360505',
  '6243030000000001',
  '6759649826438453',
];

type State = {
  readonly name: string;
  /** Numbers of the saved cards, the first added first; without any the shopper is a guest. */
  readonly cards: readonly string[];
  readonly takesProviders: boolean;
  /** Of `init`. */
  readonly settings?: object;
  /** Chosen once all is there. */
  readonly chosen?: string;
  /** All rows in their order, as they are spoken in English. */
  readonly spoken: string;
};

/** Express buttons, saved cards, the card form's row, other methods. */
const states: readonly State[] = [
  {
    name: 'guest',
    cards: [],
    takesProviders: true,
    spoken: `
      - group "Payment method":
        - radio "Card" [checked]
        - form "Card details":
          - textbox "Card number"
          - textbox "Expiry date"
          - textbox "Security code"
          - textbox "Name on card"
        - radio "Google Pay"
        - radio "PayPal"
        - radio "Amazon Pay"`,
  },
  {
    name: 'guest with PayPal chosen',
    cards: [],
    takesProviders: true,
    chosen: 'PayPal',
    spoken: `
      - group "Payment method":
        - radio "Card"
        - radio "Google Pay"
        - radio "PayPal" [checked]
        - paragraph: You’ll finish paying with PayPal
        - radio "Amazon Pay"`,
  },
  {
    name: 'guest, cards alone',
    cards: [],
    takesProviders: false,
    spoken: `
      - group "Payment method":
        - form "Card details":
          - textbox "Card number"
          - textbox "Expiry date"
          - textbox "Security code"
          - textbox "Name on card"`,
  },
  {
    name: 'one saved card',
    cards: [VISA],
    takesProviders: true,
    spoken: `
      - group "Payment method":
        - radio "Visa ending 4242, expires 12/40" [checked]
        - radio "New card"
        - radio "Google Pay"
        - radio "PayPal"
        - radio "Amazon Pay"`,
  },
  {
    name: 'one saved card, cards alone',
    cards: [VISA],
    takesProviders: false,
    spoken: `
      - group "Payment method":
        - radio "Visa ending 4242, expires 12/40" [checked]
        - radio "New card"`,
  },
  {
    name: 'one saved card, a new one chosen',
    cards: [VISA],
    takesProviders: true,
    chosen: 'New card',
    spoken: `
      - group "Payment method":
        - radio "Visa ending 4242, expires 12/40"
        - radio "New card" [checked]
        - form "Card details":
          - textbox "Card number"
          - textbox "Expiry date"
          - textbox "Security code"
          - textbox "Name on card"
          - checkbox "Save card for later"
        - radio "Google Pay"
        - radio "PayPal"
        - radio "Amazon Pay"`,
  },
  {
    name: 'three saved cards',
    cards: three,
    takesProviders: true,
    spoken: `
      - group "Payment method":
        - radio "Visa ending 4242, expires 12/40" [checked]
        - radio "American Express ending 0005, expires 12/40"
        - radio "Mastercard ending 4444, expires 12/40"
        - radio "New card"
        - radio "Google Pay"
        - radio "PayPal"
        - radio "Amazon Pay"`,
  },
  {
    name: 'eight saved cards',
    cards: eight,
    takesProviders: true,
    spoken: `
      - group "Payment method":
        - radio "Visa ending 4242, expires 12/40" [checked]
        - radio "Maestro ending 8453, expires 12/40"
        - radio "UnionPay ending 0001, expires 12/40"
        - button "Show 5 more"
        - radio "New card"
        - radio "Google Pay"
        - radio "PayPal"
        - radio "Amazon Pay"`,
  },
  {
    name: 'guest, express buttons',
    cards: [],
    takesProviders: true,
    settings: { express: ['googlepay', 'paypal'] },
    spoken: `
      - region "Payment method":
        - button "Google Pay"
        - button "PayPal"
        - group "Payment method":
          - radio "Card" [checked]
          - form "Card details"
          - radio "Amazon Pay"`,
  },
  {
    name: 'three saved cards, express buttons',
    cards: three,
    takesProviders: true,
    settings: { express: ['googlepay', 'paypal', 'amazonpay'] },
    spoken: `
      - region "Payment method":
        - button "Google Pay"
        - button "PayPal"
        - button "Amazon Pay"
        - group "Payment method":
          - radio "Visa ending 4242, expires 12/40" [checked]
          - radio "American Express ending 0005, expires 12/40"
          - radio "Mastercard ending 4444, expires 12/40"
          - radio "New card"`,
  },
  {
    name: 'guest, tabs',
    cards: [],
    takesProviders: true,
    settings: { layout: 'tabs' },
    spoken: `
      - group "Payment method":
        - radio "Card" [checked]
        - form "Card details"
        - radio "Google Pay"
        - radio "PayPal"
        - radio "Amazon Pay"`,
  },
  {
    name: 'three saved cards, tabs, PayPal chosen',
    cards: three,
    takesProviders: true,
    settings: { layout: 'tabs' },
    chosen: 'PayPal',
    spoken: `
      - group "Payment method":
        - radio "Visa ending 4242, expires 12/40"
        - radio "American Express ending 0005, expires 12/40"
        - radio "Mastercard ending 4444, expires 12/40"
        - radio "New card"
        - radio "Google Pay"
        - radio "PayPal" [checked]
        - paragraph: You’ll finish paying with PayPal
        - radio "Amazon Pay"`,
  },
];

type Look = {
  readonly name: string;
  readonly width: number;
  readonly locale?: string;
  readonly scheme?: 'dark';
  readonly forced?: 'active';
  /** Rules of axe that this look may break; default none that the one before has not answered for. */
  readonly asked?: 'all' | 'colours';
};

const looks: readonly Look[] = [
  { name: 'desktop', width: 1280, asked: 'all' },
  { name: 'phone of 390 px', width: 390 },
  { name: 'phone of 320 px', width: 320 },
  { name: 'phone of 320 px, German', width: 320, locale: 'de' },
  { name: 'phone of 320 px, Arabic', width: 320, locale: 'ar', asked: 'all' },
  { name: 'phone of 390 px, dark', width: 390, scheme: 'dark', asked: 'colours' },
  { name: 'phone of 390 px, forced colours', width: 390, forced: 'active', asked: 'colours' },
];

const rules = { all: undefined, colours: ['color-contrast'] };

for (const { name, cards, takesProviders, settings, chosen, spoken } of states) {
  test(
    `${name}: focus order, room, names and colours in every look`,
    { tag: '@prove' },
    async ({ page, stack, cardsAlone }, testInfo) => {
      const shopper = cards.length > 0 ? await shopperWith(stack.serviceUrl, cards) : undefined;
      const merchantId = takesProviders ? MERCHANT_ID : cardsAlone;
      const checkout = await BareCheckout.serve(page, { stack: stack, shopper, merchantId, settings });
      await checkout.open();
      if (chosen) await checkout.wallet.row(chosen).check();
      for (const look of looks) {
        await wear(checkout, look);
        await expectSound(checkout, { look, spoken });
        await takePicture(page, testInfo, `${name}, ${look.name}`);
      }
    },
  );
}

async function wear(checkout: BareCheckout, { width, locale = 'en', scheme, forced }: Look): Promise<void> {
  const { page } = checkout;
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme: scheme ?? 'light', forcedColors: forced ?? 'none' });
  await checkout.followTheme();
  await checkout.speak(locale);
}

type Expected = { readonly look: Look; readonly spoken: string };

async function expectSound({ page, wallet, payButton }: BareCheckout, { look, spoken }: Expected) {
  const what = `in the look: ${look.name}`;
  const frame = await frameOf(page);
  await expect
    .poll(wallet.unfilledPixels, `CSS pixels that the frame lacks or has too many, ${what}`)
    .toBe(0);
  expect(await frame.evaluate(layoutFaults, 44), `layout, ${what}`).toEqual([]);
  expect(await frame.evaluate(groupFaults), `rows, ${what}`).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth), what).toBe(look.width);
  const [frameBox, payBox] = await Promise.all([wallet.frame.owner().boundingBox(), payButton.boundingBox()]);
  expect((frameBox?.y ?? 0) + (frameBox?.height ?? 0), what).toBeLessThanOrEqual(payBox?.y ?? 0);

  const names = [...spoken.matchAll(/radio "(.*?)"/g)].map(([, name = '']) => name);
  if (look.locale === undefined) {
    await expect(wallet.frame.locator('body'), what).toMatchAriaSnapshot(spoken);
    await expect(wallet.rows, what).toHaveCount(names.length);
  } else {
    // What is the same in all languages: digits of a card, and the name of a provider.
    const same = names.map((name) => /ending (\d{4})/.exec(name)?.[1] ?? (/ard$/.test(name) ? '' : name));
    const found = await wallet.rows.evaluateAll((rows) =>
      rows.map((row) => row.ariaLabel ?? row.closest('label')?.textContent ?? ''),
    );
    expect(found, what).toEqual(same.map((part) => expect.stringContaining(part)));
  }
  if (!look.asked) return;
  await paintGroundOfFrames(page);
  expect(await violationsIn([frame], rules[look.asked]), `axe, ${what}`).toEqual([]);
}

async function frameOf(page: Page): Promise<Frame> {
  const handle = await page.locator('iframe').elementHandle();
  const frame = await handle?.contentFrame();
  if (!frame) throw new Error('Cannot look into the wallet: found no frame of it');
  return frame;
}

/** For eyes to look at; of a wallet in which nothing is typed, as no artefact of a test may hold that. */
async function takePicture(page: Page, testInfo: TestInfo, name: string): Promise<void> {
  const frame = await frameOf(page);
  const isTyped = await frame.evaluate(() =>
    [...document.querySelectorAll('input')].some(({ type, value }) => type === 'text' && value !== ''),
  );
  if (isTyped) throw new Error(`Cannot take a picture of "${name}": found something typed`);
  const path = testInfo.outputPath(`${name}.png`);
  await page.screenshot({ path, animations: 'disabled' });
  testInfo.attachments.push({ name, path, contentType: 'image/png' });
}

/** The demo's shopper with these cards. */
async function enterShop(page: Page, { stack, cards }: { stack: Stack; cards: readonly string[] }) {
  const value = await shopperWith(stack.serviceUrl, cards);
  await page.context().addCookies([{ name: 'shopper', value, url: stack.shopUrls.localhost }]);
}

const phones = [
  { width: 390, height: 844 },
  { width: 320, height: 568 },
];

/** The shop's page and the wallet in it, on a screen of this size. */
async function expectSoundShop({ page, wallet }: ShopPage, what: string): Promise<void> {
  const frame = await frameOf(page);
  await expect.poll(wallet.unfilledPixels, what).toBe(0);
  for (const each of [page.mainFrame(), frame])
    expect(await each.evaluate(layoutFaults, 24), `layout, ${what}`).toEqual([]);
  expect(await frame.evaluate(groupFaults), `rows, ${what}`).toEqual([]);
}

test(
  'a declined saved card stays chosen, and the shop says why, in view',
  { tag: '@prove' },
  async ({ page, stack }, testInfo) => {
    await enterShop(page, { stack: stack, cards: [VISA, DECLINED] });
    const shop = new ShopPage(page, stack.shopUrls.localhost);
    await shop.open();
    const declined = shop.wallet.savedCard(/ending 9995/);
    await declined.check();
    await shop.press();
    await expect(shop.refusal).toContainText('declined', { ignoreCase: true });
    for (const size of phones) {
      await page.setViewportSize(size);
      await expect(declined).toBeChecked();
      await expectSoundShop(shop, `${size.width} px wide`);
      await takePicture(page, testInfo, `declined, ${size.width} px`);
    }
    expect(await violationsIn([page.mainFrame(), await frameOf(page)])).toEqual([]);
  },
);

test(
  'a shopper who cancels at the bank reads that nothing was charged, and can pay at once',
  { tag: '@prove' },
  async ({ page, stack }, testInfo) => {
    await enterShop(page, { stack: stack, cards: [VISA] });
    const challenged = new ChallengeJourney(page, stack);
    const { shop, box } = challenged;
    await challenged.open();
    await expect(shop.wallet.savedCard(/ending 4242/)).toBeChecked();
    await shop.wallet.savedCardCode.fill('123');
    await shop.press();
    await expect(box.code).toBeVisible();
    await box.close.click();
    await box.stop.click();
    await expect(shop.refusal).toHaveText('You stopped this payment. Nothing was charged.');
    await expect(shop.payButton).toBeEnabled();
    await shop.wallet.savedCardCode.fill('');
    for (const size of phones) {
      await page.setViewportSize(size);
      await expectSoundShop(shop, `${size.width} px wide`);
      await takePicture(page, testInfo, `stopped, ${size.width} px`);
    }
    expect(await violationsIn([page.mainFrame(), await frameOf(page)])).toEqual([]);
  },
);

test('the reason of a failure comes into view on a phone, above a button at its lower edge', async ({
  page,
  stack,
}) => {
  await page.setViewportSize({ width: 320, height: 568 });
  const checkout = await BareCheckout.serve(page, { stack: stack });
  await checkout.open();
  await page.addStyleTag({
    content: 'main { padding-bottom: 60vh } main > button { position: sticky; bottom: 0 }',
  });
  await checkout.wallet.type(GOOD_CARD);
  await page.evaluate(() => scrollTo(0, 0));
  await page.context().setOffline(true);
  await page.evaluate(() =>
    Reflect.get(window, 'sdk')
      .wallet.getPaymentMethod()
      .catch(() => {}),
  );
  const room = async () => {
    const [alert, pay] = await Promise.all([
      checkout.wallet.alerts.boundingBox(),
      checkout.payButton.boundingBox(),
    ]);
    return (pay?.y ?? 0) - (alert?.y ?? 0) - (alert?.height ?? 0);
  };
  await expect.poll(room).toBeGreaterThanOrEqual(0);
  expect((await checkout.wallet.alerts.boundingBox())?.y).toBeGreaterThanOrEqual(0);
});
