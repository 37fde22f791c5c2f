import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  paymentMethod,
  placed,
  type ShopUnderTest,
  sale,
  shopper,
  shopUnderTest,
} from './test-kit/shop-under-test.ts';

let double: ShopUnderTest['double'];
let forStaff: ShopUnderTest['forStaff'];
let openShop: ShopUnderTest['openShop'];
let startShop: ShopUnderTest['startShop'];
let paidAtProvider: ShopUnderTest['paidAtProvider'];
let callbackOf: ShopUnderTest['callbackOf'];
let close: ShopUnderTest['close'];

beforeEach(async () => {
  ({ double, forStaff, openShop, startShop, paidAtProvider, callbackOf, close } = await shopUnderTest());
});
afterEach(() => {
  vi.useRealTimers();
  close();
});

test('orders are billed for what is in the cart, whatever the page says of money', async () => {
  const call = startShop();
  await call('PUT', '/cart', { product: 'coffee', quantity: 2 });
  const { status, body } = await call('POST', '/orders', { ...sale, amount: '0.01', currency: 'XXX' });
  expect({ status, state: body.order.status }).toEqual({ status: 201, state: 'paid' });
  expect(double.state.billed).toEqual([
    {
      method: 'SALE',
      amount: '60.50',
      currency: 'EUR',
      orderID: body.order.id,
      transactionID: body.order.transactionId,
      ccToken: 'cct_1',
      merchant_id: '1001',
      merchantRef: 'demo',
      externalID: shopper,
      callback_url: 'http://localhost:3000/api/callbacks',
    },
  ]);
  expect(double.state.keys).toEqual(['sk_of_the_test', 'sk_of_the_test']);
});

test.each([undefined, 'SALE', 'AUTH'])(
  'S38: a page that names the method %s is billed with 3-D Secure all the same',
  async (mode) => {
    const call = startShop('0');
    await call('POST', '/orders', { mode, method: mode, paymentMethod });
    const [billed] = double.state.billed;
    expect(billed?.['method']).toBe('SALE_3DS');
    expect(JSON.parse(billed?.['ccToken'] ?? '')).toEqual(paymentMethod);
  },
);

test.each([
  ['amount', { amount: 0.01 }],
  ['currency', { currency: 'GBP' }],
  ['order', { order_id: 'another' }],
  ['method', { method: 'AUTH' }],
])('an order is not paid when the lookup shows another %s', async (_what, lie) => {
  const call = startShop();
  double.state.lookupOverrides = lie;
  const { body } = await call('POST', '/orders', sale);
  expect(body.order.status).toBe('disputed');
});

test('an order is not paid while the lookup says pending', async () => {
  const call = startShop();
  double.state.lookupOverrides = { status: 'PENDING' };
  const { status, body } = await call('POST', '/orders', sale);
  expect({ status, awaiting: body.order.awaiting, state: body.order.status }).toEqual({
    status: 202,
    awaiting: 'SALE',
    state: 'unpaid',
  });
  expect((await call('POST', '/orders', sale)).status).toBe(409);
  expect(double.state.billed).toHaveLength(1);
});

test('a declined order says why, stays in the cart and can be paid with another attempt', async () => {
  const call = startShop();
  double.state.declineCode = 'insufficient_funds';
  const { status, body } = await call('POST', '/orders', sale);
  expect(status).toBe(402);
  expect(body.order.refusal).toEqual({
    code: 'insufficient_funds',
    message: 'Declined: insufficient funds on this card. Nothing was charged; use another card.',
  });
  expect((await call('GET', '/cart')).body.amount).toBe('48.50');
  await call('POST', '/orders', sale);
  const [first, second] = double.state.billed;
  expect(second?.['orderID']).toBe(first?.['orderID']);
  expect(second?.['transactionID']).not.toBe(first?.['transactionID']);
});

