import { artOf } from '../ui/art.ts';
import { problemText } from '../ui/checkout.ts';
import { element } from '../ui/element.ts';
import { nameTab, text } from '../ui/language.ts';
import { capture, getOrder, getRecord, type Order, refund } from '../ui/shop-api.ts';
import { logCallbacks } from '../ui/timeline.ts';
import { dateText, money, orderWords, shortId, surplusTexts } from '../ui/words.ts';
import { badge } from './orders-page.ts';

/** How long until an order whose outcome is open is asked for again. */
const lookAgainMs = 3000;
/** How often it is asked for a callback that has not come. */
const CALLBACK_LOOKS = 3;

export async function showOrder(main: HTMLElement, id: string) {
  try {
    const { order } = await getOrder(id);
    render(main, order);
  } catch (error) {
    main.replaceChildren(
      element('h1', {}, text('order.notFound')),
      element('p', { role: 'alert' }, problemText(error)),
      element('a', { href: '/orders' }, text('nav.orders')),
    );
  }
}

function render(main: HTMLElement, order: Order) {
  const words = orderWords(order);
  nameTab(words.title);
  main.replaceChildren(
    element(
      'p',
      { class: 'small' },
      `${text('order.number', { id: shortId(order.id) })} · ${dateText(order.placedAt)}`,
    ),
    element('h1', { tabindex: '-1', 'data-state': order.status }, words.title),
    element('p', { class: 'lead' }, words.text),
    summary(order, words.paidWith),
    desk(main, order),
  );
  if (order.awaiting) setTimeout(() => showOrder(main, order.id), lookAgainMs);
}

function summary({ lines, amount, currency }: Order, paidWith: string): HTMLElement {
  const rows = lines.map((line) =>
    element(
      'li',
      {},
      element('img', { src: artOf(line.product), alt: '', width: '64', height: '64' }),
      element('div', {}, element('strong', {}, line.name)),
      element('span', {}, `× ${line.quantity}`),
      element('span', { class: 'price' }, money(line.sum, currency)),
    ),
  );
  const total = element(
    'div',
    { class: 'total' },
    element('dt', {}, text('cart.total')),
    element('dd', {}, money(amount, currency)),
  );
  return element(
    'section',
    { class: 'panel', 'aria-label': text('order.items') },
    element('ul', { class: 'lines' }, ...rows),
    element('dl', { class: 'sums' }, total),
    ...(paidWith ? [element('p', { class: 'paid-with' }, paidWith)] : []),
  );
}

/** What the shop's staff would see: the payment's state, what can be done, and what the service has on record. */
function desk(main: HTMLElement, order: Order): HTMLElement {
  const refusal = order.status === 'unpaid' ? undefined : order.refusal?.message;
  const problem = element('p', { class: 'problem', role: 'alert' }, refusal ?? '');
  const act = (name: string, action: typeof capture) =>
    element('button', { type: 'button', class: 'secondary', click: () => run(action) }, name);
  const run = async (action: typeof capture) => {
    try {
      render(main, (await action(order.id)).order);
      main.querySelector('h1')?.focus();
    } catch (error) {
      problem.textContent = problemText(error);
    }
  };
  const sum = money(order.amount, order.currency);
  const open = order.awaiting === null;
  return element(
    'section',
    { class: 'desk', 'aria-labelledby': 'desk-title' },
    element('header', {}, element('h2', { id: 'desk-title' }, text('desk.title')), badge(order)),
    element(
      'div',
      { class: 'actions' },
      ...(open && order.status === 'authorised' ? [act(text('desk.capture', { sum }), capture)] : []),
      ...(open && order.status === 'paid' ? [act(text('desk.refund', { sum }), refund)] : []),
    ),
    problem,
    ...surplusTexts(order).map((said) => element('p', { class: 'surplus' }, said)),
    ...(order.transactionId ? [record(order.id)] : []),
  );
}

function record(id: string): HTMLElement {
  const shown = element('pre', { tabindex: '0', 'aria-label': 'Transaction record' }, 'Looking it up …');
  const told = element('pre', { tabindex: '0', 'aria-label': 'Callbacks received' });
  const look = async (timesLeft: number) => {
    const answer = await getRecord(id);
    shown.textContent = JSON.stringify(answer.record, null, 2);
    logCallbacks(answer.callbacks);
    told.textContent = `Callbacks received and verified: ${JSON.stringify(answer.callbacks, null, 2)}`;
    // The callback of what was just paid is still on its way.
    if (answer.callbacks.length === 0 && timesLeft > 0)
      setTimeout(() => shown.isConnected && look(timesLeft - 1).catch(fail), lookAgainMs);
  };
  const fail = (error: unknown) => {
    shown.textContent = problemText(error);
  };
  look(CALLBACK_LOOKS).catch(fail);
  const title = element('summary', {}, 'Lookup: GET /wallet/api/v1/transactions/…');
  return element('details', { lang: 'en', dir: 'ltr' }, title, shown, told);
}
