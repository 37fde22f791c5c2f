import { text } from '../ui/language.ts';
import { orderWords } from '../ui/words.ts';
import { LineItems, Sums } from '../views/LineItems.tsx';
import { OrderView } from '../views/OrderView.tsx';
import { MerchantDesk } from './MerchantDesk.tsx';

/** An order with what is in it, and what the shop's staff see of it. */
export function OrderPage({ id }: { id: string }) {
  return (
    <OrderView id={id}>
      {(order, onChange) => (
        <>
          <section class="panel" aria-label={text('order.items')}>
            <LineItems of={order} />
            <Sums of={order} />
            <p class="paid-with">{orderWords(order).paidWith}</p>
          </section>
          <MerchantDesk order={order} onChange={onChange} />
        </>
      )}
    </OrderView>
  );
}
