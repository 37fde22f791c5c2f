import type { TransactionRecord } from 'embeddable-wallet/server';
import { isWhole, reconcile, refusalOfRecord } from './payments.ts';
import type { Order } from './records/orders.ts';
import { latest, outcomeFor, type Shop } from './shop.ts';
import { giveBackSurplus } from './surplus.ts';

/**
 * Attaches a payment that this backend did not start, such as one that the wallet made at a provider. A page or a callback only
 * names it: the lookup says which order it is for, how much it was and how it ended. It pays the order, or is given back where
 * another payment has paid it. A payment that does not match is left to staff, and only the caller learns of it.
 */
export async function attachPayment(shop: Shop, order: Order, transactionId: string): Promise<Order> {
  const record = isKnown(order, transactionId) ? undefined : await shop.service.lookup(transactionId);
  const mismatch = record && (await findMismatch(shop, latest(shop, order), record));
  // During the lookup another request may have paid the order, or attached this same payment.
  const now = latest(shop, order);
  if (!record || isKnown(now, transactionId)) return reconcile(shop, now);
  const outcome = outcomeFor(shop, now, record);
  if (outcome === 'surplus') return giveBackSurplus(shop, now, record);
  const isNews = outcome !== 'other' && outcome !== 'pending' && now.transactionId === null;
  if (!isNews) return reconcile(shop, now);
  if (mismatch === undefined) return appendOutcome(shop, now, record);
  shop.tellStaff(`Order ${order.id}: the payment ${transactionId} is not taken up: ${mismatch}`);
  return { ...now, refusal: { code: 'not_matching' } };
}

const isKnown = ({ attempt, transactionId, surpluses }: Order, id: string) =>
  [attempt?.transactionId, transactionId, ...surpluses.map((one) => one.transactionId)].includes(id);

/**
 * Why a payment that names the order does not belong to it. Anybody who knows the order's id can make one, for a cent, and it
 * must not block the order.
 */
async function findMismatch(
  shop: Shop,
  order: Order,
  record: TransactionRecord,
): Promise<string | undefined> {
  if (!isWhole(order, record)) return `it is of ${record.amount.toFixed(2)} ${record.currency}`;
  if (order.status === 'disputed') return 'the order is on hold';
  // The service alone knows who a guest is.
  if (order.isGuest !== false || outcomeFor(shop, order, record) === 'other') return undefined;
  const user = await shop.service.login({ externalID: order.shopper });
  return user.id === record.user_id ? undefined : 'it is another user’s';
}

/** Appends what the payment means for the order. */
function appendOutcome(shop: Shop, order: Order, record: TransactionRecord): Order {
  const { transaction_id: transactionId, method } = record;
  const outcome = outcomeFor(shop, order, record);
  if (outcome === 'paid') {
    const paidBy = { id: record.pm_id, source: record.source };
    const payment = { transactionId, isReserved: method.startsWith('AUTH') };
    return shop.orders.append({ type: 'approved', id: order.id, paidBy, payment });
  }
  if (outcome === 'unknown')
    shop.tellStaff(`Order ${order.id}: payment ${transactionId} is only in part, or not as the order asks`);
  // The order's own attempt may still pay it.
  if (order.attempt) return order;
  return outcome === 'unknown'
    ? shop.orders.append({ type: 'disputed', id: order.id })
    : shop.orders.append({ type: 'refused', id: order.id, refusal: refusalOfRecord(record) });
}
