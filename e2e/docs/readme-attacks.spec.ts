import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { expect } from '@playwright/test';
import { asJson, outsideShop, transactionsOfOrder } from '../support/fixtures/readme-order.ts';
import { PAID, test, visit } from '../support/fixtures/readme-shop.ts';
import { ChallengeBox } from '../support/pages/challenge-box.ts';
import { openSheet, slow } from '../support/pages/provider-sheet.ts';
import { GOOD_CARD } from '../support/pages/wallet-frame.ts';

/** What a shopper, or a page of another site, tries on the README's shop. */

test.setTimeout(120_000);

test("S71: the README's shop gives back what PayPal takes after the card has paid, though no page tells it, and names it", async ({
  page,
  context,
  open,
  stack,
}) => {
  let told = '';
  const address = await open({ hears: (text) => (told += text) });
  const before = await transactionsOfOrder(stack);
  // As where the shopper's line breaks, or the tab is gone.
  await page.route('**/lookup', (route) => route.abort());
  const first = await visit(page, address);
  await first.choose('PayPal');
  const sheet = await openSheet(page, () => first.pay.click());
  const other = await context.newPage();
  const second = await visit(other, address);
  await second.wallet.type(GOOD_CARD);
  await second.pay.click();
  await new ChallengeBox(other).answer('1234');
  await expect(second.told).toHaveText(PAID, slow);
  await sheet.agree.click();
  const made = async () => (await transactionsOfOrder(stack)).slice(0, -before.length || undefined);
  const methods = async () => (await made()).map(({ method }) => method);
  await expect.poll(methods, slow).toEqual(['REFUND', 'SALE', 'SALE_3DS']);
  const [, late] = await made();
  await expect.poll(() => told).toContain(`${late?.transaction_id}`);
});

test("S71: the README's shop is not paid by what another merchant took for an order of that name", async ({
  address,
  stack,
}) => {
  const { service, sell, lookUp, pay } = outsideShop(stack, address);
  const transactionID = await sell({ merchant_id: 1002 });
  await lookUp(transactionID);
  expect(await (await fetch(address)).text()).not.toBe(PAID);
  await pay();
  // Nor is it given back: it is that merchant's.
  expect((await service.lookup(transactionID))?.sandbox.refunded).toBe('0.00');
});

test("S72: a page of another site starts nothing in the README's shop", async ({ page, address, stack }) => {
  const before = await transactionsOfOrder(stack);
  const stranger = createServer((_, answer) => answer.end('<!doctype html>')).listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  await page.goto(`http://127.0.0.1:${Object(stranger.address()).port}/`);
  const isSent = await page.evaluate(
    async ({ url, body }) => {
      const json = { 'Content-Type': 'application/json' };
      const mixed = { 'Content-Type': 'text/plain; x=application/json' };
      const tries: RequestInit[] = [
        { mode: 'no-cors', body },
        { mode: 'no-cors', body, headers: json },
        { mode: 'no-cors', body, headers: mixed },
        { mode: 'no-cors', body: new Blob([body]) },
        { mode: 'cors', body, headers: json },
      ];
      const sent = tries.map((init) => fetch(url, { method: 'POST', ...init }));
      return (await Promise.allSettled(sent)).map(({ status }) => status === 'fulfilled');
    },
    { url: `${address}pay`, body: JSON.stringify({ cc_token: 'tok_sandbox_4242424242424242' }) },
  );
  stranger.close();
  // The control: the shop was asked, but for what the browser asks about first.
  expect(isSent).toEqual([true, true, true, true, false]);
  expect(await transactionsOfOrder(stack)).toHaveLength(before.length);
  const form = { method: 'POST', body: '{}' };
  expect((await fetch(`${address}session`, form)).status).toBe(415);
  expect((await fetch(`${address}session`, asJson({}))).status).toBe(200);
});

/** What a body is answered with that begins and never ends. */
function answerTo(url: string, length: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json', ...length };
    const sent = request(url, { method: 'POST', headers }, (response) => {
      resolve(response.statusCode);
      sent.destroy();
    });
    sent.on('error', reject).write(`{"x":"${'x'.repeat(100_000)}`);
    setTimeout(() => resolve(undefined), 10_000).unref();
  });
}

test("S72: the README's shop refuses a large body, with or without Content-Length", async ({ address }) => {
  const told = { 'Content-Length': '600000000' };
  const untold = { 'Transfer-Encoding': 'chunked' };
  for (const length of [told, untold]) expect(await answerTo(`${address}pay`, length)).toBe(413);
});
