import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { passesLuhn } from '../../../contract/cards/card-number.ts';
import { openTestApp } from '../../test-kit/test-app.ts';
import { comingFrom } from '../../test-kit/test-client.ts';
import { boundTo, seal } from '../../test-kit/test-sealing.ts';
import { openTestShop, type TestShop } from '../../test-kit/test-shop.ts';
import { openRequestLimits } from './request-limits.ts';

const HOUR = 3_600;
const GOOD = '4242424242424242';

let shop: TestShop;
let app: ReturnType<typeof openTestApp>;
let serial = 0;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(() => {
  openProcess();
  shop.advance(3 * HOUR);
});

/** A process on the same store. */
function openProcess() {
  app = openTestApp({ ...shop.context, limits: { requests: openRequestLimits() } });
}

/** Numbers that pass the check and are none of the test cards. */
function guess(): string {
  serial += 1;
  const begin = `453201${String(serial).padStart(9, '0')}`;
  return Array.from({ length: 10 }, (_, digit) => `${begin}${digit}`).find(passesLuhn) ?? '';
}

/** A card entered in a wallet of its own. */
async function enter(number: string, address: string): Promise<number> {
  const wallet = await shop.openWallet('guest');
  const bound = boundTo(shop.context, wallet.walletSession);
  const expiry = { expMonth: '03', expYear: '2034' };
  const card = await seal(shop.context, {
    number,
    ...expiry,
    securityCode: '987',
    holderName: 'A Shopper',
    bound,
  });
  const body = new URLSearchParams({ card, saveForLater: '0', merchant_id: '1001' });
  const request = { method: 'POST', body, headers: wallet.authorization };
  return (await app.request('/wallet/api/v1/cards', request, comingFrom(address))).status;
}

/** How many of `count` guesses are judged, from these addresses in turn. */
async function countJudged(count: number, addresses: readonly string[]) {
  let judged = 0;
  for (let turn = 0; turn < count; turn += 1) {
    const status = await enter(guess(), addresses[turn % addresses.length] ?? '');
    expect([403, 429]).toContain(status);
    if (status === 403) judged += 1;
  }
  return judged;
}

const hex = (value: number) => value.toString(16);
const many = <Value>(count: number, of: (index: number) => Value) =>
  Array.from({ length: count }, (_, index) => of(index));

test('S75: a card tester who has a whole IPv6 /56 has 60 guesses an hour, also after a restart', async () => {
  const line = many(256, (part) => `2001:db8:5:${hex(0x100 + part)}::1`);
  expect(await countJudged(80, line)).toBe(60);
  openProcess();
  expect(await countJudged(5, line.slice(80))).toBe(0);
  expect(await enter(GOOD, '2001:db8:5:1ff::1')).toBe(429);
  expect(await enter(GOOD, '2001:db8:5:200::1')).toBe(200);
});

test('S75: who has an IPv6 /48 has 180, and the next /48 none the fewer', {
  tags: 'prove',
  timeout: 300_000,
}, async () => {
  const site = many(256, (part) => `2001:db8:6:${hex(part)}00::1`);
  expect(await countJudged(200, site)).toBe(180);
  expect(await enter(GOOD, '2001:db8:6:fe42::1')).toBe(429);
  expect(await enter(GOOD, '2001:db8:7::1')).toBe(200);
});

test('S75: who has an IPv4 /24 has 60, and no burst gets further', async () => {
  const judged = await Promise.all(many(80, (host) => enter(guess(), `198.51.100.${host}`)));
  expect(judged.filter((status) => status === 403)).toHaveLength(60);
  expect(await enter(GOOD, '198.51.100.200')).toBe(429);
  expect(await enter(GOOD, '198.51.101.200')).toBe(200);
});

test('S75: of many networks each has a few guesses once a shop is under attack, and its shoppers pay', {
  tags: 'prove',
  timeout: 180_000,
}, async () => {
  const botnet = many(250, (part) => `10.${part}.0.1`);
  expect(await countJudged(200, botnet)).toBe(200);
  // Each has 20 of its own as long as nobody attacks.
  expect(await countJudged(20, ['10.250.0.1'])).toBe(3);
  expect(
    await countJudged(
      20,
      many(4, (host) => `10.251.0.${host}`),
    ),
  ).toBe(9);
  expect(
    await countJudged(
      20,
      many(10, (part) => `2001:db8:8:${hex(part)}::1`),
    ),
  ).toBe(9);
  expect(
    await countJudged(
      40,
      many(10, (part) => `2001:db8:9:${hex(part)}00::1`),
    ),
  ).toBe(27);
  // Who has mistyped enters the right card; who has not notices nothing.
  expect(await enter(guess(), '203.0.113.1')).toBe(403);
  expect(await enter(GOOD, '203.0.113.1')).toBe(200);
  for (let shopper = 2; shopper < 12; shopper += 1) expect(await enter(GOOD, '203.0.113.1')).toBe(200);
  expect(await enter(GOOD, '2001:db8:a::1')).toBe(200);
  const other = await shop.otherShop(2001);
  expect(other.accountId).not.toBe(shop.accountId);
  shop.advance(2 * HOUR);
  expect(await countJudged(20, ['10.250.0.1'])).toBe(20);
});

test('a card from an address that nobody knows is taken', async () => {
  expect(await enter(GOOD, '')).toBe(200);
});
