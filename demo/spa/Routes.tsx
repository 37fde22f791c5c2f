import { useEffect } from 'preact/hooks';
import { nameTab, text } from '../ui/language.ts';
import type { Cart, Order } from '../ui/shop-api.ts';
import { money, orderWords } from '../ui/words.ts';
import { CheckoutView } from '../views/CheckoutView.tsx';
import { LineItems, Sums } from '../views/LineItems.tsx';
import type { WalletHost } from '../views/mount-shop.ts';
import { OrderView } from '../views/OrderView.tsx';

type CartProps = {
  readonly cart: Cart | undefined;
  readonly onChange: (product: string, quantity: number) => void;
};

export function CartRoute({ cart, onChange }: CartProps) {
  useEffect(() => nameTab(text('nav.cart')));
  return (
    <>
      <h1>{text('cart.title')}</h1>
      {cart && (
        <section class="panel" aria-label={text('order.items')}>
          <LineItems of={cart} onChange={onChange} />
          <Sums of={cart} />
          <a class="primary" href="/spa/">
            {text('cart.toCheckout')}
          </a>
        </section>
      )}
    </>
  );
}

type CheckoutProps = {
  readonly host: WalletHost;
  readonly cart: Cart;
  readonly onOrder: (order: Order) => void;
};

/** The cart is read beside the wallet, and changed in a view of its own. */
export function CheckoutRoute({ host, cart, onOrder }: CheckoutProps) {
  return (
    <CheckoutView host={host} cart={cart} onOrder={onOrder}>
      <ul class="plain">
        {cart.lines.map(({ product, name, quantity, sum }) => (
          <li key={product}>
            <span>
              {quantity} × {name}
            </span>
            <span class="price">{money(sum, cart.currency)}</span>
          </li>
        ))}
      </ul>
      <Sums of={cart} />
      <a href="/spa/cart">{text('cart.change')}</a>
    </CheckoutView>
  );
}

export function OrderRoute({ id }: { id: string }) {
  return (
    <OrderView id={id}>
      {(order) => (
        <>
          <p class="panel paid-with">{orderWords(order).paidWith}</p>
          <p class="actions">
            <a class="secondary" href={`/orders/${id}`}>
              {text('order.record')}
            </a>
            <a class="secondary" href="/spa/">
              {text('order.new')}
            </a>
          </p>
        </>
      )}
    </OrderView>
  );
}
