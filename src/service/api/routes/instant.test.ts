import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sweep } from '../../payments/asking/sweep.ts';
import { readJson, refusal } from '../../test-kit/test-client.ts';
import { APPROVED, testProvider } from '../../test-kit/test-provider.ts';
import { openTestShop, type TestShop } from '../../test-kit/test-shop.ts';
import { endWalletSession } from '../../test-kit/test-verbs.ts';

let shop: TestShop;
let provider: ReturnType<typeof testProvider>;
beforeAll(async () => {
  shop = await openTestShop();
  provider = testProvider(shop);
});
afterAll(() => shop.close());

const page = { return_url: 'http://localhost:3000/done?order=7', callback_url: 'http://localhost:3000/told' };

describe('an instant payment', () => {
  test('is a PENDING sale of its provider until the shopper has answered', async () => {
    const wallet = await shop.openWallet('guest');
    const payment = await provider.started(wallet, { ...page, metadata: '{"order":"7"}' });
    expect(payment).toMatchObject({ use: 'instant', status: 'PENDING', method: 'paypal' });
    const record = await shop.record(payment.transaction_id ?? '');
    expect(record).toMatchObject({
      method: 'SALE',
      source: 'paypal',
      amount: 48.5,
      currency: 'EUR',
      status: 'PENDING',
      sandbox: { payment_state: 'PENDING_PROVIDER', authorised: '0.00', captured: '0.00' },
    });
    expect(record.metadata).toContainEqual({ key: 'order', value: '7' });
    expect(await shop.told(record.transaction_id)).toEqual([]);
  });

  test.each([
    ['order-1', /^order-1$/],
    [1042, /^1042$/],
    ['', /^ord_/],
    ['x'.repeat(65), /^ord_/],
    [undefined, /^ord_/],
  ])(
    'whose page names the order %j in its metadata is that order’s, where billing would take it',
    async (order_id, expected) => {
      const metadata = JSON.stringify({ order_id });
      const payment = await provider.started(await shop.openWallet('guest'), { ...page, metadata });
      expect((await shop.record(payment.transaction_id ?? '')).order_id).toMatch(expected);
    },
  );

  test('warns of a card number in an address', async () => {
    const wallet = await shop.openWallet('guest');
    const answer = await provider.start(wallet, { return_url: `${page.return_url}&card=4242424242424242` });
    expect(answer.headers.get('Sandbox-Warning')).toBe("'return_url' holds what looks like a card number");
  });

  test('that the provider approves is a sale, told by callback, and refundable', async () => {
    const wallet = await shop.openWallet('user');
    const payment = await provider.started(wallet, page);
    expect((await provider.end(payment, APPROVED)).status).toBe(200);
    const id = payment.transaction_id ?? '';
    expect(await shop.record(id)).toMatchObject({
      status: 'SUCCESS',
      source: 'paypal',
      sandbox: { payment_state: 'CAPTURED', captured: '48.50' },
    });
    const told = await shop.told(id);
    expect(told.map(({ notification_details: details }) => details)).toEqual([
      { isSuccess: '1', info: 'SALE_SUCCEEDED' },
    ]);
    expect(await provider.read(wallet)).toMatchObject({ status: 'SUCCESS', transaction_id: id });
    const refunded = await shop.answer({
      method: 'REFUND',
      transactionID: id,
      amount: '8.50',
      currency: 'EUR',
    });
    expect(refunded).toMatchObject({
      transaction: { status: 'OK', source: 'paypal' },
      pm: { issuer_short: 'PL', issuer_full: 'paypal', source: 'paypal', last_4_digits: '4242' },
    });
  });

  test.each([
    [{ kind: 'refused' } as const, 'do_not_honor'],
    [{ kind: 'cancelled' } as const, 'cancelled_by_cardholder'],
    [
      { kind: 'approved', funding: { number: '4000000000009995', expMonth: 1, expYear: 2040 } } as const,
      'insufficient_funds',
    ],
  ])('that ends with %j fails and says why', async (outcome, failure) => {
    const wallet = await shop.openWallet('guest');
    const payment = await provider.started(wallet, page);
    await provider.end(payment, outcome);
    const id = payment.transaction_id ?? '';
    expect(await provider.read(wallet)).toMatchObject({ status: 'FAILURE', failure_code: failure });
    expect(await shop.record(id)).toMatchObject({ status: 'FAILURE', sandbox: { payment_state: 'FAILED' } });
    const [told, ...more] = await shop.told(id);
    expect(more).toEqual([]);
    expect(told?.notification_details).toEqual({ isSuccess: '0', info: 'SALE_FAILED' });
    expect(told?.transaction.metadata).toContainEqual({ key: 'failure_code', value: failure });
  });

  test('is charged once, however often its result is told, and whatever is told after', async () => {
    const wallet = await shop.openWallet('guest');
    const payment = await provider.started(wallet, page);
    const answers = await Promise.all([1, 2, 3].map(() => provider.end(payment, APPROVED)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const late = await provider.end(payment, { kind: 'refused' });
    expect(await late.json()).toEqual({ status: 'OK', outcome: 'SUCCESS' });
    const id = payment.transaction_id ?? '';
    expect(await shop.record(id)).toMatchObject({ sandbox: { captured: '48.50' } });
    expect(await shop.told(id)).toHaveLength(1);
  });

  test('is the same for the same attempt, and refused with another amount', async () => {
    const wallet = await shop.openWallet('guest');
    const [one, other] = await Promise.all([provider.started(wallet, page), provider.started(wallet, page)]);
    expect(other).toEqual(one);
    const changed = provider.start(wallet, { ...page, amount: '1.00' });
    expect(await refusal(changed)).toEqual([422, 'idempotency_key_reused', 'attempt']);
    await provider.end(one, APPROVED);
    expect(await provider.started(wallet, page)).toMatchObject({ status: 'SUCCESS' });
  });

  test('ends by itself after a quarter of an hour, whoever asks first', async () => {
    const wallet = await shop.openWallet('user');
    const payment = await provider.started(wallet, page);
    shop.advance(14 * 60);
    await sweep(shop.context);
    expect(await provider.read(wallet)).toMatchObject({ status: 'PENDING' });
    shop.advance(61);
    expect(await shop.record(payment.transaction_id ?? '')).toMatchObject({ status: 'FAILURE' });
    expect(await provider.read(wallet)).toMatchObject({ status: 'FAILURE', failure_code: 'timeout' });
    await provider.end(payment, APPROVED);
    expect(await shop.record(payment.transaction_id ?? '')).toMatchObject({ sandbox: { captured: '0.00' } });
  });

  test('that is started again once its time is over has ended, whatever no sweeper has done yet', async () => {
    const wallet = await shop.openWallet('user');
    await provider.started(wallet, page);
    shop.advance(15 * 60);
    const again = await provider.started(wallet, page);
    expect(again).toMatchObject({ status: 'FAILURE', failure_code: 'timeout' });
    expect(again.provider_url).toBeUndefined();
  });

  test.each([
    ['a guest', 'guest', 'openTab'],
    ['a user', 'user', 'openTab'],
    ['a user whose page came with another refresh token', 'user', 'load'],
  ] as const)('that %s leaves for another one ends, unless it was approved before', async (_, who, how) => {
    const wallet = await shop.openWallet(who);
    const page = await wallet[how]();
    const first = await provider.started(wallet, { attempt: 'attempt-first' });
    const second = await provider.started(page, { attempt: 'attempt-second' });
    await provider.end(first, APPROVED);
    expect(await provider.read(wallet, 'attempt-first')).toMatchObject({
      status: 'FAILURE',
      failure_code: 'cancelled_by_cardholder',
    });
    await provider.end(second, APPROVED);
    expect(await provider.cancel(page, 'attempt-second')).toMatchObject({ status: 'SUCCESS' });
    expect(await shop.record(first.transaction_id ?? '')).toMatchObject({ sandbox: { captured: '0.00' } });
  });

  test('is the only one open of a user, however many pages start one at once', async () => {
    const wallet = await shop.openWallet('user');
    const pages = [wallet, await wallet.load(), await wallet.load(), await wallet.openTab()];
    const attempts = pages.map((_, index) => `attempt-page-${index}`);
    await Promise.all(pages.map((page, index) => provider.started(page, { attempt: attempts[index] ?? '' })));
    const read = await Promise.all(attempts.map((attempt) => provider.read(wallet, attempt)));
    expect(read.filter(({ status }) => status === 'PENDING')).toHaveLength(1);
  });

  test("of one guest ends with no other guest's", async () => {
    const guest = await shop.openWallet('guest');
    await provider.started(guest);
    await provider.started(await guest.load());
    expect(await provider.read(guest)).toMatchObject({ status: 'PENDING' });
  });

  test('can be neither charged, refunded nor voided while it is open', async () => {
    const wallet = await shop.openWallet('guest');
    const { transaction_id: transactionID = '' } = await provider.started(wallet);
    const money = { transactionID, amount: '48.50', currency: 'EUR' };
    for (const [method, code] of [
      ['CHARGE', 'transaction_not_capturable'],
      ['REFUND', 'transaction_not_refundable'],
      ['VOID', 'transaction_not_voidable'],
    ] as const) {
      const answer = shop.post('/wallet/api/v1/billing', { method, ...money });
      expect(await refusal(answer)).toEqual([409, code, 'transactionID']);
    }
  });

  test('whose amount is answered later ends later', async () => {
    const wallet = await shop.openWallet('guest');
    const payment = await provider.started(wallet, { ...page, amount: '3002' });
    await provider.end(payment, APPROVED);
    expect(await provider.read(wallet)).toMatchObject({ status: 'PENDING' });
    shop.advance(3);
    expect(await provider.read(wallet)).toMatchObject({ status: 'SUCCESS' });
    expect(await shop.told(payment.transaction_id ?? '')).toHaveLength(1);
  });
});

describe('an alternative payment', () => {
  test('hands over a method that bills like a card', async () => {
    const wallet = await shop.openWallet('guest');
    const payment = await provider.started(wallet, { method: 'googlepay' });
    expect(payment).toMatchObject({ use: 'alternative', status: 'PENDING' });
    expect(payment.transaction_id).toBeUndefined();
    await provider.end(payment, APPROVED);
    const { payment_method: method } = await provider.read(wallet);
    expect(method).toMatchObject({
      type: 'alternative',
      credit_type: 'GP',
      name: 'Google Pay',
      source: 'googlepay',
      last_4_digits: 4242,
      exp_month: '12',
      exp_year4: '2040',
    });
    const money = { amount: '10.00', currency: 'EUR', merchant_id: '1001' };
    const authorised = await shop.answer({ method: 'AUTH', ccToken: JSON.stringify(method), ...money });
    expect(authorised).toMatchObject({
      transaction: { status: 'OK', source: 'googlepay' },
      pm: { issuer_short: 'GP', is_single_use: 1 },
    });
    const transactionID = authorised.transaction.transactionID;
    const follow = { transactionID, amount: '4.00', currency: 'EUR' };
    await shop.bill({ method: 'CHARGE', ...follow });
    await shop.bill({ method: 'REFUND', ...follow });
    await shop.bill({ method: 'VOID', transactionID });
    expect(await shop.record(transactionID)).toMatchObject({
      sandbox: { payment_state: 'REFUNDED', captured: '4.00', refunded: '4.00', remaining: '0.00' },
    });
  });

  test('asks the bank in the 3DS flow, with the fingerprint of its wallet session', async () => {
    const wallet = await shop.openWallet('guest');
    const start = { method: 'googlepay', amount: '10.00', currency: 'GBP' };
    await provider.end(await provider.started(wallet, start), APPROVED);
    const { payment_method: method, ip } = await provider.read(wallet);
    expect(ip).toEqual(expect.any(String));
    const browser = { ip, screenHeight: 900, timezoneOffset: 0, browserAgent: 'Browser of the test' };
    const bill = (walletSdkSessionId: string) => {
      const ccToken = JSON.stringify({ ...method, fingerprint: { walletSdkSessionId, ...browser } });
      const money = { amount: '10.00', currency: 'GBP', merchant_id: '1001' };
      return shop.post('/wallet/api/v1/billing', { method: 'SALE_3DS', ccToken, ...money });
    };
    expect(await refusal(bill('another'))).toEqual([400, 'parameter_conflict', 'fingerprint']);
    const answer = await readJson(await bill(wallet.walletSession));
    expect(answer.transaction).toMatchObject({ awaiting_confirmation: 1, source: 'googlepay' });
  });

  test('is kept for a user who asks, once a billing succeeded', async () => {
    const wallet = await shop.openWallet('user');
    const start = { method: 'applepay', saveForLater: '1' };
    await provider.end(await provider.started(wallet, start), APPROVED);
    const listed = async () =>
      (await readJson(await shop.get('/wallet/api/v1/methods', wallet.authorization))).methods;
    expect(await listed()).toEqual([]);
    const { payment_method: method } = await provider.read(wallet);
    const money = { amount: '10.00', currency: 'EUR', merchant_id: '1001' };
    await shop.bill({ method: 'SALE', ccToken: method?.cc_token ?? '', ...money });
    expect(await listed()).toMatchObject([{ brand: 'AP', last4: '4242', isDefault: true }]);
    const [{ id }] = await listed();
    const alias = { method: String(id), merchant_id: '1003' };
    const handOver = () => shop.post('/wallet/api/v1/aliases', alias, wallet.authorization);
    const { paymentMethod } = await readJson(await handOver());
    expect(paymentMethod).toMatchObject({ type: 'alternative', credit_type: 'AP' });
    // Not where a merchant does not offer it, by whomever it was handed over.
    await shop.set(1003, { alternativeMethods: [], instantMethods: [] });
    expect(await refusal(handOver())).toEqual([403, 'method_not_enabled', 'method']);
    const sale = { ...money, method: 'SALE', ccToken: paymentMethod.cc_token, merchant_id: '1003' };
    const billing = shop.post('/wallet/api/v1/billing', sale);
    expect(await refusal(billing)).toEqual([403, 'method_not_enabled', 'ccToken']);
    await shop.set(1003, {});
  });

  test('that its wallet left before the approval is handed over to another of the same refresh token', async () => {
    const wallet = await shop.openWallet('user');
    const payment = await provider.started(wallet, { method: 'googlepay' });
    await endWalletSession(shop.context, wallet.walletSession);
    expect((await provider.end(payment, APPROVED)).status).toBe(200);
    expect(await provider.read(await wallet.openTab())).toMatchObject({
      status: 'SUCCESS',
      payment_method: { source: 'googlepay' },
    });
  });

  test('that nobody approves in time hands over nothing', async () => {
    const wallet = await shop.openWallet('user');
    const payment = await provider.started(wallet, { method: 'googlepay' });
    shop.advance(15 * 60 + 10);
    await provider.end(payment, APPROVED);
    const read = await provider.read(wallet);
    expect(read).toMatchObject({ status: 'FAILURE', failure_code: 'timeout' });
    expect(read.payment_method).toBeUndefined();
  });
});

const TOLD = ['http://127.0.0.1:5001/told', 'http://127.0.0.1:5002/told'] as const;

describe('a merchant that has registered where it is told', () => {
  /** Where a payment's end is told, whatever its page named. */
  async function toldOf(callback_url?: string) {
    await shop.set(1001, { notificationUrls: [...TOLD] });
    const wallet = await shop.openWallet('guest');
    const named = { metadata: '{}', ...(callback_url !== undefined && { callback_url }) };
    const payment = await provider.started(wallet, { method: 'paypal', ...named });
    const { metadata } = await shop.record(payment.transaction_id ?? '');
    return metadata.find(({ key }: { key: string }) => key === 'callback_url')?.value;
  }
  afterEach(() => shop.set(1001, { notificationUrls: [] }));

  test('S42: is told at its first address, though the page names none', async () => {
    expect(await toldOf()).toBe(TOLD[0]);
  });

  test('S42: is told at the one the page chose of them', async () => {
    expect(await toldOf(TOLD[1])).toBe(TOLD[1]);
  });

  test.each([
    'http://localhost:3000/api/callbacks',
    'http://localhost:3000/elsewhere',
    `${TOLD[0]}/below`,
    `${TOLD[0]}?to=another`,
  ])('S42: is told at no other that the page names: %s', async (url) => {
    await shop.set(1001, { notificationUrls: [...TOLD] });
    const answer = provider.start(await shop.openWallet('guest'), { method: 'paypal', callback_url: url });
    expect(await refusal(answer)).toEqual([400, 'callback_url_forbidden', 'callback_url']);
  });
});

test.each(['sandbox_result', 'sandbox_callback', 'sandbox_delay_ms', 'sandbox_3ds', 'sandbox_of_later'])(
  'S43: a page, which anybody may have written, steers nothing by %s',
  async (key) => {
    const values: Record<string, string> = {
      sandbox_callback: 'drop:10',
      sandbox_delay_ms: '10',
      sandbox_3ds: 'auto:Y',
    };
    const metadata = JSON.stringify({ order_id: 'order-1', [key]: values[key] ?? '05' });
    const answer = provider.start(await shop.openWallet('guest'), { method: 'paypal', metadata });
    const [status, code, param] = await refusal(answer);
    expect([status, code, param]).toEqual([400, 'json_parameter_invalid', `metadata#/${key}`]);
  },
);

describe('POST instant refuses', () => {
  test.each([
    [{ merchant_id: '1003', method: 'applepay' }, [403, 'method_not_enabled', 'method']],
    [{ amount: '0' }, [400, 'amount_too_small', 'amount']],
    [{ amount: '1,00' }, [400, 'amount_invalid', 'amount']],
    [{ currency: 'JPY' }, [400, 'currency_unsupported', 'currency']],
    [{ opens: 'redirect' }, [400, 'parameter_missing', 'return_url']],
    [{ amount: '3000' }, [503, 'processor_unavailable']],
    [{ metadata: '{"moto":"phone"}' }, [400, 'moto_value_invalid', 'metadata#/moto']],
  ])('%j with %j', async (values, expected) => {
    await shop.set(1003, { alternativeMethods: [] });
    const wallet = await shop.openWallet('guest');
    expect(await refusal(provider.start(wallet, values))).toEqual(expected);
  });

  test.each([
    '//evil.example',
    '//localhost:3000',
    'https:evil.example',
    'https:/evil.example',
    'javascript:alert(1)',
    '\\\\evil.example',
    'http:\\\\localhost:3000',
    'http://localhost:3000\\@evil.example',
    'data:text/html,x',
    'http://localhost:3000@evil.example/',
    'http://user:pass@localhost:3000/',
    'http://evil.example',
    'http://localhost.evil.example:3000/',
    'http://lоcalhost:3000/',
    'http://xn--lcalhost-7of:3000/',
    'http://localhost:3000evil.example/',
    ' http://localhost:3000/',
    'http://localhost:3000/\n',
    '/orders',
    'http://127.0.0.1.nip.io/',
    'ftp://localhost:3000/',
    'http:///localhost:3000/',
    'HTTP://[::1]:3000/',
    'https://localhost:3000/',
  ])("return_url '%s' with return_url_forbidden", async (url) => {
    const wallet = await shop.openWallet('guest');
    const answer = provider.start(wallet, { return_url: url });
    expect(await refusal(answer)).toEqual([400, 'return_url_forbidden', 'return_url']);
  });

  test.each([
    'https://evil.example/told',
    'http://localhost.evil.example:3000/',
    'http://127.0.0.1.nip.io/',
    'http://lоcalhost:3000/',
    'http://10.0.0.7/',
    'http://[::ffff:10.0.0.7]/',
    'https://localhost:3000/',
  ])("callback_url '%s' with callback_url_forbidden", async (url) => {
    const wallet = await shop.openWallet('guest');
    const answer = provider.start(wallet, { callback_url: url });
    expect(await refusal(answer)).toEqual([400, 'callback_url_forbidden', 'callback_url']);
  });

  test.each([
    '//evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '/told',
    'ftp://localhost:3000/',
    'http://user:pass@localhost:3000/',
    'http://localhost:3000@evil.example/',
    'http://localhost:3000/told#',
    'http://localhost:3000/told?order=#5',
  ])("callback_url '%s' with callback_url_invalid", async (url) => {
    const wallet = await shop.openWallet('guest');
    const answer = provider.start(wallet, { callback_url: url });
    expect(await refusal(answer)).toEqual([400, 'callback_url_invalid', 'callback_url']);
  });

  test('plain http where the shop is no loopback, whatever is registered', async () => {
    const other = await shop.otherShop(2001);
    const wallet = await other.openWallet('guest');
    const start = (url: string) => provider.start(wallet, { merchant_id: '2001', return_url: url });
    expect((await start('https://shop.example/done')).status).toBe(200);
    expect(await refusal(start('http://shop.example/done'))).toEqual([
      400,
      'return_url_forbidden',
      'return_url',
    ]);
  });

  test("another shopper's attempt with not_found", async () => {
    await provider.started(await shop.openWallet('guest'));
    const stranger = await shop.openWallet('guest');
    const read = shop.get('/wallet/api/v1/instant/attempt-0001', stranger.authorization);
    expect(await refusal(read)).toEqual([404, 'not_found', 'attempt']);
  });
});
