import type { TransactionRecord } from 'embeddable-wallet/server';
import type { Order } from './orders.ts';
import { isWhole, reconcile, type Shop } from './payments.ts';

/**
 * Takes up a payment that the wallet made at a provider, of which a page or a callback brings no more than its name: the
 * lookup says whose order it is for, how much it was and how it ended. One that does not match is left to staff: the order
 * stays as it was, and only who asked is told.
 */
export async function attachProviderPayment(shop: Shop, order: Order, transactionId: string): Promise<Order> {
  if (order.status !== 'unpaid') return order;
  if (order.attempt) return reconcile(shop, order);
  const record = await shop.service.lookup(transactionId);
  const isDone = record !== undefined && record.status !== 'PENDING' && record.method === 'SALE';
  if (!isDone || record.order_id !== order.id) return order;
  const stray = await whyStray(shop, order, record);
  if (stray) {
    shop.tellStaff(`Order ${order.id}: the payment ${transactionId} is not taken up: ${stray}`);
    return { ...order, refusal: { code: 'not_matching' } };
  }
  // While the lookup ran, the callback may have brought the same news.
  const now = shop.orders.find(order.id) ?? order;
  if (now.attempt || now.status !== 'unpaid') return reconcile(shop, now);
  const attempt = { method: 'SALE' as const, transactionId, startedAt: Date.now() };
  return reconcile(shop, shop.orders.append({ type: 'attempted', id: order.id, attempt }));
}

/**
 * What is wrong with a payment that names the order: whoever knows the order's id can make one, for a cent, and it must not
 * hold up the order.
 */
async function whyStray(shop: Shop, order: Order, record: TransactionRecord): Promise<string | undefined> {
  if (!isWhole(order, record)) return `it is of ${record.amount.toFixed(2)} ${record.currency}`;
  // Of a guest the service alone knows who it is.
  if (order.isGuest !== false) return undefined;
  const user = await shop.service.login({ externalID: order.shopper });
  return user.id === record.user_id ? undefined : 'it is another user’s';
}
