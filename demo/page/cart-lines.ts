import { artOf } from '../ui/art.ts';
import { element } from '../ui/element.ts';
import { text } from '../ui/language.ts';
import type { Cart, Line } from '../ui/shop-api.ts';
import { money } from '../ui/words.ts';

export type Change = (product: string, quantity: number) => void;

export function cartLines({ lines, currency }: Cart, onChange: Change): HTMLElement[] {
  return lines.map((line) =>
    element(
      'li',
      {},
      element('img', { src: artOf(line.product), alt: '', width: '64', height: '64' }),
      element('div', {}, element('strong', {}, line.name), element('span', { class: 'small' }, line.detail)),
      stepper(line, onChange),
      element('span', { class: 'price' }, money(line.sum, currency)),
    ),
  );
}

function stepper({ product, name, quantity }: Line, onChange: Change): HTMLElement {
  const step = (by: number, label: 'cart.less' | 'cart.more', sign: string) => {
    const to = quantity + by;
    const possible = to >= 0 && to <= 9;
    return element(
      'button',
      {
        id: `${product}${by}`,
        type: 'button',
        'aria-label': text(label, { product: name }),
        'aria-disabled': String(!possible),
        click: () => possible && onChange(product, to),
      },
      sign,
    );
  };
  return element(
    'div',
    { class: 'stepper', role: 'group', 'aria-label': text('cart.quantity', { product: name }) },
    step(-1, 'cart.less', '−'),
    element('output', {}, String(quantity)),
    step(1, 'cart.more', '+'),
  );
}
