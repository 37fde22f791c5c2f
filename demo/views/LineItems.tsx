import coffee from '../art/coffee.svg';
import cup from '../art/cup.svg';
import dripper from '../art/dripper.svg';
import tasting from '../art/tasting.svg';
import { text } from '../ui/language.ts';
import type { Line, Order } from '../ui/shop-api.ts';
import { money } from '../ui/words.ts';
import { MOST } from './use-cart.ts';

/** Drawings of the products, by name. */
const drawings: Record<string, string> = { coffee, cup, dripper, tasting };

type Props = {
  readonly cart: Pick<Order, 'lines' | 'amount' | 'currency'> | undefined;
  /** Adds `by` pieces to a cart; the quantities of an order stay. */
  readonly onChange?: (product: string, by: number) => void;
};

/** The lines of a cart or of an order, and their sum. */
export function LineItems({ cart, onChange }: Props) {
  return (
    <>
      <ul class="lines">
        {cart?.lines.map((line) => (
          <li key={line.product}>
            <img src={drawings[line.product] ?? cup} alt="" width="64" height="64" />
            <div>
              <strong>{line.name}</strong>
              {onChange && <span class="small">{line.detail}</span>}
            </div>
            {onChange ? <Stepper line={line} onChange={onChange} /> : <span>× {line.quantity}</span>}
            <span class="price">{money(line.sum, cart.currency)}</span>
          </li>
        ))}
      </ul>
      <dl class="sums">
        {onChange && (
          <div>
            <dt>{text('cart.delivery')}</dt>
            <dd>{text('cart.free')}</dd>
          </div>
        )}
        <div class="total">
          <dt>{text('cart.total')}</dt>
          <dd aria-live="polite">{cart && money(cart.amount, cart.currency)}</dd>
        </div>
      </dl>
    </>
  );
}

function Stepper({ line, onChange }: Required<Pick<Props, 'onChange'>> & { line: Line }) {
  const { product, name, quantity } = line;
  const step = (by: number, label: 'cart.less' | 'cart.more', sign: string) => {
    const isPossible = quantity + by >= 0 && quantity + by <= MOST;
    return (
      <button
        type="button"
        aria-label={text(label, { product: name })}
        aria-disabled={!isPossible}
        onClick={() => isPossible && onChange(product, by)}
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
