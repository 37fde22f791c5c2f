import { expect, type Page } from '@playwright/test';
import { payAtProvider } from 'embeddable-wallet/testing';
import { LOSSES, startLossyProxy } from '../support/fixtures/lossy-proxy.ts';
import { outsideShop, transactionsOfOrder, wholeAmount } from '../support/fixtures/readme-order.ts';
import { ASKING, CHECKING, NOT_CHARGED, PAID, test, visit } from '../support/fixtures/readme-shop.ts';
import { printed } from '../support/measures/printed.ts';
import { ChallengeBox } from '../support/pages/challenge-box.ts';
import { slow } from '../support/pages/provider-sheet.ts';
import { GOOD_CARD } from '../support/pages/wallet-frame.ts';

/** The README's shop takes the money for its order once, whatever is lost, reloaded or opened twice. */

test.setTimeout(120_000);

/** Until the bank asks. */
async function payByCard(page: Page, address: string) {
  const visited = await visit(page, address);
  await visited.wallet.type(GOOD_CARD);
  await visited.pay.click();
  await expect(new ChallengeBox(page).code).toBeVisible(slow);
  return visited;
}

test("the README's shop refunds what PayPal takes while the bank still asks", { tag: '@prove' }, async ({
  page,
  context,
  address,
  stack,
}) => {
  const before = await transactionsOfOrder(stack);
  const first = await payByCard(page, address);
  const other = await context.newPage();
  const second = await visit(other, address);
  await second.choose('PayPal');
  await payAtProvider(other, () => second.pay.click());
  await expect(second.told).toHaveText(PAID, slow);
  await page.bringToFront();
  await new ChallengeBox(page).answer('1234');
  await expect(first.told).toHaveText(PAID, slow);
  const made = (await transactionsOfOrder(stack)).slice(0, -before.length || undefined);
  expect(made.map(({ method, amount, status }) => [method, amount, status])).toEqual([
    ['REFUND', 10, 'SUCCESS'],
    ['SALE_3DS', 10, 'SUCCESS'],
    ['SALE', 10, 'SUCCESS'],
  ]);
});

test("the README's shop starts no second payment while the bank asks about the first", {
  tag: '@prove',
}, async ({ page, context, address }) => {
  const first = await payByCard(page, address);
  const other = await context.newPage();
  const second = await visit(other, address);
  await second.wallet.type(GOOD_CARD);
  await second.pay.click();
  await expect(second.told).toContainText(ASKING);
  await new ChallengeBox(page).answer('1234');
  await expect(first.told).toHaveText(PAID);
});

for (const lost of LOSSES) {
  test(`the README's shop pays once where the first billing's ${lost} was lost`, { tag: '@prove' }, async ({
    page,
    open,
    stack,
  }) => {
    const proxy = await startLossyProxy(stack.serviceUrl, lost);
    const address = await open({ serviceUrl: proxy.serviceUrl });
    const before = await transactionsOfOrder(stack);
    const { wallet, pay, told } = await visit(page, address);
    await wallet.type(GOOD_CARD);
    proxy.lose(true);
    await pay.click();
    await expect(told).toHaveText(CHECKING, slow);
    await expect(pay).toBeDisabled();
    proxy.lose(false);
    await expect(told).toContainText(ASKING, slow);
    await new ChallengeBox(page).answer('1234');
    await expect(told).toHaveText(PAID);
    expect(await transactionsOfOrder(stack)).toHaveLength(before.length + 1);
    proxy.close();
  });
}

test("the README's shop with the button of docs/integrate.md ends a challenge that nobody answers, and takes the next", {
  tag: '@prove',
}, async ({ page, browser, open }) => {
  const [route = '', check = '', button = ''] = ["routes['/give-up']", 'if (givenUp.has', 'Start over'].map(
    (mark) => printed('docs/integrate.md', { mark }),
  );
  const address = await open({
    change: ({ shop, page }) => ({
      shop: shop
        .replace(/^async function outcome.*\n/m, (line) => line + check)
        .replace(/^createServer\(/m, (line) => `${route}\n${line}`),
      page: page.replace(/<\/script>\s*$/, (end) => `${button}${end}`),
    }),
  });
  await payByCard(page, address);
  const other = await (await browser.newContext()).newPage();
  const second = await visit(other, address);
  await second.wallet.type(GOOD_CARD);
  await second.pay.click();
  await expect(second.told).toContainText(ASKING);
  await other.getByRole('button', { name: 'Start over' }).click();
  await expect(second.told).toHaveText(NOT_CHARGED);
  await expect(new ChallengeBox(page).code).toHaveCount(0, slow);
  await second.pay.click();
  await new ChallengeBox(other).answer('1234');
  await expect(second.told).toHaveText(PAID);
  await other.context().close();
});

for (const undo of ['refund', 'void'] as const) {
  test(`S65: the README's shop does not count a payment undone by ${undo}, and takes the next`, async ({
    address,
    stack,
  }) => {
    const { service, sell, lookUp, pay } = outsideShop(stack, address);
    const transactionID = await sell();
    await service[undo]({ transactionID, ...wholeAmount });
    expect(await lookUp(transactionID)).toBe('failed');
    expect(await pay()).toBe('pending');
  });
}

test("S65: the README's shop stays paid by the first where it has refunded the second", async ({
  address,
  stack,
}) => {
  const { service, sell, lookUp, pay } = outsideShop(stack, address);
  const [first, second] = [await sell(), await sell()];
  for (const one of [first, second, second, first]) expect(await lookUp(one)).toBe('paid');
  expect((await service.lookup(first))?.sandbox.refunded).toBe('0.00');
  expect((await service.lookup(second))?.sandbox.refunded).toBe('10.00');
  expect(await pay()).toBe('paid');
});

test("S66: a payment of a cent for its order does not block the README's shop", async ({
  address,
  stack,
}) => {
  const { sell, lookUp, pay } = outsideShop(stack, address);
  expect(await lookUp(await sell({ amount: '0.01' }))).toBe('unknown');
  expect(await pay()).toBe('pending');
});
