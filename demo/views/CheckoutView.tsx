import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { nameTab, text } from '../ui/language.ts';
import { openWhereWide } from '../ui/open-where-wide.ts';
import type { Cart, Order } from '../ui/shop-api.ts';
import { cartLine, payText } from '../ui/words.ts';
import type { WalletHost } from './mount-shop.ts';
import { Problem } from './Problem.tsx';
import { useCheckout } from './use-checkout.ts';

type Props = {
  readonly host: WalletHost;
  /** Undefined while it is not there. */
  readonly cart: Cart | undefined;
  /** Why it is not there, or did not change. */
  readonly cartProblem?: string;
  readonly onOrder: (order: Order) => void;
  /** The cart in full. */
  readonly children: ComponentChildren;
};

/** Cart, wallet and the button that pays. */
export function CheckoutView({ host, cart, cartProblem = '', onOrder, children }: Props) {
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
            {children}
          </details>
        </section>
        <section class="panel pay" aria-labelledby="pay-title">
          <h2 id="pay-title">{text('payment.title')}</h2>
          <p class="private">{text('payment.private')}</p>
          <div id="wallet" />
          <Problem text={problem.text || cartProblem} isOwnStop={problem.isOwnStop} />
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
