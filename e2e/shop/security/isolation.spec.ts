import { expect, type Page } from '@playwright/test';
import { test } from '../../support/fixtures/stack-test.ts';
import { GOOD_CARD } from '../../support/pages/wallet-frame.ts';

/** Numbers that occur nowhere else: whoever shows them has seen what was typed. */
const CANARY = { ...GOOD_CARD, number: '4242 4200 3141 5920', code: '739' };

for (const integration of ['script', 'module'] as const) {
  const lane = integration === 'script' ? {} : { tag: '@prove' };
  test(
    `card number and security code are nowhere in what a hostile page sees, by ${integration}`,
    lane,
    async ({ shop, page, stack }) => {
      const seen: string[] = [];
      await page.exposeFunction('exfiltrate', (line: string) => seen.push(line));
      await page.addInitScript({ path: 'e2e/support/pages/hostile-page.js' });
      await shop.open(integration);
      await shop.pay(CANARY);
      await expect(shop.paid).toBeVisible();
      expect(seen.join('\n')).toContain('cc_token');
      expectNoCanary(`${seen.join('\n')}${await page.content()}`, 'merchant page');
      expectNoCanary(stack.service.output() + stack.shop.output(), 'logs');
    },
  );
}

test('the frame refuses to be read by the merchant page', async ({ shop, page }) => {
  await shop.open();
  await expect(shop.wallet.cardNumber).toBeEditable();
  expect(await reachIntoFrame(page)).toBe('SecurityError');
});

test('S48: no script of ours or injected makes a policy that turns texts into scripts', async ({
  shop,
  page,
  stack,
}) => {
  await shop.open();
  await expect(shop.wallet.cardNumber).toBeEditable();
  const frame = page.frames().find((each) => each.url().startsWith(stack.serviceUrl));
  expect(await frame?.evaluate(makePolicy)).toBe('TypeError');
  await page.goto(`${stack.serviceUrl}/docs`);
  expect(await page.evaluate(makePolicy)).toBe('TypeError');
  await page.goto(`${stack.issuerUrl}/providers/paypal`);
  expect(await page.evaluate(makePolicy)).toBe('TypeError');
});

/** What a script that got in would do first; names the error, or says that it may. */
function makePolicy(): string {
  const types = Reflect.get(window, 'trustedTypes');
  try {
    types.createPolicy('default', {
      createHTML: (text: string) => text,
      createScript: (text: string) => text,
    });
    return 'made';
  } catch (error) {
    return error instanceof Error ? error.name : 'unknown';
  }
}

function expectNoCanary(text: string, where: string): void {
  const digits = CANARY.number.replaceAll(' ', '');
  const forms = [
    CANARY.number,
    digits,
    btoa(digits),
    digits.slice(4),
    `"${CANARY.code}"`,
    `>${CANARY.code}<`,
  ];
  expect(
    forms.filter((form) => text.includes(form)),
    where,
  ).toEqual([]);
}

function reachIntoFrame(page: Page): Promise<string> {
  return page.evaluate(() => {
    try {
      const frame = document.querySelector('iframe');
      return String(frame?.contentWindow?.document.title);
    } catch (error) {
      return error instanceof Error ? error.name : 'unknown';
    }
  });
}
