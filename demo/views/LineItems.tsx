import type { ComponentChildren } from 'preact';
import { artOf } from '../ui/art.ts';
import { text } from '../ui/language.ts';
import type { Cart, Line } from '../ui/shop-api.ts';
import { money } from '../ui/words.ts';

type Change = (product: string, quantity: number) => void;

type LineItemsProps = {
  readonly of: Pick<Cart, 'lines' | 'currency'> | undefined;
  /** Of a cart; the quantities of an order stay. */
  readonly onChange?: Change;
};

/** What is in a cart or in an order. */
export function LineItems({ of, onChange }: LineItemsProps) {
  return (
    <ul class="lines">
      {of?.lines.map((line) => (
        <li key={line.product}>
          <img src={artOf(line.product)} alt="" width="64" height="64" />
          <div>
            <strong>{line.name}</strong>
            {onChange && <span class="small">{line.detail}</span>}
          </div>
          {onChange ? <Stepper line={line} onChange={onChange} /> : <span>× {line.quantity}</span>}
          <span class="price">{money(line.sum, of.currency)}</span>
        </li>
      ))}
    </ul>
  );
}

function Stepper({ line, onChange }: { line: Line; onChange: Change }) {
  const { product, name, quantity } = line;
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
    <fieldset class="stepper" aria-label={text('cart.quantity', { product: name })}>
      {step(-1, 'cart.less', '−')}
      <output>{quantity}</output>
      {step(1, 'cart.more', '+')}
    </fieldset>
  );
}

type SumsProps = {
  readonly of: Pick<Cart, 'amount' | 'currency'> | undefined;
  /** Rows before the total. */
  readonly children?: ComponentChildren;
};

export function Sums({ of, children }: SumsProps) {
  return (
    <dl class="sums">
      {children}
      <div class="total">
        <dt>{text('cart.total')}</dt>
        <dd aria-live="polite">{of && money(of.amount, of.currency)}</dd>
      </div>
    </dl>
  );
}
