import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  paymentMethod,
  placed,
  type ShopUnderTest,
  sale,
  shopUnderTest,
} from './test-kit/shop-under-test.ts';

/** The money for one order comes twice: what came on top is given back at once, and staff are told which. */

let shop: ShopUnderTest;

beforeEach(async () => {
  shop = await shopUnderTest();
});
afterEach(() => shop.close());

/** What the service was asked to do with this payment after its start. */
const followUpsOf = (id: string | undefined) =>
  shop.double.state.billed
    .filter(({ transactionID }) => transactionID === id)
    .slice(1)
    .map(({ method, amount, currency }) => [method, amount, currency]);

const tell = async (order: { id: string }, transactionId: string, id = `msg_${transactionId}`) => {
  const callback = shop.callbackOf({ id: order.id, transactionId }, { id });
  return (await shop.openShop().app.request('/api/callbacks', callback)).status;
};

/** PayPal's window is open, and the card pays. */
async function cardPaysFirst(mode = 'SALE') {
  const call = shop.startShop();
  const order = await placed(call);
  const { body } = await call('POST', '/orders', { mode, paymentMethod });
  expect(body.order).toMatchObject({
    id: order.id,
    transactionId: shop.double.state.billed[0]?.['transactionID'],
  });
  const { transactionID } = shop.paidAtProvider(order.id);
  return { ...order, call, card: body.order.transactionId, late: transactionID };
}

test.each(['a callback', 'the page'])(
  'S71: what PayPal takes after the card has paid is given back when %s tells it, and staff are told',
  async (who) => {
    const { path, call, card, late, ...order } = await cardPaysFirst();
    if (who === 'the page') await order.report(late);
    else expect(await tell(order, late)).toBe(204);
    expect(followUpsOf(late)).toEqual([['REFUND', '48.50', 'EUR']]);
    expect(followUpsOf(card)).toEqual([]);
    expect(shop.forStaff).toEqual([expect.stringContaining(late)]);
    const { body } = await shop.startShop()('GET', path);
    expect(body.order).toMatchObject({ status: 'paid', transactionId: card, awaiting: null });
    expect(body.order.surpluses).toEqual([
      { transactionId: late, amount: '48.50', currency: 'EUR', isBack: true },
    ]);
    await call('GET', path);
    expect(followUpsOf(late)).toHaveLength(1);
  },
);

test('S71: what the bank agrees to after PayPal has paid is given back, and the order stays paid by PayPal', async () => {
  const call = shop.startShop();
  const order = await placed(call);
  shop.double.state.lookupOverrides = { status: 'PENDING' };
  const { body } = await call('POST', '/orders', { mode: 'SALE_3DS', paymentMethod });
  const card = shop.double.state.billed[0]?.['transactionID'] ?? '';
  expect(body.order).toMatchObject({ id: order.id, awaiting: 'SALE_3DS' });
  const { transactionID: paypal } = shop.paidAtProvider(order.id);
  shop.double.state.lookupOverrides = {};
  shop.double.state.overridesById.set(card, { status: 'PENDING' });
  expect(await tell(order, paypal)).toBe(204);
  const paid = (await shop.startShop()('GET', order.path)).body.order;
  expect(paid).toMatchObject({ status: 'paid', transactionId: paypal, awaiting: null, surpluses: [] });
  shop.double.state.overridesById.clear();
  expect(await tell(order, card)).toBe(204);
  expect(followUpsOf(card)).toEqual([['REFUND', '48.50', 'EUR']]);
  expect(followUpsOf(paypal)).toEqual([]);
  expect(shop.forStaff).toEqual([expect.stringContaining(card)]);
  expect((await shop.startShop()('GET', order.path)).body.order).toMatchObject({
    status: 'paid',
    transactionId: paypal,
  });
});

test('S71: an authorisation that comes on top is voided', async () => {
  const call = shop.startShop();
  const order = await placed(call);
  shop.double.state.lookupOverrides = { status: 'PENDING' };
  await call('POST', '/orders', { mode: 'AUTH', paymentMethod });
  const card = shop.double.state.billed[0]?.['transactionID'] ?? '';
  const { transactionID: paypal } = shop.paidAtProvider(order.id);
  shop.double.state.lookupOverrides = {};
  shop.double.state.overridesById.set(card, { status: 'PENDING' });
  await tell(order, paypal);
  shop.double.state.overridesById.clear();
  await shop.startShop()('GET', order.path);
  expect(followUpsOf(card)).toEqual([['VOID', undefined, undefined]]);
  expect(shop.forStaff).toEqual([expect.stringContaining(card)]);
});

