import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { nameTab, text } from '../ui/language.ts';
import { openWhereWide } from '../ui/open-where-wide.ts';
import type { Sandbox } from '../ui/sandbox.ts';
import type { Cart } from '../ui/shop-api.ts';
import { cartLine, money, payText } from '../ui/words.ts';
import { useCheckout } from './use-checkout.ts';

/** The wallet lives as long as this view: made when it comes, destroyed when it goes. */
export function CheckoutView({ cart, sandbox }: { cart: Cart; sandbox: Sandbox }) {
  const { choice, problem, isNews, underWay, press } = useCheckout(cart, sandbox);
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => nameTab(text('checkout.title')));
  useEffect(() => {
    if (problem) said.current?.scrollIntoView({ block: 'nearest' });
  }, [problem]);
  return (
    <>
      <h1>{text('checkout.title')}</h1>
      <div class="checkout">
        <CartSummary cart={cart} />
        <section class="panel pay" aria-labelledby="pay-title">
          <h2 id="pay-title">{text('payment.title')}</h2>
          <p class="private">{text('payment.private')}</p>
          <div id="wallet" />
          <p ref={said} class={isNews ? 'problem own-stop' : 'problem'} role="alert">
            {problem}
          </p>
          <div class="pay-bar">
            <button class="primary" type="button" aria-disabled={underWay !== ''} onClick={press}>
              {payText(cart, choice)}
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

function CartSummary({ cart }: { cart: Cart }) {
  const fold = useRef<HTMLDetailsElement>(null);
  useLayoutEffect(() => (fold.current ? openWhereWide(fold.current) : undefined), []);
  return (
    <section class="panel cart" aria-labelledby="cart-title">
      <h2 id="cart-title">{text('cart.title')}</h2>
      <details ref={fold}>
        <summary>{cartLine(cart)}</summary>
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
            <dt>{text('cart.total')}</dt>
            <dd>{money(cart.amount, cart.currency)}</dd>
          </div>
        </dl>
        <a href="/spa/cart">{text('cart.change')}</a>
      </details>
    </section>
  );
}
