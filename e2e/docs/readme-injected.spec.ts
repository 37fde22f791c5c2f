import { expect, type Page } from '@playwright/test';
import type { Files } from '../support/fixtures/readme-late.ts';
import { test } from '../support/fixtures/readme-shop.ts';

/** HTML of others in front of the README's wallet, with a frame that is nearly the wallet's own. */

test.setTimeout(120_000);

/** The shop's page with a second container before its own, whose frame `forge`, an expression of the shop's, makes. */
const withForged = (forge: string) => (files: Files) => ({
  ...files,
  shop: files.shop.replace(
    ".replace('FRAME', frame)",
    `.replace('<div id="wallet">', (place) => place + (${forge}) + '</div>' + place).replace('FRAME', frame)`,
  ),
});

const EVIL = 'http://evil.invalid';
const changed = (from: string, to: string) => `frame.replace(${JSON.stringify(from)}, ${JSON.stringify(to)})`;

const FORGERIES: Readonly<Record<string, string>> = {
  'that shows another form': changed('<iframe', "<iframe srcdoc='<input aria-label=Forged>'"),
  'of another service': `frame.replace(baseUrl, '${EVIL}')`,
  'in another look': changed('#view', `#variables=${encodeURIComponent('{"colorText":"#0000"}')}&amp;view`),
  'of the saved cards': changed('view=CHECKOUT', 'view=MANAGE'),
  'of another key': changed('key=pk_sandbox_demo', 'key=pk_other'),
  'in another language': changed('locale=en', 'locale=de'),
  'that links can aim at': changed('<iframe', "<iframe name='w'"),
  'in a sandbox': changed('<iframe', "<iframe sandbox='allow-scripts allow-same-origin'"),
};
/** In which other forgeries differ only by the attribute. */
const COMMON = ['that shows another form', 'of another service', 'in another look'];

const addresses = (page: Page) =>
  page
    .locator('iframe')
    .evaluateAll((frames) => frames.map((frame) => (frame instanceof HTMLIFrameElement ? frame.src : '')));

for (const [name, forge] of Object.entries(FORGERIES)) {
  const lane = COMMON.includes(name) ? {} : { tag: '@prove' };
  test(
    `S54: a frame ${name} in front of the README's wallet is replaced by the wallet's own`,
    lane,
    async ({ page, open }) => {
      const told: string[] = [];
      page.on('console', (message) => told.push(message.text()));
      await page.route(`${EVIL}/**`, (route) =>
        route.fulfill({ contentType: 'text/html', body: '<input aria-label="Forged">' }),
      );
      await page.goto(await open({ change: withForged(forge) }));
      await expect.poll(() => told.join()).toContain('init: replaced');
      const [first, own, ...others] = await addresses(page);
      expect(others).toEqual([]);
      expect(first).toBe(own);
      expect(own).toContain('view=CHECKOUT');
      const frame = page.frameLocator('iframe').first();
      await expect(frame.getByLabel('Card number', { exact: true })).toBeVisible();
      await expect(frame.getByLabel('Forged')).toHaveCount(0);
      expect(await page.locator('iframe').first().getAttribute('srcdoc')).toBeNull();
    },
  );
}

test("S94: HTML in front of the README's wallet gives it no look that loads anything", async ({
  page,
  open,
}) => {
  const told: string[] = [];
  page.on('console', (message) => told.push(message.text()));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const variables = JSON.stringify({ colorText: `url(${EVIL}/1)`, colorField: `image-set('${EVIL}/2')` });
  const settings = `{ ...settings, appearance: { variables: ${variables} } }`;
  const forge = `walletFrame({ baseUrl, publishableKey: 'pk_sandbox_demo', origin, settings: ${settings}, hint })`;
  await page.goto(await open({ change: withForged(forge) }));
  await expect.poll(() => told.join()).toContain('invalid_argument');
  expect(asked.filter((address) => address.startsWith(EVIL))).toEqual([]);
});

test("S94: HTML in front of the README's wallet pays for nothing by another view", async ({ page, open }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const forge =
    "walletFrame({ baseUrl, publishableKey: 'pk_sandbox_demo', origin, settings: { ...settings, view: 'MANAGE' } })";
  await page.goto(await open({ change: withForged(forge) }));
  const frame = page.frameLocator('iframe').first();
  await expect(frame.locator('body:not([data-unsettled]) > #wallet')).toBeAttached();
  await expect(frame.getByLabel('Card number', { exact: true })).toHaveCount(0);
  for (const button of await page.getByRole('button').all()) await button.click();
  expect(asked).not.toContain('/pay');
});
