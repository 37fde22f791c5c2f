import { MerchantApiError, type TransactionRecord } from 'embeddable-wallet/server';
import type { Order, Surplus } from './orders.ts';
import { latest, outcomeFor, type Shop } from './shop.ts';
import { isUnanswered } from './unanswered.ts';

/**
 * Gives back a payment that came on top of the one that has paid the order, and tells staff which. It is written down before the
 * service is asked: a lost answer or a restart leaves it to `settleSurpluses`.
 */
export async function giveBackSurplus(shop: Shop, order: Order, record: TransactionRecord): Promise<Order> {
  const { transaction_id: transactionId, currency } = record;
  const known = order.surpluses.find((one) => one.transactionId === transactionId);
  if (known && known.isBack !== null) return order;
  const surplus = { transactionId, amount: record.amount.toFixed(2), currency };
  const noted = known ? order : shop.orders.append({ type: 'surplus', id: order.id, surplus });
  const isBack = await tryToGiveBack(shop, record);
  return noteReturn(shop, noted, { ...surplus, isBack });
}

/** Null while nobody knows. */
async function tryToGiveBack({ service }: Shop, record: TransactionRecord): Promise<boolean | null> {
  try {
    return await service.giveBack(record);
  } catch (error) {
    if (isUnanswered(error)) return null;
    if (error instanceof MerchantApiError) return false;
    throw error;
  }
}

function noteReturn(shop: Shop, order: Order, { transactionId, isBack, amount, currency }: Surplus): Order {
  const now = latest(shop, order);
  // Page and callback may tell of the same payment at the same time.
  const isKnown = now.surpluses.some((one) => one.transactionId === transactionId && one.isBack !== null);
  if (isKnown) return now;
  const end = isBack === null ? 'asked about again' : isBack ? 'given back' : 'give it back by hand';
  shop.tellStaff(`Order ${order.id}: ${transactionId} of ${amount} ${currency} came on top: ${end}`);
  return isBack === null
    ? now
    : shop.orders.append({ type: 'returned', id: order.id, transactionId, isBack });
}

/** What nobody knows the return of is asked about again. */
export async function settleSurpluses(shop: Shop, order: Order): Promise<Order> {
  for (const { transactionId, isBack } of order.surpluses) {
    if (isBack === null) await settle(shop, order, transactionId);
  }
  return latest(shop, order);
}

async function settle(shop: Shop, order: Order, transactionId: string): Promise<void> {
  const record = await shop.service.lookup(transactionId).catch(unlessUnanswered);
  if (!record) return;
  const now = latest(shop, order);
  if (outcomeFor(shop, now, record) === 'surplus') {
    await giveBackSurplus(shop, now, record);
    return;
  }
  // It has gone back, or is on its way.
  const surplus = { transactionId, amount: record.amount.toFixed(2), currency: record.currency };
  noteReturn(shop, now, { ...surplus, isBack: true });
}

function unlessUnanswered(error: unknown): undefined {
  if (!isUnanswered(error)) throw error;
}