test('a decline for a stolen card does not say so', async () => {
  const call = startShop();
  double.state.declineCode = 'stolen_card';
  const { body } = await call('POST', '/orders', sale);
  expect(body.order.refusal.message).toMatch(/^Declined: your bank refused this card/);
});

test.each([
  ['the browser’s language', { 'Accept-Language': 'fr, de-AT;q=0.8, en;q=0.5' }, /^Abgelehnt: Die Karte/],
  [
    'the shopper’s choice',
    { Cookie: `shopper=${shopper}; language=ar`, 'Accept-Language': 'de' },
    /^مرفوضة: الرصيد/,
  ],
  ['a language that the shop does not speak', { 'Accept-Language': 'fr' }, /^Declined: insufficient/],
])('a refusal is worded in %s, and again when it is read', async (_what, speaking, words) => {
  double.state.declineCode = 'insufficient_funds';
  const { body } = await startShop('1', speaking)('POST', '/orders', sale);
  expect(body.order.refusal.message).toMatch(words);
  const { body: later } = await startShop()('GET', `/orders/${body.order.id}`);
  expect(later.order.refusal.message).toMatch(/^Declined: insufficient/);
});

test('errors and products are worded in the shopper’s language, too', async () => {
  const call = startShop('1', { 'Accept-Language': 'de' });
  expect((await call('GET', '/cart')).body.lines[0]).toMatchObject({ name: 'Steinzeugtasse' });
  expect((await call('GET', '/orders/none')).body.error).toEqual({
    code: 'no_such_order',
    message: 'Diese Bestellung gibt es nicht.',
  });
});

test('a refusal of the service is told without its code, which is for developers', async () => {
  const call = startShop();
  const limited = { status: 400, code: 'merchant_id_unknown' };
  double.state.refusals.push(limited);
  const { refusal } = (await call('POST', '/orders', sale)).body.order;
  expect(refusal.code).toBe('merchant_id_unknown');
  expect(refusal.message).toMatch(/^The payment could not be made\. Nothing was charged/);
});

test.each([
  ['a card, by brand and last four', {}, { name: 'Visa', last4: '4242' }],
  ['a provider, by its name', { source: 'paypal' }, { name: 'PayPal', last4: '' }],
  ['no card of another payment', { pm_id: 8 }, null],
])('an order says what it was paid with by the lookup: %s', async (_what, lie, paidWith) => {
  const call = startShop();
  double.state.lookupOverrides = lie;
  const { body } = await call('POST', '/orders', {
    ...sale,
    paymentMethod: { ...paymentMethod, name: 'JCB' },
  });
  expect(body.order).toMatchObject({ status: 'paid', paidWith });
  const { body: later } = await startShop()('GET', `/orders/${body.order.id}`);
  expect(later.order.paidWith).toEqual(paidWith);
});

test('an order whose answer was lost is settled by lookup, also after a restart', async () => {
  double.state.losesAllAnswers = true;
  const { status, body } = await startShop()('POST', '/orders', sale);
  expect({ status, state: body.order.status }).toEqual({ status: 202, state: 'unpaid' });
  const { body: later } = await startShop()('GET', `/orders/${body.order.id}`);
  expect(later.order).toMatchObject({ status: 'paid', awaiting: null });
});

test('a service that is down is named and nothing is left open', async () => {
  double.close();
  const call = startShop();
  const { status, body } = await call('POST', '/orders', sale);
  expect(status).toBe(402);
  expect(body.order).toMatchObject({ awaiting: null, refusal: { code: 'service_unreachable' } });
  expect((await call('POST', '/session', { as: 'user' })).body.error.code).toBe('service_unreachable');
});

test('an order that may have been charged stays open, though the service is gone by then', async () => {
  const call = startShop();
  double.state.refusals.push({ status: 503, code: 'store_unavailable', leaves: true });
  const { status, body } = await call('POST', '/orders', sale);
  expect({ status, awaiting: body.order.awaiting }).toEqual({ status: 202, awaiting: 'SALE' });
  expect((await call('POST', '/orders', sale)).status).toBe(409);
});

