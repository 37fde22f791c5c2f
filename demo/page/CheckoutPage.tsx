import { text } from '../ui/language.ts';
import { CheckoutView } from '../views/CheckoutView.tsx';
import { LineItems, Sums } from '../views/LineItems.tsx';
import type { WalletHost } from '../views/mount-shop.ts';
import { useCart } from '../views/use-cart.ts';

/** A checkout whose cart can be changed beside the wallet. */
export function CheckoutPage(host: WalletHost) {
  const { cart, problem, change } = useCart('/');
  return (
    <CheckoutView
      host={host}
      cart={cart}
      cartProblem={problem}
      onOrder={({ id }) => location.assign(`/orders/${id}`)}
    >
      <LineItems of={cart} onChange={change} />
      <Sums of={cart}>
        <div>
          <dt>{text('cart.delivery')}</dt>
          <dd>{text('cart.free')}</dd>
        </div>
      </Sums>
    </CheckoutView>
  );
}
