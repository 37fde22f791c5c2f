import type { PaymentSummary } from '../../contract/admin/payments.ts';

type OrderIds = Pick<PaymentSummary, 'order_id' | 'metadata_order_id'>;

/** An id that the service generated because neither billing nor page named an order. */
const GENERATED_ID = /^ord_[0-9A-Z]{26}$/;

/** The order as the shop knows it. */
export function orderText({ order_id, metadata_order_id }: OrderIds): string {
  return GENERATED_ID.test(order_id) ? (metadata_order_id ?? order_id) : order_id;
}
