import { problemText } from '../ui/checkout.ts';
import { element } from '../ui/element.ts';
import { nameTab, text } from '../ui/language.ts';
import { getOrders, type Order } from '../ui/shop-api.ts';
import { dateText, money, orderWords, shortId, surplusTexts } from '../ui/words.ts';

export async function showOrders(main: HTMLElement) {
  nameTab(text('nav.orders'));
  const title = element('h1', {}, text('nav.orders'));
  try {
    const { orders } = await getOrders();
    main.replaceChildren(title, orders.length > 0 ? list(orders) : nothingYet());
  } catch (error) {
    main.replaceChildren(title, element('p', { class: 'problem', role: 'alert' }, problemText(error)));
  }
}

function list(orders: Order[]): HTMLElement {
  return element('ul', { class: 'orders panel' }, ...orders.map(row));
}

function row(order: Order): HTMLElement {
  return element(
    'li',
    {},
    element('a', { href: `/orders/${order.id}` }, text('order.number', { id: shortId(order.id) })),
    element('span', { class: 'small' }, dateText(order.placedAt)),
    badge(order),
    element('span', { class: 'price' }, money(order.amount, order.currency)),
    ...surplusTexts(order).map((said) => element('p', { class: 'surplus' }, said)),
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
    element('p', {}, text('orders.none')),
    element('a', { class: 'primary', href: '/' }, text('orders.toCheckout')),
  );
}
