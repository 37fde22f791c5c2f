import { problemText } from '../ui/checkout.ts';
import { element } from '../ui/element.ts';
import { getOrders, type Order } from '../ui/shop-api.ts';
import { dateText, money, orderWords, shortId } from '../ui/words.ts';

export async function showOrders(main: HTMLElement) {
  document.title = 'Your orders · Morrow Coffee';
  main.append(element('h1', {}, 'Your orders'));
  try {
    const { orders } = await getOrders();
    main.append(orders.length > 0 ? list(orders) : nothingYet());
  } catch (error) {
    main.append(element('p', { class: 'problem', role: 'alert' }, problemText(error)));
  }
}

function list(orders: Order[]): HTMLElement {
  return element('ul', { class: 'orders panel' }, ...orders.map(row));
}

function row(order: Order): HTMLElement {
  return element(
    'li',
    {},
    element('a', { href: `/orders/${order.id}` }, `Order ${shortId(order.id)}`),
    element('span', { class: 'small' }, dateText(order.placedAt)),
    badge(order),
    element('span', { class: 'price' }, money(order.amount, order.currency)),
  );
}

export function badge(order: Order): HTMLElement {
  const state = order.awaiting ? 'checking' : order.status;
  return element('span', { class: 'badge', 'data-state': state }, orderWords(order).badge);
}

function nothingYet(): HTMLElement {
  return element(
    'div',
    { class: 'panel empty' },
    element('p', {}, 'No orders yet.'),
    element('a', { class: 'primary', href: '/' }, 'Go to checkout'),
  );
}
