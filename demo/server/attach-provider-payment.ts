import type { Order } from './orders.ts';
import { reconcile, type Shop } from './payments.ts';

/**
 * Takes up a payment that the wallet made at a provider, of which a page or a callback brings no more than its name: the
 * lookup says whose order it is for, how much it was and how it ended.
 */
export async function attachProviderPayment(shop: Shop, order: Order, transactionId: string): Promise<Order> {
  if (order.status !== 'unpaid') return order;
  if (order.attempt) return reconcile(shop, order);
  const record = await shop.service.lookup(transactionId);
  const isDone = record !== undefined && record.status !== 'PENDING' && record.method === 'SALE';
  if (!isDone || record.order_id !== order.id) return order;
  // While the lookup ran, the callback may have brought the same news.
  const now = shop.orders.find(order.id) ?? order;
  if (now.attempt || now.status !== 'unpaid') return reconcile(shop, now);
  const attempt = { method: 'SALE' as const, transactionId, startedAt: Date.now() };
  return reconcile(shop, shop.orders.append({ type: 'attempted', id: order.id, attempt }));
}
