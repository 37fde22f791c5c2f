import type { Order } from './shop-api.ts';

/** "48.50", "EUR" → "€48.50" */
export function money(amount: string, currency: string): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(Number(amount));
}

export function dateText(time: number): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }).format(time);
}

export const shortId = (id: string) => id.slice(0, 8).toUpperCase();

/** What heads an order, what marks it in the list, and what that means for the shopper. */
export function orderWords(order: Order): { title: string; badge: string; text: string } {
  const sum = money(order.amount, order.currency);
  if (order.awaiting) return checking;
  switch (order.status) {
    case 'paid':
      return { title: 'Order paid', badge: 'Paid', text: `Thank you. We received ${sum}.` };
    case 'authorised':
      return {
        title: 'Order authorised',
        badge: 'Authorised',
        text: `Your bank has set ${sum} aside. It is charged when the order ships.`,
      };
    case 'refunded':
      return { title: 'Order refunded', badge: 'Refunded', text: `${sum} is on its way back to your card.` };
    case 'disputed':
      return {
        title: 'Payment on hold',
        badge: 'On hold',
        text: 'The payment record does not match this order. We are looking into it; please do not pay again.',
      };
    case 'unpaid':
      return {
        title: 'Order not paid',
        badge: order.refusal ? 'Declined' : 'Not paid',
        text: order.refusal?.message ?? 'Nothing was charged.',
      };
  }
}

const checking = {
  title: 'Checking your payment',
  badge: 'Checking',
  text: 'The answer of the payment service was lost. We are looking it up; please do not pay again.',
};
