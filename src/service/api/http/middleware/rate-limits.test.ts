import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { passesLuhn } from '../../../../contract/cards/card-number.ts';
import { openRequestLimits } from '../../../base/limits/request-limits.ts';
import { cardAttempts } from '../../../tables/cards.ts';
import { payments } from '../../../tables/payments.ts';
import { openTestApp } from '../../../test-kit/test-app.ts';
import { readJson } from '../../../test-kit/test-client.ts';
import { boundTo, seal } from '../../../test-kit/test-sealing.ts';
import { openTestShop, type TestShop } from '../../../test-kit/test-shop.ts';
import { pruneCardAttempts } from '../../../vault/card-attempts.ts';

type Values = Record<string, string>;
type Wallet = Awaited<ReturnType<TestShop['openWallet']>>;

const HOUR = 3600;
const PAYPAL = { merchant_id: '1001', method: 'paypal', opens: 'window', currency: 'EUR', amount: '48.50' };
/** Numbers that pass the check and are none of the test cards. */
let serial = 0;
function freshNumber(): string {
  serial += 1;
  const start = `453201${String(serial).padStart(9, '0')}`;
  return Array.from({ length: 10 }, (_, digit) => `${start}${digit}`).find(passesLuhn) ?? '';
}

let shop: TestShop;
let app: ReturnType<typeof openTestApp>;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(() => start());

/** A process on the same store. */
function start(trustedProxies = 0) {
  const config = { ...shop.context.config, trustedProxies };
  app = openTestApp({ ...shop.context, limits: { requests: openRequestLimits() }, config });
}

function post(path: string, form: Values, { address = '192.0.2.1', ...headers }: Values) {
  const request = { method: 'POST', body: new URLSearchParams(form), headers };
  return app.request(path, request, { incoming: { socket: { remoteAddress: address } } });
}

async function addCard(wallet: Wallet, number: string, headers: Values = {}) {
  const card = await seal(shop.context, {
    number,
    expMonth: '03',
    expYear: '2034',
    securityCode: '987',
    holderName: 'A Shopper',
    bound: boundTo(shop.context, wallet.walletSession),
  });
  return post(
    '/wallet/api/v1/cards',
    { card, saveForLater: '0', merchant_id: '1001' },
    { ...wallet.authorization, ...headers },
  );
}

async function told(answer: Response) {
  const { headers, status } = answer;
  const { error } = await readJson(answer);
  return {
    status,
    code: error?.code,
    retryAfter: headers.get('Retry-After'),
    policy: headers.get('RateLimit-Policy'),
    standing: headers.get('RateLimit'),
  };
}

/** Status of as many requests as wanted, sent at once. */
const statuses = async (count: number, send: () => Response | Promise<Response>) =>
  (await Promise.all(Array.from({ length: count }, send))).map(({ status }) => status);

