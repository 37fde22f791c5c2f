import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { problemText } from '../ui/checkout.ts';
import { language, nameTab, text } from '../ui/language.ts';
import { getOrders, type Order } from '../ui/shop-api.ts';
import { dateText, money, orderWords, shortId, surplusTexts } from '../ui/words.ts';
import { Problem } from '../views/Problem.tsx';

export function OrdersPage() {
  const [orders, setOrders] = useState<Order[]>();
  const [problem, setProblem] = useState('');
  const spoken = language();
  useLayoutEffect(() => {
    getOrders().then(
      (answer) => setOrders(answer.orders),
      (error) => setProblem(problemText(error)),
    );
  }, [spoken]);
  useEffect(() => nameTab(text('nav.orders')));
  return (
    <>
      <h1>{text('nav.orders')}</h1>
      {orders?.length === 0 && (
        <div class="panel empty">
          <p>{text('orders.none')}</p>
          <a class="primary" href="/">
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
    <a href={`/orders/${order.id}`}>{text('order.number', { id: shortId(order.id) })}</a>
    <span class="small">{dateText(order.placedAt)}</span>
    <Badge order={order} />
    <span class="price">{money(order.amount, order.currency)}</span>
    <Surpluses order={order} />
  </li>
);

export function Badge({ order }: { order: Order }) {
  return (
    <span class="badge" data-state={order.awaiting ? 'checking' : order.status}>
      {orderWords(order).badge}
    </span>
  );
}

/** For staff: what came on top of the order's payment. */
export function Surpluses({ order }: { order: Order }) {
  return surplusTexts(order).map((sentence) => (
    <p key={sentence} class="surplus">
      {sentence}
    </p>
  ));
}
