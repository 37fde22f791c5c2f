import { expect, type Page } from '@playwright/test';
import {
  type Files,
  holdScript,
  partsOf,
  SCRIPT,
  stillLoading,
  strictlyBy,
} from '../support/fixtures/readme-late.ts';
import { ASKING, test } from '../support/fixtures/readme-shop.ts';
import { GOOD_CARD } from '../support/pages/wallet-frame.ts';

/** The ways in which the script may come to the README's page, and not come: each under a policy that runs nothing inline. */

test.setTimeout(120_000);

/** The page's own script comes second, in a tag of its own. */
const [TAG, OWN] = [/<script\s+src="([^"]+)"[^>]*><\/script>/, /<script>([\s\S]+?)<\/script>/];

/** As docs/integrate.md tells to write the two tags. */
const WAYS: Readonly<Record<string, (page: string) => string>> = {
  'as printed': (page) => page,
  'with defer': (page) =>
    page
      .replace(TAG, (tag) => tag.replace('<script', '<script defer'))
      .replace(OWN, '<script type="module">$1</script>'),
  'with async': (page) =>
    page
      .replace(
        OWN,
        `<script>const start = () => {$1};
        if (window.sdk) start(); else document.querySelector('script[src]').onload = start;</script>`,
      )
      .replace(TAG, (tag) => tag.replace('<script', '<script async')),
  'as a module': (page) =>
    page.replace(TAG, '').replace(OWN, (_, own) => {
      const [, address = ''] = TAG.exec(page) ?? [];
      const module = new URL('/sdk/sdk.mjs', address).href;
      return `<script type="module">import { sdk } from '${module}';${own}</script>`;
    }),
};

const written = (serviceUrl: string, way: (page: string) => string) => (files: Files) => {
  const page = way(files.page);
  return strictlyBy(serviceUrl)({ ...files, page });
};

/** What the policy has refused. */
function violationsOf(page: Page): string[] {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) refused.push(message.text());
  });
  return refused;
}

for (const [name, way] of Object.entries(WAYS)) {
  const lane = name === 'as printed' ? {} : { tag: '@prove' };
  test(
    `a script ${name} that comes while a digit is typed takes nothing away, and Pay pays`,
    lane,
    async ({ page, open, stack }) => {
      const { wallet, pay, told, soon } = partsOf(page);
      const refused = violationsOf(page);
      const address = await open({ change: written(stack.serviceUrl, way) });
      const release = await holdScript(page);
      await page.goto(address, { waitUntil: 'commit' });
      await wallet.expiry.fill(GOOD_CARD.expiry);
      await wallet.holderName.fill(GOOD_CARD.name);
      await wallet.securityCode.fill(GOOD_CARD.code);
      const typing = wallet.cardNumber.pressSequentially(GOOD_CARD.number, { delay: 100 });
      await expect(wallet.cardNumber).toHaveValue(/^4242 4/);
      release();
      await typing;
      await wallet.settled.waitFor({ state: 'attached' });
      await expect(wallet.cardNumber).toHaveValue(GOOD_CARD.number);
      await expect(wallet.expiry).toHaveValue('12 / 34');
      await expect(wallet.cardNumber.or(wallet.expiry).and(wallet.frame.locator(':focus'))).toHaveCount(1);
      await expect(soon).toHaveCount(0);
      await pay.click();
      await expect(told).toContainText(ASKING);
      expect(refused).toEqual([]);
    },
  );

  test(
    `what is chosen before a script ${name} comes stays chosen, with the focus on it`,
    lane,
    async ({ page, open, stack }) => {
      const { wallet } = partsOf(page);
      const address = await open({ change: written(stack.serviceUrl, way) });
      const release = await holdScript(page);
      await page.goto(address, { waitUntil: 'commit' });
      await wallet.method('PayPal').check();
      release();
      await wallet.settled.waitFor({ state: 'attached' });
      await expect(wallet.method('PayPal')).toBeChecked();
      await expect(wallet.method('PayPal')).toBeFocused();
    },
  );
}

/** Why a script does not come. */
const LOSSES: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'is blocked': (page) => page.route(SCRIPT, (route) => route.abort('blockedbyclient')),
  'finds no network': (page) =>
    page.route(SCRIPT, async (route) => {
      // The frame's document is there by then.
      await partsOf(page).wallet.cardNumber.waitFor();
      await page.context().setOffline(true);
      await route.abort('internetdisconnected');
    }),
  'is not the one of its digest': (page) =>
    page.route(SCRIPT, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${await response.text()}//` });
    }),
};

for (const [name, way] of Object.entries(WAYS)) {
  for (const [loss, lose] of Object.entries(LOSSES)) {
    // An import has no digest of its own.
    if (name === 'as a module' && loss.includes('digest')) continue;
    const lane = name === 'as printed' ? {} : { tag: '@prove' };
    test(
      `within 10 s of Pay the shopper is told of a script ${name} that ${loss}`,
      lane,
      async ({ page, open, stack }) => {
        const { wallet, pay, soon } = partsOf(page);
        const address = await open({ change: written(stack.serviceUrl, way) });
        await lose(page);
        await page.goto(address, { waitUntil: 'commit' });
        await wallet.cardNumber.fill(GOOD_CARD.number);
        await pay.click();
        await expect(soon).toBeVisible();
        // Without a network the frame may lack its own code, too: the page's markup alone has told it.
        if (loss !== 'finds no network') await expect(stillLoading(wallet)).toBeVisible({ timeout: 10_000 });
        await expect(wallet.cardNumber).toHaveValue(GOOD_CARD.number);
      },
    );
  }
}

test('a script that comes 20 s late finds all that was typed, and answers Pay', { tag: '@prove' }, async ({
  page,
  open,
  stack,
}) => {
  const { wallet, pay, told, soon } = partsOf(page);
  const address = await open({ change: written(stack.serviceUrl, (html) => html) });
  await page.route(SCRIPT, async (route) => {
    await new Promise((done) => setTimeout(done, 20_000));
    await route.continue();
  });
  await page.goto(address, { waitUntil: 'commit' });
  await wallet.type(GOOD_CARD);
  await pay.click();
  await expect(soon).toBeVisible();
  await expect(stillLoading(wallet)).toBeVisible({ timeout: 10_000 });
  await expect(told).toContainText(ASKING, { timeout: 30_000 });
  await expect(stillLoading(wallet)).toHaveCount(0);
  await expect(soon).toHaveCount(0);
});
