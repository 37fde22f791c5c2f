import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openStartCount } from '../../payments/instant/count-start.ts';
import { walletCaller } from '../../shoppers/sessions/wallet-caller.ts';
import { payments } from '../../tables/payments.ts';
import { openTestApp } from '../../test-kit/test-app.ts';
import { comingFrom, readJson } from '../../test-kit/test-client.ts';
import { openTestShop, type TestShop } from '../../test-kit/test-shop.ts';
import { openRequestLimits } from './request-limits.ts';

type Wallet = Awaited<ReturnType<TestShop['openWallet']>>;

const HOUR = 3_600;
const INSTANT = '/wallet/api/v1/instant';

let shop: TestShop;
let app: ReturnType<typeof openTestApp>;
let serial = 0;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(() => {
  // Limits of seconds are by the machine's time, which the tests let pass.
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  openProcess();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A process on the same store. */
function openProcess() {
  app = openTestApp({ ...shop.context, limits: { requests: openRequestLimits() } });
}

async function openGuests(count: number): Promise<Wallet[]> {
  return Promise.all(Array.from({ length: count }, () => shop.openWallet('guest')));
}

function start({ authorization }: Wallet, address: string, more: Record<string, string> = {}) {
  serial += 1;
  const form = {
    attempt: `attempt-${serial}`,
    merchant_id: '1001',
    method: 'paypal',
    opens: 'window',
    currency: 'EUR',
    amount: '48.50',
    ...more,
  };
  const request = { method: 'POST', body: new URLSearchParams(form), headers: authorization };
  return app.request(INSTANT, request, comingFrom(address));
}

/** How many of `count` starts are let through, of these wallets in turn, from these addresses in turn. */
async function countStarted(count: number, wallets: readonly Wallet[], addresses: readonly string[]) {
  let startCount = 0;
  for (let turn = 0; turn < count; turn += 1) {
    const wallet = wallets[turn % wallets.length];
    const address = addresses[turn % addresses.length];
    if (!wallet || !address) throw new Error('nobody starts');
    const { status } = await start(wallet, address);
    expect([200, 429]).toContain(status);
    if (status === 200) startCount += 1;
  }
  return startCount;
}

const rows = () => shop.context.db.$count(payments);

test('S73: 16 guests of one address start 120 payments at providers an hour, also after a restart', async () => {
  const guests = await openGuests(16);
  const before = await rows();
  expect(await countStarted(160, guests, ['192.0.2.1'])).toBe(120);
  openProcess();
  expect(await countStarted(32, await openGuests(16), ['192.0.2.1'])).toBe(0);
  expect((await rows()) - before).toBe(120);
  const neighbour = await shop.openWallet('guest');
  expect((await start(neighbour, '192.0.2.2')).status).toBe(200);
});

test('S73: who is over its quota reads what it has begun, may ask again for that, and starts again an hour later', async () => {
  const guest = await shop.openWallet('guest');
  const again = { attempt: 'attempt-again' };
  expect((await start(guest, '192.0.2.9', again)).status).toBe(200);
  expect(await countStarted(130, await openGuests(16), ['192.0.2.9'])).toBe(119);
  const refused = await start(guest, '192.0.2.9');
  expect(refused.status).toBe(429);
  expect(refused.headers.get('RateLimit-Policy')).toContain('"address-starts";q=120;w=3600');
  // What was counted in ten minutes ends together.
  expect(Number(refused.headers.get('Retry-After'))).toBe(HOUR + 600);
  expect((await start(guest, '192.0.2.9', again)).status).toBe(200);
  const own = { headers: guest.authorization };
  expect((await app.request(`${INSTANT}/attempt-again`, own)).status).toBe(200);
  expect((await start(await shop.openWallet('user'), '192.0.2.9')).status).toBe(200);
  shop.advance(HOUR + 599);
  expect((await start(guest, '192.0.2.9')).status).toBe(401);
  const later = await shop.openWallet('guest');
  expect((await start(later, '192.0.2.9')).status).toBe(429);
  shop.advance(1);
  expect((await start(later, '192.0.2.9')).status).toBe(200);
});

test('S73: a burst of starts gets no further', async () => {
  const guests = await openGuests(4);
  const burst = Array.from({ length: 160 }, (_, turn) => {
    const guest = guests[turn % guests.length];
    if (!guest) throw new Error('no guest');
    return start(guest, '198.51.100.1');
  });
  const statuses = (await Promise.all(burst)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(120);
});

/** The counting of a guest's start alone, without the payment that it begins. */
async function openCounting() {
  const context = { ...shop.context, limits: { requests: openRequestLimits() } };
  const guest = await shop.openWallet('guest');
  const caller = await walletCaller(context, guest.authorization['Authorization'] ?? '');
  const open = (address: string) =>
    openStartCount(context, { caller, address, isStarted: async () => false });
  const count = (counting: Awaited<ReturnType<typeof open>>) =>
    context.db.transaction((db) => counting({ ...context, db }));
  const countAll = async (times: number, addresses: readonly string[]) => {
    let counted = 0;
    for (let turn = 0; turn < times; turn += 1) {
      const counting = await open(addresses[turn % addresses.length] ?? '').catch(unlessLimited);
      if (!counting) continue;
      await count(counting);
      counted += 1;
    }
    return counted;
  };
  return { open, count, countAll };
}

function unlessLimited(error: unknown): undefined {
  expect(error).toMatchObject({ code: 'rate_limited' });
}

test('S73: of two starts that find one place left one is undone', async () => {
  const { open, count, countAll } = await openCounting();
  const address = '192.0.2.55';
  expect(await countAll(119, [address])).toBe(119);
  const [one, other] = [await open(address), await open(address)];
  await count(one);
  await expect(count(other)).rejects.toMatchObject({ code: 'rate_limited' });
  await expect(open(address)).rejects.toMatchObject({ code: 'rate_limited' });
});

test('S73: the addresses of an IPv4 /24 together start 600 an hour', async () => {
  const { countAll } = await openCounting();
  const addresses = Array.from({ length: 10 }, (_, host) => `203.0.113.${host}`);
  expect(await countAll(650, addresses)).toBe(600);
  expect(await countAll(1, ['203.0.114.1'])).toBe(1);
});

test('S73: a line of IPv6 starts 600 an hour by its /56, and 1,800 by its /48', {
  tags: 'prove',
  timeout: 300_000,
}, async () => {
  const { countAll } = await openCounting();
  const ofOneLine = Array.from({ length: 256 }, (_, part) => `2001:db8:1:${part.toString(16)}::1`);
  expect(await countAll(650, ofOneLine)).toBe(600);
  const ofOneSite = Array.from({ length: 255 }, (_, part) => `2001:db8:1:${(part + 1).toString(16)}00::1`);
  expect(await countAll(1_250, ofOneSite)).toBe(1_200);
  expect(await countAll(1, ['2001:db8:2::1'])).toBe(1);
});

test('S73: a page’s metadata has 2,048 bytes at most, a backend’s as many as before', async () => {
  const guest = await shop.openWallet('guest');
  const wordy = (bytes: number) => {
    const keys = Array.from({ length: 20 }, (_, index) => [`k${index}`, 'x'.repeat(90)]);
    const text = JSON.stringify(Object.fromEntries(keys));
    return JSON.stringify({ ...Object.fromEntries(keys), rest: 'x'.repeat(bytes - text.length - 10) });
  };
  expect(wordy(2_048)).toHaveLength(2_048);
  expect((await start(guest, '192.0.2.77', { metadata: wordy(2_048) })).status).toBe(200);
  const refused = await start(guest, '192.0.2.77', { metadata: wordy(2_049) });
  expect(refused.status).toBe(400);
  expect((await readJson(refused)).error).toMatchObject({
    code: 'json_parameter_invalid',
    param: 'metadata',
    message: expect.stringContaining('2048 bytes'),
  });
  const sale = { method: 'SALE', amount: '10.00', currency: 'EUR', merchant_id: '1001' };
  const form = { ...sale, ccToken: 'tok_sandbox_4242424242424242', metadata: wordy(2_300) };
  expect((await shop.post('/wallet/api/v1/billing', form)).status).toBe(200);
});
