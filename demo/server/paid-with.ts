import type { Order } from './records/orders.ts';

/** Names that shoppers know, by the service's lower-case names. */
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
 * What an order was paid with: a card by brand and last four digits, a provider by its name alone, as the shopper did not choose
 * the card behind it. Null for a card without a billing answer.
 */
export function paidWith({ paidBy, method }: Pick<Order, 'paidBy' | 'method'>) {
  if (!paidBy) return null;
  if (paidBy.source !== 'card') return { name: nameOf(paidBy.source), last4: '' };
  return method?.id === paidBy.id ? { name: nameOf(method.issuer), last4: method.last4 } : null;
}

const nameOf = (name: string) => names[name] ?? name;
