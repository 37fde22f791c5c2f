import type { sdk } from 'embeddable-wallet';
import { baskets, chosen, shoppers } from './choices.ts';
import { text } from './language.ts';
import { logEvent } from './timeline.ts';

/** What the shop's own backend has written into the page, and what it answers. No other part of the page talks to it. */

type Shop = {
  publishableKey: string;
  merchantId: number;
  baseUrl: string;
  /** For what is paid at a provider: where this shop is told of it. */
  callbackUrl: string;
  /** Of the service's inspector, where both run on this machine. */
  inspectorUrl?: string;
};

export const shop = (): Shop => JSON.parse(document.getElementById('shop')?.textContent ?? '{}');

export type Line = { product: string; name: string; detail: string; quantity: number; sum: string };
export type Cart = {
  lines: Line[];
  amount: string;
  currency: string;
  /** Of the order that this will be. */
  orderId: string;
  /** Asked for with the cart: the wallet's room is known before the wallet comes. */
  session?: Session | undefined;
};

export type Order = {
  id: string;
  lines: Line[];
  amount: string;
  currency: string;
  placedAt: number;
  status: 'unpaid' | 'authorised' | 'paid' | 'refunded' | 'disputed';
  refusal: { code: string; message: string } | null;
  /** By the backend's lookup; null where it does not know. */
  paidWith: { name: string; last4: string } | null;
  transactionId: string | null;
  /** The billing method whose outcome is not known yet. */
  awaiting: string | null;
  /** What came on top of what has paid it; `isBack` is null while nobody knows. */
  surpluses: { transactionId: string; amount: string; currency: string; isBack: boolean | null }[];
};

export type Shopper = 'user' | 'guest';
export type Mode = 'SALE' | 'AUTH' | 'SALE_3DS' | 'AUTH_3DS';
export type PaymentMethod = Awaited<ReturnType<typeof sdk.wallet.getPaymentMethod>>;
/** As the service answered the backend: nothing but the wallet reads it. */
type Session = { refreshToken: string; hint: string; as: Shopper };

/** The refusal of a payment that the shopper stopped: news, no trouble. */
export const OWN_STOP = 'cancelled_by_cardholder';

/** A refusal with words for the shopper. */
export class ShopError extends Error {
  readonly isOwnStop: boolean;

  constructor(
    message: string,
    { isOwnStop = false, ...options }: ErrorOptions & { isOwnStop?: boolean } = {},
  ) {
    super(message, options);
    this.isOwnStop = isOwnStop;
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

/** No answer, or the page of something that stands before the shop. */
function unreachable(cause: unknown): never {
  throw new ShopError(text('error.offline'), { cause });
}

export const startSession = async (as: Shopper): Promise<Session> => ({
  ...(await call<Omit<Session, 'as'>>('POST', '/session', { as })),
  as,
});
/** The backend knows what is in each basket, and its price. */
export async function getCart(): Promise<Cart> {
  const cart = await call<Cart>('GET', `/cart?basket=${chosen(baskets)}`);
  sessionStorage.setItem(orderKey, cart.orderId);
  return cart;
}
const orderKey = 'sandbox-order';
/** The order that the page is about, or else the one that this tab's cart will be. */
export const presentOrder = (): string | null =>
  /\/orders\/([^/?]+)/.exec(location.pathname)?.[1] ?? sessionStorage.getItem(orderKey);
/** For a wallet that is to pay it. A session that does not come is asked for again by the wallet. */
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
 * The backend knows the cart and so the amount, and decides how to bill; the payment method goes to it as the wallet gave
 * it. `mode` is of the developer's drawer, and read in development alone.
 */
export const placeOrder = (paymentMethod: PaymentMethod, mode: Mode | undefined) =>
  call<{ order: Order }>('POST', '/orders', { paymentMethod, mode });

/** What became of a payment, by the backend's own lookup. */
export const verifyPayment = (transactionId: string) =>
  call<{ order: Order }>('GET', `/payments/${encodeURIComponent(transactionId)}`);
/** Places the order before its payment; it must arrive although the page may be left for the provider. */
export const placeUnpaid = () => call<{ order: Order }>('POST', '/orders/placed', {}, true);
/** The wallet says that a payment has ended: the backend looks it up. */
export const takeUpPayment = (id: string, transactionId: string) =>
  call<{ order: Order }>('POST', `/orders/${id}/payment`, { transactionId });

export const getOrders = () => call<{ orders: Order[] }>('GET', '/orders');
/** Back from a provider, the address names the payment. What it says of its outcome is not read. */
export const getOrder = (id: string) => {
  const transactionId = new URLSearchParams(location.search).get('transaction_id');
  return transactionId ? takeUpPayment(id, transactionId) : call<{ order: Order }>('GET', `/orders/${id}`);
};
export const getRecord = (id: string) =>
  call<{ record: object; callbacks: object[] }>('GET', `/orders/${id}/record`);
/** For the developer's drawer: a card of this shopper's that is past its date. */
export const saveExpiredCard = () => call('POST', '/drawer/expired-card', {});
export const capture = (id: string) => call<{ order: Order }>('POST', `/orders/${id}/capture`);
export const refund = (id: string) => call<{ order: Order }>('POST', `/orders/${id}/refund`);