test('an order that was surely not charged can be paid again at once', async () => {
  const call = startShop();
  const stopping = { status: 503, code: 'shutting_down' };
  double.state.refusals.push(stopping, stopping, stopping);
  const { status, body } = await call('POST', '/orders', sale);
  expect(status).toBe(402);
  expect(body.order).toMatchObject({ awaiting: null, refusal: { code: 'shutting_down' } });
  expect((await call('POST', '/orders', sale)).body.order.status).toBe('paid');
});

test('an order is not given up while the last repetition of its billing may still be under way', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const call = startShop();
  const storeTrouble = { status: 503, code: 'store_unavailable' };
  double.state.refusals.push(storeTrouble, storeTrouble, storeTrouble);
  const path = `/orders/${(await call('POST', '/orders', sale)).body.order.id}`;
  vi.setSystemTime(Date.now() + 75_000);
  expect((await call('GET', path)).body.order).toMatchObject({ awaiting: 'SALE', refusal: null });
  vi.setSystemTime(Date.now() + 75_000);
  expect((await call('GET', path)).body.order.refusal).toMatchObject({ code: 'not_received' });
});

test('an authorised order is captured once, refunded once and remembered', async () => {
  const call = startShop();
  const { body } = await call('POST', '/orders', { mode: 'AUTH', paymentMethod });
  const path = `/orders/${body.order.id}`;
  expect(body.order.status).toBe('authorised');
  expect((await call('POST', `${path}/refund`)).status).toBe(409);
  expect((await call('POST', `${path}/capture`)).body.order.status).toBe('paid');
  expect((await call('POST', `${path}/capture`)).status).toBe(409);
  expect((await call('POST', `${path}/refund`)).body.order.status).toBe('refunded');
  expect(double.state.billed.map((form) => form['method'])).toEqual(['AUTH', 'CHARGE', 'REFUND']);
  expect((await startShop()('GET', path)).body.order.status).toBe('refunded');
});

test('an order is paid by a payment at a provider that a page reports', async () => {
  const order = await placed(startShop());
  expect(await order.report(paidAtProvider(order.id).transactionID)).toMatchObject({ status: 'paid' });
  expect(forStaff).toEqual([]);
});

test.each(['REFUND', 'VOID'])(
  'S65: an order is not paid by a payment whose money went back by %s, and can still be paid',
  async (method) => {
    const call = startShop();
    const order = await placed(call);
    const payment = paidAtProvider(order.id);
    double.state.billed.push({ ...payment, method });
    const told = await order.report(payment.transactionID);
    expect(told).toMatchObject({ status: 'unpaid', awaiting: null, refusal: { code: 'given_back' } });
    expect(told.refusal.message).toMatch(/^Your payment was given back/);
    expect((await call('POST', '/orders', sale)).body.order.status).toBe('paid');
  },
);

test('S65: an order is not paid by a payment of which a part went back', async () => {
  const order = await placed(startShop());
  const payment = paidAtProvider(order.id);
  double.state.billed.push({ ...payment, method: 'REFUND', amount: '0.01' });
  expect((await order.report(payment.transactionID)).status).toBe('disputed');
});

test.each([
  ['SALE', 'REFUND'],
  ['SALE', 'VOID'],
  ['AUTH', 'VOID'],
])('S65: an order whose answer was lost is not paid by a %s that a %s has undone', async (mode, method) => {
  double.state.losesAllAnswers = true;
  const call = startShop();
  const { id } = (await call('POST', '/orders', { mode, paymentMethod })).body.order;
  double.state.billed.push({ ...double.state.billed[0], method });
  const { body } = await call('GET', `/orders/${id}`);
  expect(body.order).toMatchObject({ status: 'unpaid', refusal: { code: 'given_back' } });
});

