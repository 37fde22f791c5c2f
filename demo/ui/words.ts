import { isTextKey } from '../texts/page-texts.ts';
import type { ChosenMethod } from './checkout.ts';
import { numberLocale, text } from './language.ts';
import { CANCELLED_BY_SHOPPER, type Cart, type Order } from './shop-api.ts';

/** "48.50", "EUR" → "€48.50" */
export function money(amount: string, currency: string): string {
  const format = new Intl.NumberFormat(numberLocale(), { style: 'currency', currency });
  // In text from right to left a sign such as "UK£" would be torn apart.
  const [open, close] = document.dir === 'rtl' ? ['\u2066', '\u2069'] : ['', ''];
  return format
    .formatToParts(Number(amount))
    .map(({ type, value }) => (type === 'currency' ? `${open}${value}${close}` : value))
    .join('');
}

export function dateText(time: number): string {
  return new Intl.DateTimeFormat(numberLocale(), { dateStyle: 'medium', timeStyle: 'short' }).format(time);
}

export const shortId = (id: string) => id.slice(0, 8).toUpperCase();

/** The whole cart in one line. */
export function cartLine({ lines, amount, currency }: Cart): string {
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const items = text(count === 1 ? 'cart.items.one' : 'cart.items.other', { count: String(count) });
  return `${items} · ${money(amount, currency)}`;
}

/** Its parts stay on one line. */
const methodText = ({ name, last4 }: NonNullable<Order['paidWith']>) =>
  last4 ? `${name}\u00a0••••\u00a0${last4}` : name;

/** The label of the button that pays, as far as the wallet has named a method. */
export function payText({ amount, currency }: Cart, { method }: ChosenMethod): string {
  const sum = money(amount, currency);
  if (!method) return text('pay.amount', { sum });
  const last4 = method.type === 'card' ? method.last_4_digits : '';
  return text('pay.with', { sum, method: methodText({ name: method.name, last4 }) });
}

type OrderWords = {
  /** The heading of an order. */
  readonly title: string;
  /** Its badge in the list. */
  readonly badge: string;
  /** What its state means for the shopper. */
  readonly text: string;
  /** What it was paid with; empty if it is unpaid or the backend does not know. */
  readonly paidWith: string;
};

export function orderWords(order: Order): OrderWords {
  const { awaiting, status, refusal, amount, currency } = order;
  const state = awaiting ? 'checking' : status;
  const declined = state === 'unpaid' ? refusal : null;
  const isBadged = declined !== null && declined.code !== CANCELLED_BY_SHOPPER;
  return {
    title: text(`order.${state}.title`),
    badge: text(isBadged ? 'order.declined.badge' : `order.${state}.badge`),
    text: declined ? declined.message : text(`order.${state}.text`, { sum: money(amount, currency) }),
    paidWith: paidWithText(`order.${state}.with`, order),
  };
}

/** What staff have to know of surplus payments, one sentence each. */
export function surplusTexts({ surpluses }: Order): string[] {
  return surpluses.map(({ transactionId, amount, currency, isBack }) => {
    const key = isBack === null ? 'surplus.open' : isBack ? 'surplus.back' : 'surplus.kept';
    return text(key, { sum: money(amount, currency), id: transactionId });
  });
}

function paidWithText(key: string, { paidWith }: Order): string {
  return paidWith && isTextKey(key) ? text(key, { method: methodText(paidWith) }) : '';
}
