import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { nameTab, text } from '../ui/language.ts';
import type { Order } from '../ui/shop-api.ts';
import { cartLine, payText } from '../ui/words.ts';
import { LineItems, Sums } from './LineItems.tsx';
import type { WalletHost } from './mount-shop.ts';
import { Problem } from './Problem.tsx';
import { useCart } from './use-cart.ts';
import { useCheckout } from './use-checkout.ts';

type Props = { readonly host: WalletHost; readonly onOrder: (order: Order) => void };

/** Cart, wallet and the button that pays. */
export function CheckoutView({ host, onOrder }: Props) {
  const { cart, problem: cartProblem, change } = useCart();
  const { choice, problem, underWay, press } = useCheckout(host, { cart, onOrder });
  const fold = useRef<HTMLDetailsElement>(null);
  useLayoutEffect(() => (fold.current ? openWhereWide(fold.current) : undefined), []);
  useEffect(() => nameTab(text('checkout.title')));
  return (
    <>
      <h1>{text('checkout.title')}</h1>
      <div class="checkout">
        <section class="panel cart" aria-labelledby="cart-title">
          <h2 id="cart-title">{text('cart.title')}</h2>
          <details ref={fold}>
            <summary>{cart && cartLine(cart)}</summary>
            <LineItems cart={cart} onChange={change} />
            <Sums cart={cart}>
              <div>
                <dt>{text('cart.delivery')}</dt>
                <dd>{text('cart.free')}</dd>
              </div>
            </Sums>
          </details>
        </section>
        <section class="panel pay" aria-labelledby="pay-title">
          <h2 id="pay-title">{text('payment.title')}</h2>
          <p class="private">{text('payment.private')}</p>
          <div id="wallet" />
          <Problem text={problem.text || cartProblem} isNews={problem.isCancelled} />
          <div class="pay-bar">
            <button id="pay" class="primary" type="button" aria-disabled={underWay !== ''} onClick={press}>
              {cart ? payText(cart, choice) : text('pay.plain')}
            </button>
            <p class="small" role="status">
              {underWay}
            </p>
          </div>
        </section>
      </div>
    </>
  );
}

/** On phones the cart is one line that the shopper opens; on wider screens it is open. */
function openWhereWide(details: HTMLDetailsElement): () => void {
  const wide = matchMedia('(width >= 48rem)');
  const follow = () => {
    details.open = wide.matches;
  };
  follow();
  wide.addEventListener('change', follow);
  return () => wide.removeEventListener('change', follow);
}
