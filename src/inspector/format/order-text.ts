import type { PaymentSummary } from '../../contract/admin/payments.ts';

type OrderTextInput = Pick<PaymentSummary, 'order_id' | 'metadata_order_id'>;

/** An id that the service generated because neither billing nor page named an order. */
const MADE_UP = /^ord_[0-9A-Z]{26}$/;

/** The order as the shop knows it. */
export function orderText({ order_id, metadata_order_id }: OrderTextInput): string {
  return MADE_UP.test(order_id) ? (metadata_order_id ?? order_id) : order_id;
}
