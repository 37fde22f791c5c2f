import type { Order } from '../ui/shop-api.ts';
import { orderWords, surplusTexts } from '../ui/words.ts';

type Props = { readonly order: Order };

export const Badge = ({ order }: Props) => (
  <span class="badge" data-state={order.awaiting ? 'checking' : order.status}>
    {orderWords(order).badge}
  </span>
);

/** For staff: what came on top of the order's payment. */
export const Surpluses = ({ order }: Props) =>
  surplusTexts(order).map((sentence) => (
    <p key={sentence} class="surplus">
      {sentence}
    </p>
  ));
