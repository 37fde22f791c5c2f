import {
  type MerchantClient,
  type OutcomeOfPayment,
  orderOutcome,
  type TransactionRecord,
} from 'embeddable-wallet/server';
import { decimal } from './records/cart.ts';
import type { Order, Orders } from './records/orders.ts';
import type { Sessions } from './sessions.ts';

/** What the backend works with. */
export type Shop = {
  readonly orders: Orders;
  readonly service: MerchantClient;
  readonly sessions: Sessions;
  readonly merchantId: number;
  /** The same merchant's reference in the service's records. */
  readonly merchantRef: string;
  /** Where the service sends callbacks, those of follow-ups included. */
  readonly callbackUrl: string;
  /** Tells staff what they have to look at, one line each. */
  readonly tellStaff: (line: string) => void;
};

/** What a payment means for the order in its current state. */
export function outcomeFor(
  shop: Shop,
  order: Order,
  record: TransactionRecord | undefined,
): OutcomeOfPayment {
  const { id: orderID, currency, transactionId: paidBy } = order;
  const payable = { orderID, amount: decimal(order.amount), currency, merchantRef: shop.merchantRef, paidBy };
  return orderOutcome(payable, record);
}

/** The current state of the order: it may have changed during an await. */
export const latest = ({ orders }: Shop, order: Order): Order => orders.find(order.id) ?? order;
