import type { TransactionRecord } from 'embeddable-wallet/server';
import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { failure, jsonBody, presentOrder } from './answers.ts';
import { attachPayment } from './attach-payment.ts';
import { followUp, reconcile } from './payments.ts';
import type { Order } from './records/orders.ts';
import type { Shop } from './shop.ts';
import { shopperOf } from './shopper.ts';

/** Whether a shopper may see a field of the record. Card tokens are this backend's business alone. */
const FIELDS: Readonly<Record<keyof TransactionRecord, 'shown' | 'hidden'>> = {
  user_id: 'shown',
  business_id: 'shown',
  child_business_id: 'shown',
  processor: 'shown',
  merchant_ref: 'shown',
  pm_id: 'shown',
  token: 'hidden',
  external_token: 'hidden',
  source: 'shown',
  method: 'shown',
  amount: 'shown',
  currency: 'shown',
  status: 'shown',
  transaction_id: 'shown',
  order_id: 'shown',
  payment_id: 'shown',
  transaction_date: 'shown',
  ref_transaction_id: 'shown',
  log: 'shown',
  created_at: 'shown',
  metadata: 'shown',
  sandbox: 'shown',
};
const shownFields = new Set(
  Object.entries(FIELDS)
    .filter(([, shown]) => shown === 'shown')
    .map(([name]) => name),
);

const PaymentNews = z.object({ transactionId: z.string().check(z.regex(/^[A-Za-z0-9_.-]{1,64}$/)) });

/** A shopper's orders, and what the shop's staff may do with them. */
export function orderRoutes(shop: Shop): Hono {
  const app = new Hono();
  const orderOf = (c: Context): Order | undefined => {
    const order = shop.orders.find(c.req.param('id') ?? '');
    return order?.shopper === shopperOf(c) ? order : undefined;
  };

  app.get('/', async (c) => {
    const orders = shop.orders.of(shopperOf(c));
    const reconciled = await Promise.all(orders.map((order) => reconcile(shop, order)));
    return c.json({ orders: reconciled.map((order) => presentOrder(c, order)) });
  });

  app.get('/:id', async (c) => {
    const order = orderOf(c);
    return order ? c.json({ order: presentOrder(c, await reconcile(shop, order)) }) : noSuchOrder(c);
  });

  // The shopper is back from a provider. `transactionId` comes from the wallet's event or from the page's address.
  app.post('/:id/payment', async (c) => {
    const { transactionId } = await jsonBody(c, PaymentNews);
    const order = orderOf(c);
    if (!order) return noSuchOrder(c);
    return c.json({ order: presentOrder(c, await attachPayment(shop, order, transactionId)) });
  });

  app.get('/:id/record', async (c) => {
    const order = orderOf(c);
    const id = order?.transactionId;
    const record = id ? await shop.service.lookup(id) : undefined;
    if (!record) return noSuchOrder(c);
    const shown = Object.fromEntries(Object.entries(record).filter(([name]) => shownFields.has(name)));
    return c.json({ record: shown, callbacks: order?.callbacks ?? [] });
  });

  addStaffActions(app, { shop, orderOf });
  return app;
}

type Staff = { shop: Shop; orderOf: (c: Context) => Order | undefined };

function addStaffActions(app: Hono, { shop, orderOf }: Staff) {
  // A real shop requires a staff login here: no shopper may capture or refund.
  for (const { path, method, from } of staffActions) {
    app.post(`/:id/${path}`, async (c) => {
      const order = orderOf(c);
      if (!order?.transactionId) return noSuchOrder(c);
      if (order.attempt) return c.json(failure(c, 'in_progress'), 409);
      if (order.status !== from) return c.json(failure(c, 'wrong_state'), 409);
      const billed = await followUp(shop, order, { method, payment: order.transactionId });
      return c.json({ order: presentOrder(c, billed) }, billed.refusal ? 402 : billed.attempt ? 202 : 200);
    });
  }
}

const staffActions = [
  { path: 'capture', method: 'CHARGE', from: 'authorised' },
  { path: 'refund', method: 'REFUND', from: 'paid' },
] as const;

const noSuchOrder = (c: Context) => c.json(failure(c, 'no_such_order'), 404);