test('S71: a surplus is given back once where the answer was lost', async () => {
  const { path, late, ...order } = await cardPaysFirst();
  shop.double.state.lostMethod = 'REFUND';
  expect(await tell(order, late)).toBe(204);
  expect(shop.forStaff).toEqual([expect.stringContaining(late)]);
  const { body } = await shop.startShop()('GET', path);
  expect(body.order.surpluses).toMatchObject([{ transactionId: late, isBack: true }]);
  expect(followUpsOf(late)).toHaveLength(1);
});

test('S71: a surplus is given back after a restart where the service was in trouble before', async () => {
  const { path, late, ...order } = await cardPaysFirst();
  const trouble = { status: 503, code: 'store_unavailable' };
  shop.double.state.refusals.push(trouble, trouble, trouble);
  expect(await tell(order, late)).toBe(204);
  expect(followUpsOf(late)).toEqual([]);
  expect(shop.forStaff).toEqual([expect.stringContaining(late)]);
  const { body } = await shop.startShop()('GET', path);
  expect(body.order.surpluses).toMatchObject([{ transactionId: late, isBack: true }]);
  expect(followUpsOf(late)).toHaveLength(1);
});

test('S71: a surplus that cannot be given back stays with staff by name', async () => {
  const { path, late, ...order } = await cardPaysFirst();
  shop.double.state.declinedMethod = 'REFUND';
  await tell(order, late);
  const { body } = await shop.startShop()('GET', path);
  expect(body.order.surpluses).toMatchObject([{ transactionId: late, isBack: false }]);
  expect(shop.forStaff.at(-1)).toContain(late);
  expect(shop.forStaff.at(-1)).toMatch(/by hand/);
});

test('S71: what paid an order is no surplus, however often it is told', async () => {
  const call = shop.startShop();
  const order = await placed(call);
  const { transactionID } = shop.paidAtProvider(order.id);
  for (let times = 0; times < 3; times += 1) {
    await order.report(transactionID);
    await tell(order, transactionID, `msg_${times}`);
  }
  expect(followUpsOf(transactionID)).toEqual([]);
  expect(shop.forStaff).toEqual([]);
});

test('S71: a second payment is given back to a refunded order, too', async () => {
  const { path, call, late, ...order } = await cardPaysFirst();
  expect((await call('POST', `${path}/refund`)).body.order.status).toBe('refunded');
  await tell(order, late);
  expect(followUpsOf(late)).toEqual([['REFUND', '48.50', 'EUR']]);
  expect((await call('GET', path)).body.order.status).toBe('refunded');
});

test('S71: a payment for an order that is on hold is told to staff by name', async () => {
  const call = shop.startShop();
  const order = await placed(call);
  shop.double.state.lookupOverrides = { method: 'AUTH' };
  await call('POST', '/orders', sale);
  shop.double.state.lookupOverrides = {};
  const [attempt] = shop.double.state.billed;
  expect(shop.forStaff).toEqual([expect.stringContaining(attempt?.['transactionID'] ?? 'none')]);
  const { transactionID } = shop.paidAtProvider(order.id);
  await tell(order, transactionID);
  expect((await call('GET', order.path)).body.order.status).toBe('disputed');
  expect(shop.forStaff.at(-1)).toContain(transactionID);
});

test('S71: an order is not paid by another merchant’s payment of an order of that name', async () => {
  const call = shop.startShop();
  const order = await placed(call);
  const { transactionID } = shop.paidAtProvider(order.id);
  shop.double.state.overridesById.set(transactionID, { merchant_ref: 'demo-async' });
  await order.report(transactionID);
  await tell(order, transactionID);
  expect((await call('GET', order.path)).body.order).toMatchObject({ status: 'unpaid', refusal: null });
  expect(followUpsOf(transactionID)).toEqual([]);
  expect((await call('POST', '/orders', sale)).body.order.status).toBe('paid');
});
