import { Problem } from '../layouts/Problem.tsx';
import { Title } from '../layouts/Title.tsx';
import { text } from '../ui/language.ts';
import { getOrders, type Order, shop } from '../ui/shop-api.ts';
import { dateText, money, shortId } from '../ui/words.ts';
import { Badge, Surpluses } from './OrderState.tsx';
import { useAnswer } from './use-answer.ts';

export function OrdersView() {
  const { answer, problem } = useAnswer(getOrders);
  const orders = answer?.orders;
  return (
    <>
      <Title text={text('nav.orders')} />
      {orders?.length === 0 && (
        <div class="panel empty">
          <p>{text('orders.none')}</p>
          <a class="primary" href={`${shop().base}/`}>
            {text('orders.toCheckout')}
          </a>
        </div>
      )}
      {orders && orders.length > 0 && <ul class="orders panel">{orders.map(row)}</ul>}
      <Problem text={problem} />
    </>
  );
}

const row = (order: Order) => (
  <li key={order.id}>
    <a href={`${shop().base}/orders/${order.id}`}>{text('order.number', { id: shortId(order.id) })}</a>
    <span class="small">{dateText(order.placedAt)}</span>
    <Badge order={order} />
    <span class="price">{money(order.amount, order.currency)}</span>
    <Surpluses order={order} />
  </li>
);
