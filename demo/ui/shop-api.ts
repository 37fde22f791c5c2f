import type { sdk } from 'embeddable-wallet';
import { baskets, chosen } from './choices.ts';

/** What the shop's own backend answers. No other part of the page talks to it. */

export type Line = { product: string; name: string; detail: string; quantity: number; sum: string };
export type Cart = { lines: Line[]; amount: string; currency: string };

export type Order = {
  id: string;
  lines: Line[];
  amount: string;
  currency: string;
  placedAt: number;
  status: 'unpaid' | 'authorised' | 'paid' | 'refunded' | 'disputed';
  refusal: { code: string; message: string } | null;
  transactionId: string | null;
  /** The billing method whose outcome is not known yet. */
  awaiting: string | null;
};

export type Shopper = 'user' | 'guest';
export type Mode = 'SALE' | 'AUTH' | 'SALE_3DS' | 'AUTH_3DS';
export type PaymentMethod = Awaited<ReturnType<typeof sdk.wallet.getPaymentMethod>>;
export type Session = { refreshToken: string; publishableKey: string; merchantId: number; baseUrl: string };

/** A refusal with words for the shopper. */
export class ShopError extends Error {}

const offline = 'The shop cannot be reached. Check your connection and try again.';

async function call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`/api${path}`, {
    method,
    ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch((cause) => {
    throw new ShopError(offline, { cause });
  });
  const answer = await response.json();
  if (answer.error) throw new ShopError(answer.error.message);
  return answer;
}

export const startSession = (as: Shopper) => call<Session>('POST', '/session', { as });
/** The backend knows what is in each basket, and its price. */
export const getCart = () => call<Cart>('GET', `/cart?basket=${chosen(baskets)}`);
export const setQuantity = (product: string, quantity: number) =>
  call<Cart>('PUT', '/cart', { product, quantity });

/** The backend knows the cart and so the amount; the payment method goes to it as the wallet gave it. */
export const placeOrder = (paymentMethod: PaymentMethod, mode: Mode) =>
  call<{ order: Order }>('POST', '/orders', { paymentMethod, mode });

/** What became of a payment, by the backend's own lookup. */
export const verifyPayment = (transactionId: string) =>
  call<{ order: Order }>('GET', `/payments/${encodeURIComponent(transactionId)}`);

export const getOrders = () => call<{ orders: Order[] }>('GET', '/orders');
export const getOrder = (id: string) => call<{ order: Order }>('GET', `/orders/${id}`);
export const getRecord = (id: string) =>
  call<{ record: object; callbacks: object[] }>('GET', `/orders/${id}/record`);
export const capture = (id: string) => call<{ order: Order }>('POST', `/orders/${id}/capture`);
export const refund = (id: string) => call<{ order: Order }>('POST', `/orders/${id}/refund`);
