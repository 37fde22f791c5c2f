import {
  type MerchantClient,
  type OutcomeOfPayment,
  orderOutcome,
  type TransactionRecord,
} from 'embeddable-wallet/server';
import { decimal } from './cart.ts';
import type { Order, Orders } from './orders.ts';

/** What the backend works with. */
export type Shop = {
  readonly orders: Orders;
  readonly service: MerchantClient;
  readonly merchantId: number;
  /** The same merchant, as the service's records name it. */
  readonly merchantRef: string;
  /** Where the service tells the end of each payment, follow-ups included. */
  readonly callbackUrl: string;
  /** Of what a person has to look at, one line each. */
  readonly tellStaff: (line: string) => void;
};

/** What a payment means for the order as it now is. */
export function outcomeFor(
  shop: Shop,
  order: Order,
  record: TransactionRecord | undefined,
): OutcomeOfPayment {
  const { id: orderID, currency, transactionId: paidBy } = order;
  const payable = { orderID, amount: decimal(order.amount), currency, merchantRef: shop.merchantRef, paidBy };
  return orderOutcome(payable, record);
}

/** The order as it is by now, after something was awaited. */
export const latest = ({ orders }: Shop, order: Order): Order => orders.find(order.id) ?? order;
