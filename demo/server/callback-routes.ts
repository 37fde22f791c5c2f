import { CallbackVerificationError, verifyCallback } from 'embeddable-wallet/server';
import { type Context, Hono } from 'hono';
import { attachPayment } from './attach-payment.ts';
import { reconcile } from './payments.ts';
import type { Order } from './records/orders.ts';
import { latest, type Shop } from './shop.ts';

/** Receives the service's callbacks. A callback is news and no proof: `reconcile` looks the payment up all the same. */
export function callbackRoutes(shop: Shop, secret: string | undefined): Hono {
  const app = new Hono();
  app.post('/', async (c) => {
    if (!secret) return c.json({ error: { code: 'no_webhook_secret' } }, 503);
    const callback = await verify(c, secret);
    if (!callback) return c.json({ error: { code: 'not_verified' } }, 400);
    const order = shop.orders.find(callback.orderId);
    // The service may send a callback more than once.
    if (order && !isStored(order, callback.id)) {
      const { orderId: _, ...news } = callback;
      await attachPayment(shop, await reconcile(shop, order), news.transactionId);
      // Not before: where the lookup fails, the callback comes again. During the lookup it may have come a second time.
      if (!isStored(latest(shop, order), news.id))
        shop.orders.append({ type: 'told', id: order.id, callback: news });
    }
    return c.body(null, 204);
  });
  return app;
}

const isStored = (order: Order, callbackId: string) => order.callbacks.some(({ id }) => id === callbackId);

async function verify(c: Context, secret: string) {
  const body = new Uint8Array(await c.req.arrayBuffer());
  try {
    const { transaction, notification_details } = verifyCallback({
      headers: c.req.raw.headers,
      body,
      secret,
    });
    return {
      id: c.req.header('webhook-id') ?? '',
      orderId: transaction.order_id,
      transactionId: transaction.transaction_id,
      info: notification_details.info,
      log: transaction.log,
    };
  } catch (error) {
    if (error instanceof CallbackVerificationError) return undefined;
    throw error;
  }
}