test('S65: an authorised order is not paid by a capture that staff have refunded', async () => {
  const call = startShop();
  const { order } = (await call('POST', '/orders', { mode: 'AUTH', paymentMethod })).body;
  const [start] = double.state.billed;
  double.state.billed.push({ ...start, method: 'CHARGE' }, { ...start, method: 'REFUND' });
  double.state.refusals.push({ status: 409, code: 'transaction_not_capturable' });
  expect((await call('POST', `/orders/${order.id}/capture`)).body.order.status).toBe('authorised');
});

test.each([
  ['amount', { amount: '0.01' }],
  ['currency', { currency: 'GBP' }],
])(
  'S66: a stranger’s payment of another %s changes nothing of an order, and staff are told',
  async (_what, other) => {
    const call = startShop();
    const order = await placed(call);
    const payment = paidAtProvider(order.id, other);
    const told = callbackOf({ id: order.id, transactionId: payment.transactionID });
    expect((await openShop().app.request('/api/callbacks', told)).status).toBe(204);
    const after = startShop();
    expect((await after('GET', order.path)).body.order).toMatchObject({
      status: 'unpaid',
      awaiting: null,
      refusal: null,
    });
    expect(forStaff).toEqual([expect.stringContaining(payment.transactionID)]);
    expect((await call('POST', '/orders', sale)).body.order).toMatchObject({ id: order.id, status: 'paid' });
  },
);

test.each([
  ['pays', {}],
  ['is refused', { status: 'FAILURE' }],
])('S66: an order of a user is not touched by what another user %s', async (_what, end) => {
  const call = startShop();
  await call('POST', '/session', { as: 'user' });
  const order = await placed(call);
  const { transactionID } = paidAtProvider(order.id);
  double.state.lookupOverrides = { ...end, user_id: 3 };
  const told = await order.report(transactionID);
  expect(told).toMatchObject({ status: 'unpaid', refusal: { code: 'not_matching' } });
  expect(told.refusal.message).toMatch(/^There is a payment that does not match this order/);
  expect((await call('GET', order.path)).body.order).toMatchObject({ status: 'unpaid', refusal: null });
  expect(forStaff).toEqual([expect.stringContaining(transactionID)]);
  double.state.lookupOverrides = {};
  expect(await order.report(transactionID)).toMatchObject({ status: 'paid' });
});

test('an order of a guest is paid by whoever the wallet says the guest is', async () => {
  const call = startShop();
  await call('POST', '/session', { as: 'guest' });
  const order = await placed(call);
  double.state.lookupOverrides = { user_id: 3 };
  expect(await order.report(paidAtProvider(order.id).transactionID)).toMatchObject({ status: 'paid' });
});

test('the record shown to the page has no card token', async () => {
  const call = startShop();
  const { body } = await call('POST', '/orders', sale);
  const { body: shown } = await call('GET', `/orders/${body.order.id}/record`);
  expect(shown.record.transaction_id).toBe(body.order.transactionId);
  expect(JSON.stringify(shown)).not.toContain('cct_1');
});

test('orders of another shopper are not found', async () => {
  const call = startShop();
  const { body } = await call('POST', '/orders', sale);
  const { app } = openShop();
  expect((await app.request(`/api/orders/${body.order.id}`)).status).toBe(404);
});

test.each([
  ['text/plain', JSON.stringify(sale), 415],
  ['text/plain; x=application/json', JSON.stringify(sale), 415],
  ['application/x-www-form-urlencoded', 'a=b', 415],
  ['application/json', JSON.stringify({ ...sale, x: 'x'.repeat(70_000) }), 413],
  ['application/json', '{', 400],
])('S72: a post as %s that is no small JSON is refused: %#', async (type, body, status) => {
  const { app } = openShop();
  const headers = { Cookie: `shopper=${shopper}`, 'Content-Type': type };
  const response = await app.request('/api/orders', { method: 'POST', headers, body });
  expect(response.status).toBe(status);
  expect(double.state.billed).toEqual([]);
});

