import { useEffect } from 'preact/hooks';
import { artOf } from '../ui/art.ts';
import type { Cart, Line } from '../ui/shop-api.ts';
import { money } from '../ui/words.ts';
import { Link } from './Link.tsx';

type Change = (product: string, quantity: number) => void;

export function CartView({ cart, onChange }: { cart: Cart | undefined; onChange: Change }) {
  useEffect(() => {
    document.title = 'Cart · Morrow Coffee';
  }, []);
  return (
    <>
      <h1>Your cart</h1>
      {cart && (
        <section class="panel" aria-label="Items">
          <ul class="lines">
            {cart.lines.map((line) => (
              <CartLine key={line.product} line={line} currency={cart.currency} onChange={onChange} />
            ))}
          </ul>
          <dl class="sums">
            <div class="total">
              <dt>Total</dt>
              <dd aria-live="polite">{money(cart.amount, cart.currency)}</dd>
            </div>
          </dl>
          <Link class="primary" href="/spa/">
            To checkout
          </Link>
        </section>
      )}
    </>
  );
}

type LineProps = { line: Line; currency: string; onChange: Change };

function CartLine({ line: { product, name, detail, quantity, sum }, currency, onChange }: LineProps) {
  const step = (by: number, label: string, sign: string) => {
    const to = quantity + by;
    const isPossible = to >= 0 && to <= 9;
    return (
      <button
        type="button"
        aria-label={`${label} ${name}`}
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
      <fieldset class="stepper" aria-label={`Quantity of ${name}`}>
        {step(-1, 'One less', '−')}
        <output>{quantity}</output>
        {step(1, 'One more', '+')}
      </fieldset>
      <span class="price">{money(sum, currency)}</span>
    </li>
  );
}
