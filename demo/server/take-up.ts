import type { Order } from './orders.ts';
import { settle, type Till } from './payments.ts';

/**
 * Takes up a payment that the wallet made at a provider, of which a page or a callback brings no more than its name: the
 * lookup says whose order it is for, how much it was and how it ended.
 */
export async function takeUp(till: Till, order: Order, transactionId: string): Promise<Order> {
  if (order.status !== 'unpaid') return order;
  if (order.attempt) return settle(till, order);
  const record = await till.service.lookup(transactionId);
  const isDone = record !== undefined && record.status !== 'PENDING' && record.method === 'SALE';
  if (!isDone || record.order_id !== order.id) return order;
  // While the lookup ran, the callback may have brought the same news.
  const now = till.orders.find(order.id) ?? order;
  if (now.attempt || now.status !== 'unpaid') return settle(till, now);
  const attempt = { method: 'SALE' as const, transactionId, startedAt: Date.now() };
  return settle(till, till.orders.append({ type: 'attempted', id: order.id, attempt }));
}