test('S72: a body without end is cut off, whoever it is for', async () => {
  const { app } = openShop();
  for (const path of ['/api/orders', '/api/callbacks', '/api/cart']) {
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        sent += 16_384;
        controller.enqueue(new Uint8Array(16_384));
        // Whoever takes it whole fails the test, not the machine.
        if (sent > 1_000_000) controller.close();
      },
    });
    const headers = { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' };
    const request = { method: path === '/api/cart' ? 'PUT' : 'POST', headers, body, duplex: 'half' };
    expect((await app.request(path, request)).status).toBe(413);
    expect(sent).toBeLessThan(200_000);
  }
});

test('callbacks are verified, kept once, and reconcile an order by lookup', async () => {
  const call = startShop();
  double.state.losesAllAnswers = true;
  double.state.lookupOverrides = { status: 'PENDING' };
  const { body } = await call('POST', '/orders', sale);
  double.state.lookupOverrides = {};
  const order = { id: body.order.id, transactionId: double.state.billed[0]?.['transactionID'] ?? null };
  const tell = async (callback: RequestInit) =>
    (await openShop().app.request('/api/callbacks', callback)).status;
  const good = callbackOf(order);
  expect(await tell({ ...good, body: good.body.replace('SALE', 'AUTH') })).toBe(400);
  expect(await tell(callbackOf(order, { by: 'whsec_AAAA' }))).toBe(400);
  expect(await tell(callbackOf(order, { at: new Date(Date.now() - 400_000) }))).toBe(400);
  expect(await tell({ method: 'POST', body: good.body })).toBe(400);
  expect(await tell(good)).toBe(204);
  expect(await tell(good)).toBe(204);
  const after = startShop();
  expect((await after('GET', `/orders/${order.id}`)).body.order.status).toBe('paid');
  expect((await after('GET', `/orders/${order.id}/record`)).body.callbacks).toEqual([
    { id: 'msg_1', transactionId: order.transactionId, info: 'SALE_SUCCEEDED', log: '7' },
  ]);
});

test('a callback that comes twice at once is kept once', async () => {
  const order = await placed(startShop());
  const { transactionID } = paidAtProvider(order.id);
  const { app } = openShop();
  const callback = callbackOf({ id: order.id, transactionId: transactionID });
  const answers = await Promise.all([1, 2].map(() => app.request('/api/callbacks', callback)));
  expect(answers.map(({ status }) => status)).toEqual([204, 204]);
  const { body } = await startShop()('GET', `/orders/${order.id}/record`);
  expect(body.callbacks.map(({ id }: { id: string }) => id)).toEqual(['msg_1']);
});

test('a callback whose payment cannot be looked up is taken when it comes again', async () => {
  const call = startShop();
  const order = await placed(call);
  const { transactionID } = paidAtProvider(order.id);
  const callback = callbackOf({ id: order.id, transactionId: transactionID });
  const tell = async () => (await openShop().app.request('/api/callbacks', callback)).status;
  double.state.refusesLookups = true;
  expect(await tell()).toBeGreaterThanOrEqual(500);
  double.state.refusesLookups = false;
  expect(await tell()).toBe(204);
  expect((await startShop()('GET', `/orders/${order.id}`)).body.order.status).toBe('paid');
});

test('S60: the drawer’s card is asked for by the shop’s own page alone, and in development alone', async () => {
  const { app } = openShop();
  const headers = { Cookie: `shopper=${shopper}`, 'Content-Type': 'text/plain' };
  const form = await app.request('/api/drawer/expired-card', { method: 'POST', headers, body: '{}' });
  expect(form.status).toBe(415);
  expect((await openShop('0').app.request('/api/drawer/expired-card', { method: 'POST' })).status).toBe(404);
  // Nobody has been asked for anything.
  expect(double.state.keys).toEqual([]);
});