describe('countRequest', () => {
  // These windows are of the machine's time, which must not pass meanwhile.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const withKey = () =>
    app.request('/wallet/api/v1/transactions/none', { headers: { secretKey: 'sk_sandbox_demo' } });

  test('lets 200 lookups at once through with one secret key and refuses the next', async () => {
    expect(await told(await withKey())).toMatchObject({
      status: 404,
      policy: '"key-lookups";q=200;w=2',
      standing: '"key-lookups";r=199;t=2',
    });
    expect(new Set(await statuses(199, withKey))).toEqual(new Set([404]));
    const refused = await told(await withKey());
    expect(refused).toMatchObject({
      status: 429,
      code: 'rate_limited',
      retryAfter: '2',
      standing: '"key-lookups";r=0;t=2',
    });
    vi.advanceTimersByTime(2000);
    expect((await withKey()).status).toBe(404);
  });

  test('counts a key in the form as one in the header', async () => {
    const form = (headers: Values) => () => post('/wallet/api/v1/billing', {}, headers);
    const inForm = () => post('/wallet/api/v1/billing', { secretKey: 'sk_sandbox_demo' }, {});
    expect(new Set(await statuses(100, form({ secretKey: 'sk_sandbox_demo' })))).toEqual(new Set([400]));
    expect(new Set(await statuses(100, inForm))).toEqual(new Set([400]));
    expect((await inForm()).status).toBe(429);
  });

  test('does not count who has no good key', async () => {
    const stranger = () =>
      app.request('/wallet/api/v1/transactions/none', { headers: { secretKey: 'sk_sandbox_other' } });
    expect(new Set(await statuses(210, stranger))).toEqual(new Set([401]));
  });

  test('S68: lets a wallet session enter 10 cards, and a refresh token send 300 requests a minute, however many wallets it opens', async () => {
    const wallet = await shop.openWallet('user');
    const tabs = [wallet, await wallet.openTab(), await wallet.openTab()];
    const inTabs = (send: (tab: Wallet) => Response | Promise<Response>) => {
      let turn = 0;
      return () => {
        turn += 1;
        return send(tabs[turn % tabs.length] ?? wallet);
      };
    };
    const none = () => post('/wallet/api/v1/cards', {}, wallet.authorization);
    expect(new Set(await statuses(10, none))).toEqual(new Set([400]));
    const refused = await told(await addCard(wallet, '4242424242424242'));
    expect(refused).toMatchObject({
      status: 429,
      code: 'rate_limited',
      policy: '"refresh-token";q=300;w=60, "card-entry";q=10;w=60',
    });
    expect(refused.standing).toBe('"refresh-token";r=289;t=60, "card-entry";r=0;t=60');
    const methods = inTabs((tab) => app.request('/wallet/api/v1/methods', { headers: tab.authorization }));
    const others = [...(await statuses(200, methods)), ...(await statuses(90, methods))];
    expect(others.filter((status) => status === 429)).toHaveLength(1);
    const other = await shop.openWallet('user');
    expect((await app.request('/wallet/api/v1/methods', { headers: other.authorization })).status).toBe(200);
  });

  const startsSixty = async (shopper: 'guest' | 'user') => {
    const wallet = await shop.openWallet(shopper);
    // A user's other refresh token; a guest's is another guest.
    const wallets = [wallet, await wallet.openTab(), ...(shopper === 'user' ? [await wallet.load()] : [])];
    const start = async (count: number) => {
      const { authorization } = wallets[count % wallets.length] ?? wallet;
      const form = { ...PAYPAL, attempt: `attempt-${count}`, callback_url: 'http://localhost:3000/told' };
      return told(await post('/wallet/api/v1/instant', form, authorization));
    };
    for (let count = 1; count <= 60; count += 1) expect((await start(count)).status).toBe(200);
    const isOwn = eq(payments.userId, wallet.userId);
    const begun = () => shop.context.db.select().from(payments).where(isOwn);
    const before = await begun();
    expect(before).toHaveLength(60);
    for (let count = 61; count <= 80; count += 1) {
      expect(await start(count)).toMatchObject({
        status: 429,
        code: 'rate_limited',
        retryAfter: '60',
        policy: expect.stringContaining('"instant-start";q=60;w=60'),
      });
    }
    expect(await begun()).toEqual(before);
    const other = await shop.openWallet(shopper);
    const form = { ...PAYPAL, attempt: 'attempt-1' };
    expect((await post('/wallet/api/v1/instant', form, other.authorization)).status).toBe(200);
    vi.advanceTimersByTime(60_000);
    expect((await start(81)).status).toBe(200);
  };
  test('S68: lets a guest start 60 payments at providers a minute, in whatever wallet, and then ends and calls back none', () =>
    startsSixty('guest'));
  test(
    'S68: lets a user start 60 payments at providers a minute, in whatever wallet, and then ends and calls back none',
    {
      tags: 'prove',
    },
    () => startsSixty('user'),
  );

  test('lets a refresh token be exchanged 30 times a minute, and pages read the refusal', async () => {
    const grant = await shop.post('/users/api/v1/refresh_token', {});
    const { refreshToken } = await readJson(grant);
    const form = { publishableKey: 'pk_sandbox_demo', refreshToken };
    const exchange = () => post('/wallet/api/v1/token', form, { Origin: 'http://localhost:3000' });
    expect(new Set(await statuses(30, exchange))).toEqual(new Set([200]));
    const refused = await exchange();
    expect(refused.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(await told(refused)).toMatchObject({ status: 429, code: 'rate_limited' });
  });
});

describe('countCardEntry', () => {
  const good = '4242424242424242';
  const enter = async (headers: Values = {}) =>
    told(await addCard(await shop.openWallet('user'), good, headers));

  /** One session after the other, with a number of its own each. */
  const refuseOnce = async (count: number, headers: Values = {}) => {
    for (let each = 0; each < count; each += 1) {
      const answer = await addCard(await shop.openWallet('user'), freshNumber(), headers);
      expect(answer.status).toBe(403);
    }
  };
  const exceeded = (name: string, retryAfter: string) => ({
    status: 429,
    code: 'card_attempts_exceeded',
    retryAfter,
    policy: expect.stringContaining(`"${name}";q=`),
    standing: expect.stringContaining(`"${name}";r=0;`),
  });

  test('S39: refuses all cards of a session for an hour after five refused ones, wherever it goes, also after a restart', async () => {
    const wallet = await shop.openWallet('user');
    const from = (host: number) => ({ address: `198.51.100.${host}` });
    for (let host = 1; host <= 5; host += 1) {
      expect((await addCard(wallet, freshNumber(), from(host))).status).toBe(403);
    }
    start();
    expect(await told(await addCard(wallet, good, from(6)))).toEqual(exceeded('session-refusals', '3600'));
    shop.advance(1);
    expect(await told(await addCard(wallet, good, from(7)))).toMatchObject({
      status: 429,
      retryAfter: '3599',
    });
  });

  test('S39: leaves the neighbours alone of a shopper who typed wrong five times', async () => {
    const headers = { address: '192.0.2.21' };
    const wallet = await shop.openWallet('user');
    for (let count = 0; count < 5; count += 1) {
      expect((await addCard(wallet, freshNumber(), headers)).status).toBe(403);
    }
    expect((await addCard(wallet, good, headers)).status).toBe(429);
    for (let count = 0; count < 3; count += 1) expect((await enter(headers)).status).toBe(200);
  });

  test('S39: slows many sessions of one address, for an hour, and no other address', async () => {
    const headers = { address: '192.0.2.22' };
    await refuseOnce(20, headers);
    start();
    expect(await enter(headers)).toEqual(exceeded('address-refusals', '3600'));
    expect((await enter({ address: '192.0.2.23' })).status).toBe(200);
    shop.advance(HOUR - 1);
    expect(await enter(headers)).toMatchObject({ status: 429, retryAfter: '1' });
    shop.advance(1);
    expect((await enter(headers)).status).toBe(200);
  });

  test('S39: takes one number five times an hour at one account, whoever and wherever, and answers as to a session', async () => {
    const number = freshNumber();
    const tryAt = async (host: number) =>
      told(await addCard(await shop.openWallet('user'), number, { address: `203.0.113.${host}` }));
    for (let host = 1; host <= 5; host += 1) {
      expect(await tryAt(host)).toMatchObject({ status: 403, code: 'test_card_required' });
    }
    start();
    expect(await tryAt(6)).toEqual(exceeded('session-refusals', '3600'));
    shop.advance(HOUR);
    expect(await tryAt(7)).toMatchObject({ status: 403 });
  });

  test('counts refusals of one hour only, and no entry it refuses itself', async () => {
    const headers = { address: '192.0.2.3' };
    await refuseOnce(19, headers);
    shop.advance(HOUR);
    await refuseOnce(19, headers);
    expect((await enter(headers)).status).toBe(200);
    await refuseOnce(1, headers);
    expect((await enter(headers)).status).toBe(429);
    shop.advance(HOUR);
    await refuseOnce(19, headers);
    expect((await enter(headers)).status).toBe(200);
  });

  test('S39: lets no burst of refused cards past the quota, of an address or of a number', async () => {
    const wallets = await Promise.all(Array.from({ length: 30 }, () => shop.openWallet('user')));
    const burst = async (send: (wallet: Wallet, index: number) => Promise<Response>) => {
      const answers = await Promise.all(wallets.map(send));
      return answers.filter(({ status }) => status === 403).length;
    };
    const one = { address: '192.0.2.4' };
    expect(await burst((wallet) => addCard(wallet, freshNumber(), one))).toBe(20);
    const number = freshNumber();
    const spread = (index: number) => ({ address: `198.51.100.${100 + index}` });
    expect(await burst((wallet, index) => addCard(wallet, number, spread(index)))).toBe(5);
  });

  test('takes 100 cards an hour from one address', { tags: 'prove' }, async () => {
    const headers = { address: '192.0.2.5' };
    const wallets = await Promise.all(Array.from({ length: 11 }, () => shop.openWallet('user')));
    for (const wallet of wallets.slice(0, 10)) {
      expect(new Set(await statuses(10, () => addCard(wallet, good, headers)))).toEqual(new Set([200]));
      shop.advance(60);
    }
    const last = wallets[10];
    if (!last) throw new Error('no wallet');
    expect(await told(await addCard(last, good, headers))).toMatchObject({
      status: 429,
      code: 'card_attempts_exceeded',
      retryAfter: String(HOUR - 10 * 60),
      policy: '"refresh-token";q=300;w=60, "card-entry";q=10;w=60, "address-cards";q=100;w=3600',
    });
    shop.advance(HOUR - 10 * 60);
    expect((await enter(headers)).status).toBe(200);
  });

  test('knows callers behind a trusted proxy by what it wrote last, whatever they wrote before', async () => {
    start(1);
    for (let count = 0; count < 20; count += 1) {
      await refuseOnce(1, { 'X-Forwarded-For': `203.0.113.${count}, 198.51.100.7` });
    }
    expect((await enter({ 'X-Forwarded-For': '203.0.113.9, 198.51.100.7' })).status).toBe(429);
    expect((await enter({ 'X-Forwarded-For': '198.51.100.7, 198.51.100.8' })).status).toBe(200);
  });

  test('keeps no address, and nothing for longer than it counts', async () => {
    shop.advance(2 * HOUR);
    await enter({ address: '192.0.2.9' });
    const rows = await shop.context.db.select().from(cardAttempts);
    expect(rows.length).toBeGreaterThan(0);
    for (const { counterKey } of rows) expect(Buffer.from(counterKey)).toHaveLength(32);
    shop.advance(2 * HOUR - 1);
    await pruneCardAttempts(shop.context);
    // One of the address, one of the session.
    expect(await shop.context.db.select().from(cardAttempts)).toHaveLength(2);
    shop.advance(1);
    await pruneCardAttempts(shop.context);
    expect(await shop.context.db.select().from(cardAttempts)).toEqual([]);
  });
});
