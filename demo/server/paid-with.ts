import type { Order } from './orders.ts';

/** As shoppers know what the service writes in lower case. */
const names: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  maestro: 'Maestro',
  tr: 'Troy',
  applepay: 'Apple Pay',
  googlepay: 'Google Pay',
  paypal: 'PayPal',
  amazonpay: 'Amazon Pay',
};

/**
 * A card by brand and last four, a provider by its name: the card behind it is not what the shopper chose. Null for a card
 * of which no billing answer has come.
 */
export function paidWith({ paidBy, method }: Pick<Order, 'paidBy' | 'method'>) {
  if (!paidBy) return null;
  if (paidBy.source !== 'card') return { name: nameOf(paidBy.source), last4: '' };
  return method?.id === paidBy.id ? { name: nameOf(method.issuer), last4: method.last4 } : null;
}

const nameOf = (known: string) => names[known] ?? known;
