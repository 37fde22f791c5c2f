import type { Sandbox } from '../ui/sandbox.ts';
import type { Cart } from '../ui/shop-api.ts';
import { money } from '../ui/words.ts';
import { Link } from './Link.tsx';
import { useCheckout } from './use-checkout.ts';

/** The wallet lives as long as this view: made when it comes, destroyed when it goes. */
export function CheckoutView({ cart, sandbox }: { cart: Cart; sandbox: Sandbox }) {
  const { problem, underWay, press } = useCheckout(cart, sandbox);
  return (
    <>
      <h1>Checkout</h1>
      <div class="checkout">
        <CartSummary cart={cart} />
        <section class="panel pay" aria-labelledby="pay-title">
          <h2 id="pay-title">Payment</h2>
          <p class="small">Your card details go to the payment provider alone. This shop never sees them.</p>
          <div id="wallet" />
          <p class="problem" role="alert">
            {problem}
          </p>
          <button class="primary" type="button" aria-disabled={underWay !== ''} onClick={press}>
            Pay {money(cart.amount, cart.currency)}
          </button>
          <p class="small" role="status">
            {underWay}
          </p>
        </section>
      </div>
    </>
  );
}

function CartSummary({ cart }: { cart: Cart }) {
  return (
    <section class="panel cart" aria-labelledby="cart-title">
      <h2 id="cart-title">Your cart</h2>
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
      <dl class="sums">
        <div class="total">
          <dt>Total</dt>
          <dd>{money(cart.amount, cart.currency)}</dd>
        </div>
      </dl>
      <Link href="/spa/cart">Change the cart</Link>
    </section>
  );
}
