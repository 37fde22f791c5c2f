import type { sdk } from 'embeddable-wallet';
import type { presentLines, presentOrder } from '../server/answers.ts';
import type { presentCart } from '../server/checkout-routes.ts';
import type { PageSettings } from '../server/pages.ts';
import { baskets, type Mode, type Shopper, shoppers } from '../settings/choices.ts';
import { chosen } from './choices.ts';
import { text } from './language.ts';
import { logEvent } from './Timeline.tsx';

/** The settings that the shop's backend wrote into the page, and its API. No other file of the page calls the backend. */

export const shop = (): PageSettings => JSON.parse(document.getElementById('shop')?.textContent ?? '{}');

export type Line = ReturnType<typeof presentLines>[number];
/** With a session, so that the wallet's height is known before the wallet comes. */
export type Cart = ReturnType<typeof presentCart> & { session?: Session | undefined };
export type Order = ReturnType<typeof presentOrder>;
export type PaymentMethod = Awaited<ReturnType<typeof sdk.wallet.getPaymentMethod>>;
/** The service's answer to the backend; the wallet alone reads it. */
type Session = { refreshToken: string; hint: string; as: Shopper };

/** Code of a payment that the shopper stopped: news, and no failure. */
export const CANCELLED_BY_SHOPPER = 'cancelled_by_cardholder';

/** A failure with a text for the shopper. */
export class ShopError extends Error {
  readonly isCancelled: boolean;

  constructor(
    message: string,
    { isCancelled = false, ...options }: ErrorOptions & { isCancelled?: boolean } = {},
  ) {
    super(message, options);
    this.isCancelled = isCancelled;
  }
}

async function call<Answer>(method: string, path: string, body?: object, keepalive = false): Promise<Answer> {
  const json = body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(`/api${path}`, { method, keepalive, ...json }).catch(unreachable);
  logEvent('backend', `${method} /api${path}: ${response.status}`);
  const answer = await response.json().catch(unreachable);
  if (answer.error) throw new ShopError(answer.error.message);
  return answer;
}

/** There is no answer, or a proxy's page in its place. */
function unreachable(cause: unknown): never {
  throw new ShopError(text('error.offline'), { cause });
}

export const startSession = async (as: Shopper): Promise<Session> => ({
  ...(await call<Omit<Session, 'as'>>('POST', '/session', { as })),
  as,
});
/** The backend knows what is in each basket, and its price. */
async function getCart(): Promise<Cart> {
  const cart = await call<Cart>('GET', `/cart?basket=${chosen(baskets)}`);
  sessionStorage.setItem(orderKey, cart.orderId);
  return cart;
}
const orderKey = 'sandbox-order';
/** Id of the order that the page shows, or else of this tab's cart. */
export const currentOrderId = (): string | null =>
  /\/orders\/([^/?]+)/.exec(location.pathname)?.[1] ?? sessionStorage.getItem(orderKey);
/** The cart with a session for the wallet that pays it. If the session fails, the wallet asks for one itself. */
export async function getCartToPay(): Promise<Cart> {
  const [cart, session] = await Promise.all([
    getCart(),
    startSession(chosen(shoppers)).catch(() => undefined),
  ]);
  return { ...cart, session };
}
export const setQuantity = (product: string, quantity: number) =>
  call<Cart>('PUT', '/cart', { product, quantity });

/**
 * The backend knows the cart and so the amount, and decides how to bill. The payment method goes to it unmodified. `mode` is the
 * choice of the developer's drawer; the backend reads it in development only.
 */
export const payOrder = (paymentMethod: PaymentMethod, mode: Mode | undefined) =>
  call<{ order: Order }>('POST', '/orders', { paymentMethod, mode });

/** The outcome of a payment, by the backend's own lookup. */
export const verifyPayment = (transactionId: string) =>
  call<{ order: Order }>('GET', `/payments/${encodeURIComponent(transactionId)}`);
/** Places the order before its payment. The request must arrive even if the page is left for the provider. */
export const placeOrder = () => call<{ order: Order }>('POST', '/orders/placed', {}, true);
/** Has the backend look up a payment that has ended, as the wallet says. */
export const attachPayment = (id: string, transactionId: string) =>
  call<{ order: Order }>('POST', `/orders/${id}/payment`, { transactionId });

export const getOrders = () => call<{ orders: Order[] }>('GET', '/orders');
/** After a return from a provider the address names the payment. Nothing reads what it says of the outcome. */
export const getOrder = (id: string) => {
  const transactionId = new URLSearchParams(location.search).get('transaction_id');
  return transactionId ? attachPayment(id, transactionId) : call<{ order: Order }>('GET', `/orders/${id}`);
};
export const getRecord = (id: string) =>
  call<{ record: object; callbacks: object[] }>('GET', `/orders/${id}/record`);
/** For the developer's drawer: saves an expired card for this shopper. */
export const saveExpiredCard = () => call('POST', '/drawer/expired-card', {});
export const capture = (id: string) => call<{ order: Order }>('POST', `/orders/${id}/capture`);
export const refund = (id: string) => call<{ order: Order }>('POST', `/orders/${id}/refund`);
