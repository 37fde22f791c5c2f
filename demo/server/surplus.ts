import { MerchantApiError, type TransactionRecord } from 'embeddable-wallet/server';
import type { Order, Surplus } from './records/orders.ts';
import { latest, outcomeFor, type Shop } from './shop.ts';
import { isUnanswered } from './unanswered.ts';

/**
 * Gives back a payment that came on top of the one that has paid the order, and tells staff. The surplus is stored before the
 * service is asked, so that after a lost answer or a restart `settleSurpluses` goes on with it.
 */
export async function giveBackSurplus(shop: Shop, order: Order, record: TransactionRecord): Promise<Order> {
  const { transaction_id: transactionId, currency } = record;
  const stored = order.surpluses.find((one) => one.transactionId === transactionId);
  if (stored && stored.isBack !== null) return order;
  const surplus = { transactionId, amount: record.amount.toFixed(2), currency };
  const latestOrder = stored ? order : shop.orders.append({ type: 'surplus', id: order.id, surplus });
  const isBack = await tryToGiveBack(shop, record);
  return appendReturn(shop, latestOrder, { ...surplus, isBack });
}

/** Null while that is not known. */
async function tryToGiveBack({ service }: Shop, record: TransactionRecord): Promise<boolean | null> {
  try {
    return await service.giveBack(record);
  } catch (error) {
    if (isUnanswered(error)) return null;
    if (error instanceof MerchantApiError) return false;
    throw error;
  }
}

function appendReturn(shop: Shop, order: Order, { transactionId, isBack, amount, currency }: Surplus): Order {
  const now = latest(shop, order);
  // A page and a callback may report the same payment at the same time.
  const isStored = now.surpluses.some((one) => one.transactionId === transactionId && one.isBack !== null);
  if (isStored) return now;
  const end = isBack === null ? 'asked about again' : isBack ? 'given back' : 'give it back by hand';
  shop.tellStaff(`Order ${order.id}: ${transactionId} of ${amount} ${currency} came on top: ${end}`);
  return isBack === null
    ? now
    : shop.orders.append({ type: 'returned', id: order.id, transactionId, isBack });
}

/** Asks again about surpluses of which nobody knows whether they were given back. */
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
  // The record shows it as given back, or about to be.
  const surplus = { transactionId, amount: record.amount.toFixed(2), currency: record.currency };
  appendReturn(shop, now, { ...surplus, isBack: true });
}

function unlessUnanswered(error: unknown): undefined {
  if (!isUnanswered(error)) throw error;
}
