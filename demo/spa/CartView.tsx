import { useEffect } from 'preact/hooks';
import { artOf } from '../ui/art.ts';
import { nameTab, text } from '../ui/language.ts';
import type { Cart, Line } from '../ui/shop-api.ts';
import { money } from '../ui/words.ts';

type Change = (product: string, quantity: number) => void;

export function CartView({ cart, onChange }: { cart: Cart | undefined; onChange: Change }) {
  useEffect(() => nameTab(text('nav.cart')));
  return (
    <>
      <h1>{text('cart.title')}</h1>
      {cart && (
        <section class="panel" aria-label={text('order.items')}>
          <ul class="lines">
            {cart.lines.map((line) => (
              <CartLine key={line.product} line={line} currency={cart.currency} onChange={onChange} />
            ))}
          </ul>
          <dl class="sums">
            <div class="total">
              <dt>{text('cart.total')}</dt>
              <dd aria-live="polite">{money(cart.amount, cart.currency)}</dd>
            </div>
          </dl>
          <a class="primary" href="/spa/">
            {text('cart.toCheckout')}
          </a>
        </section>
      )}
    </>
  );
}

type LineProps = { line: Line; currency: string; onChange: Change };

function CartLine({ line: { product, name, detail, quantity, sum }, currency, onChange }: LineProps) {
  const step = (by: number, label: 'cart.less' | 'cart.more', sign: string) => {
    const to = quantity + by;
    const isPossible = to >= 0 && to <= 9;
    return (
      <button
        type="button"
        aria-label={text(label, { product: name })}
        aria-disabled={!isPossible}
        onClick={() => isPossible && onChange(product, to)}
      >
        {sign}
      </button>
    );
  };
  return (
    <li>
      <img src={artOf(product)} alt="" width="64" height="64" />
      <div>
        <strong>{name}</strong>
        <span class="small">{detail}</span>
      </div>
      <fieldset class="stepper" aria-label={text('cart.quantity', { product: name })}>
        {step(-1, 'cart.less', '−')}
        <output>{quantity}</output>
        {step(1, 'cart.more', '+')}
      </fieldset>
      <span class="price">{money(sum, currency)}</span>
    </li>
  );
}
