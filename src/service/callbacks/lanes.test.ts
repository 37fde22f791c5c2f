import { setTimeout } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { bodyToSend } from '../payments/notify-merchant.ts';
import { sweep } from '../payments/sweep.ts';
import { callbackAttempts, callbackPauses, callbacks } from '../tables/callbacks.ts';
import { copyCallback, openTestWorker, rowsRead } from '../test-kit/test-callbacks.ts';
import { APPROVED, testProvider } from '../test-kit/test-provider.ts';
import { openTestReceiver, type TestReceiver } from '../test-kit/test-receiver.ts';
import { openTestShop, type TestShop } from '../test-kit/test-shop.ts';
import { claimCallbacks } from '../test-kit/test-verbs.ts';
import { prunePauses } from './callback-pauses.ts';
import { type CallbackWorker, startCallbackWorker } from './callback-worker.ts';

const BACKLOG = 3_000;
const WANTED_MS = 2_000;

let shop: TestShop;
let provider: ReturnType<typeof testProvider>;
let receiver: TestReceiver;
let worker: CallbackWorker | undefined;
let sales = 0;

beforeAll(async () => {
  shop = await openTestShop();
  provider = testProvider(shop);
});
beforeEach(async () => {
  const { db } = shop.context;
  await db.delete(callbackAttempts);
  await db.delete(callbacks);
  await db.delete(callbackPauses);
  receiver = await openTestReceiver();
});
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
  await receiver.close();
});
afterAll(() => shop.close());

type Page = { readonly amount?: string; readonly shopper?: 'guest' | 'user' };

/** A payment at a provider, as a page starts it, that tells the merchant's own receiver of its end. */
async function startOnPage({ amount = '48.50', shopper = 'guest' }: Page = {}) {
  const wallet = await shop.openWallet(shopper);
  const payment = await provider.started(wallet, { callback_url: receiver.url, amount });
  return { wallet, payment };
}

/** What a flood of starts and cancels leaves behind: thousands of callbacks that are due. */
async function fillPageLane(count = BACKLOG) {
  const { wallet } = await startOnPage();
  await provider.cancel(wallet);
  const [callback] = await shop.context.db.select({ id: callbacks.id }).from(callbacks);
  const changes = { id: sql`'page' || n`, first_tried_at: sql`original.created_at` };
  await copyCallback(shop, callback?.id ?? '', { count, changes });
  shop.advance(1);
}

/** A SALE with the secret key, told to the same receiver. */
async function sell() {
  sales += 1;
  const sold = await shop.post('/wallet/api/v1/billing', {
    method: 'SALE',
    amount: '10.50',
    currency: 'EUR',
    merchant_id: '1001',
    ccToken: 'tok_sandbox_4242424242424242',
    transactionID: `sale-${sales}`,
    callback_url: receiver.url,
  });
  expect(sold.status).toBe(200);
  shop.advance(1);
}

const received = (info: string) =>
  receiver.received.filter(({ body }) => JSON.parse(body).notification_details.info === info).length;

async function answerSlowly(response: { end(): unknown }) {
  await setTimeout(100);
  response.end();
}

function startWorker() {
  worker = startCallbackWorker(shop.context, { profile: 'sandbox', bodyToSend });
}

test.each([
  ['answers slowly', answerSlowly],
  ['never answers', () => {}],
])(
  'S76: behind 3,000 callbacks of payments that guests cancelled, a SALE’s own is tried within 2 s at a receiver that %s',
  { timeout: 60_000 },
  async (_, answer) => {
    await fillPageLane();
    receiver.answer(answer);
    startWorker();
    await expect.poll(() => received('SALE_FAILED')).toBeGreaterThan(0);
    await sell();
    await expect.poll(() => received('SALE_SUCCEEDED'), { timeout: WANTED_MS }).toBe(1);
  },
);

test('S76: a payment that a page started and a shopper paid is told before those that nobody paid', {
  timeout: 60_000,
}, async () => {
  await fillPageLane();
  receiver.answer(answerSlowly);
  startWorker();
  await expect.poll(() => received('SALE_FAILED')).toBeGreaterThan(0);
  const { payment } = await startOnPage();
  await provider.end(payment, APPROVED);
  shop.advance(1);
  await expect.poll(() => received('SALE_SUCCEEDED'), { timeout: WANTED_MS }).toBe(1);
});

test('S76: a receiver that refuses what guests cancelled is not spared a SALE', async () => {
  await fillPageLane(20);
  receiver.answer((response, { body }) =>
    response.writeHead(body.includes('SALE_FAILED') ? 503 : 200, { 'Retry-After': '3600' }).end(),
  );
  worker = openTestWorker(shop);
  await worker.runDue();
  const refused = received('SALE_FAILED');
  await sell();
  await worker.runDue();
  expect(received('SALE_SUCCEEDED')).toBe(1);
  // What it asked to be spared it is.
  expect(received('SALE_FAILED')).toBe(refused);
});

test('a receiver that refuses a SALE gets nothing for a while, whoever started it', async () => {
  receiver.answerStatus(503, { 'Retry-After': '3600' });
  worker = openTestWorker(shop);
  await sell();
  await worker.runDue();
  expect(received('SALE_SUCCEEDED')).toBe(1);
  await fillPageLane(20);
  await sell();
  await worker.runDue();
  expect(receiver.received).toHaveLength(1);
  await prunePauses(shop.context);
  expect(await shop.context.db.$count(callbackPauses)).toBe(1);
  shop.advance(3_600);
  await prunePauses(shop.context);
  expect(await shop.context.db.$count(callbackPauses)).toBe(0);
});

test.each([
  ['cancelled', 'page', async () => provider.cancel((await startOnPage()).wallet)],
  [
    'cancelled by a known shopper',
    'page',
    async () => provider.cancel((await startOnPage({ shopper: 'user' })).wallet),
  ],
  [
    'refused by the provider',
    'page',
    async () => provider.end((await startOnPage()).payment, { kind: 'refused' }),
  ],
  [
    'approved by the provider and declined later',
    'page',
    async () => {
      await provider.end((await startOnPage({ amount: '3003.00' })).payment, APPROVED);
      shop.advance(60);
    },
  ],
  ['paid', 'backend', async () => provider.end((await startOnPage()).payment, APPROVED)],
])('a page’s payment that is %s is told in the lane of the %s', async (_, lane, run) => {
  await run();
  await sweep(shop.context);
  const [callback] = await shop.context.db.select({ lane: callbacks.lane }).from(callbacks);
  expect(callback).toEqual({ lane });
});

test('S76: a claim reads little of 20,000 callbacks that guests cause, and takes a SALE’s before them', {
  tags: 'prove',
  timeout: 120_000,
}, async () => {
  await fillPageLane(20_000);
  await sell();
  const [sale] = await shop.context.db
    .select({ id: callbacks.id })
    .from(callbacks)
    .where(eq(callbacks.lane, 'backend'));
  expect(
    await rowsRead(shop, async (inside) => {
      const claimed = await claimCallbacks(inside, new Map());
      expect(claimed.map(({ callback }) => callback.id)).toContain(sale?.id);
    }),
  ).toBeLessThan(400);
});
