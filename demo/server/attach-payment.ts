import type { TransactionRecord } from 'embeddable-wallet/server';
import type { Order } from './orders.ts';
import { isWhole, reconcile, refusalOf } from './payments.ts';
import { latest, outcomeFor, type Shop } from './shop.ts';
import { giveBackSurplus } from './surplus.ts';

/**
 * Takes up a payment that did not go through this shop, as one that the wallet made at a provider. A page or a callback brings no
 * more than its name: the lookup says whose order it is for, how much it was and how it ended. It pays the order, or is given
 * back where another has paid it; one that does not match is left to staff, and only who asked is told.
 */
export async function attachPayment(shop: Shop, order: Order, transactionId: string): Promise<Order> {
  const record = isKnown(order, transactionId) ? undefined : await shop.service.lookup(transactionId);
  const stray = record && (await whyStray(shop, latest(shop, order), record));
  // While the service was asked, the order may have been paid, or this very payment been taken up.
  const now = latest(shop, order);
  if (!record || isKnown(now, transactionId)) return reconcile(shop, now);
  const outcome = outcomeFor(shop, now, record);
  if (outcome === 'surplus') return giveBackSurplus(shop, now, record);
  const isNews = outcome !== 'other' && outcome !== 'pending' && now.transactionId === null;
  if (!isNews) return reconcile(shop, now);
  if (stray === undefined) return takeUp(shop, now, record);
  shop.tellStaff(`Order ${order.id}: the payment ${transactionId} is not taken up: ${stray}`);
  return { ...now, refusal: { code: 'not_matching' } };
}

const isKnown = ({ attempt, transactionId, surpluses }: Order, id: string) =>
  [attempt?.transactionId, transactionId, ...surpluses.map((one) => one.transactionId)].includes(id);

/**
 * What is wrong with a payment that names the order: whoever knows the order's id can make one, for a cent, and it must not
 * hold up the order.
 */
async function whyStray(shop: Shop, order: Order, record: TransactionRecord): Promise<string | undefined> {
  if (!isWhole(order, record)) return `it is of ${record.amount.toFixed(2)} ${record.currency}`;
  if (order.status === 'disputed') return 'the order is on hold';
  // Of a guest the service alone knows who it is.
  if (order.isGuest !== false || outcomeFor(shop, order, record) === 'other') return undefined;
  const user = await shop.service.login({ externalID: order.shopper });
  return user.id === record.user_id ? undefined : 'it is another user’s';
}

function takeUp(shop: Shop, order: Order, record: TransactionRecord): Order {
  const { transaction_id: transactionId, method } = record;
  const outcome = outcomeFor(shop, order, record);
  if (outcome === 'paid') {
    const paidBy = { id: record.pm_id, source: record.source };
    const payment = { transactionId, isReserved: method.startsWith('AUTH') };
    return shop.orders.append({ type: 'approved', id: order.id, paidBy, payment });
  }
  if (outcome === 'unknown')
    shop.tellStaff(`Order ${order.id}: of the payment ${transactionId} a part is there`);
  // The order's own attempt may still pay it.
  if (order.attempt) return order;
  return outcome === 'unknown'
    ? shop.orders.append({ type: 'disputed', id: order.id })
    : shop.orders.append({ type: 'refused', id: order.id, refusal: refusalOf(record) });
}
