import type { MaskedPaymentMethod, PaymentDetails, sdk } from 'embeddable-wallet';
import type { TextKey } from '../texts/texts.ts';
import { onLanguage, text } from './language.ts';
import { shopLook } from './look.ts';
import type { Sandbox } from './sandbox.ts';
import {
  type Cart,
  type Mode,
  type Order,
  OWN_STOP,
  placeOrder,
  placeUnpaid,
  ShopError,
  shop,
  startSession,
  takeUpPayment,
  verifyPayment,
} from './shop-api.ts';
import { logEvent, logLookup } from './timeline.ts';

export type Sdk = typeof sdk;

/** With a cart the wallet is there to pay it; without one, to look after saved cards. */
type OpenWalletInput = {
  as: Pick<Sandbox, 'shopper' | 'locale' | 'theme' | 'available' | 'express' | 'layout'>;
  cart?: Cart;
  container: string;
};

/**
 * From an empty container to a wallet in it: the frame loads while the backend is asked for the session, unless that came with the
 * cart. A script tag knows the service's address, an import must be told.
 */
export async function openWallet({ auth, wallet }: Sdk, { as, cart, container }: OpenWalletInput) {
  const { publishableKey, merchantId, baseUrl } = shop();
  const settings = {
    merchant_id: merchantId,
    container,
    locale: as.locale,
    appearance: { theme: as.theme, variables: shopLook },
    sandbox_available: as.available,
    express: as.express,
    layout: as.layout,
  };
  let begun = cart?.session?.as === as.shopper ? cart.session : undefined;
  const hint = begun?.hint;
  const refreshToken = () => {
    const session = begun ?? startSession(as.shopper);
    begun = undefined;
    return session;
  };
  await Promise.all([
    auth.connect({ publishableKey, baseUrl, refreshToken, hint }),
    cart
      ? wallet.init({ ...settings, view: 'CHECKOUT' }, detailsOf(cart))
      : wallet.init({ ...settings, view: 'MANAGE' }),
  ]);
}

/** What is to be paid, and for payments at a provider: where the shopper and the news of it come back to. */
export function detailsOf({ currency, amount, orderId }: Cart): PaymentDetails {
  const path = location.pathname.startsWith('/spa') ? '/spa/orders' : '/orders';
  return {
    currency,
    amount,
    return_url: `${location.origin}${path}/${orderId}`,
    callback_url: shop().callbackUrl,
    metadata: { order_id: orderId },
  };
}

export type Choice = {
  /** Enough to say what will be paid with; null until the method can be used, as a card that is typed in part. */
  readonly method: MaskedPaymentMethod | null;
  /** The shopper goes on at the provider. Of a method that was kept the wallet knows what the provider bills. */
  readonly isAtProvider: boolean;
};

export const nothingChosen: Choice = { method: null, isAtProvider: false };

/** Tells what the shopper has chosen to pay with, at each change. */
export function watchChoice({ wallet }: Sdk, tell: (choice: Choice) => void): () => void {
  return wallet.on('checkoutReady', ({ paymentMethod: method }) => {
    tell({ method, isAtProvider: method !== null && method.type !== 'card' && method.last_4_digits === '' });
  });
}

/** An express button was pressed: what is paid with, at once, whatever is chosen below. */
export function onExpress({ wallet }: Sdk, pay: (choice: Choice) => void): () => void {
  return wallet.on('expressPay', ({ paymentMethod: method }) => pay({ method, isAtProvider: true }));
}

/** Pays in the click, as a provider's method opens a window. */
export const payBy = (sdk: Sdk, { method }: Choice, drawerMode: Mode | undefined) =>
  method?.type === 'instant' ? payAtProvider(sdk) : payWith(sdk, drawerMode);

/** What the shopper is told from Pay on, until there is an outcome. */
export const underWayText = ({ isAtProvider }: Choice) =>
  text(isAtProvider ? 'pay.inWindow' : 'pay.underWay');

/** The wallet speaks what the shop speaks, also when that changes while it stands; what is typed stays. */
export function followLanguage({ wallet }: Sdk, as: () => Pick<Sandbox, 'locale'>): () => void {
  // A wallet that does not stand opens in the right language.
  return onLanguage(() => wallet.setLocale(as().locale).catch(() => {}));
}

/** Pays at the chosen provider; first of all, in the click, as that opens a window. Its event brings the order. */
async function payAtProvider({ wallet }: Sdk): Promise<null> {
  const payment = wallet.makeInstantPayment();
  logEvent('page', 'makeInstantPayment', 'in the click, as a window opens');
  await Promise.all([payment, placeUnpaid()]);
  return null;
}

type OnProviderEndedInput = { orderId: () => string; finish: (paying: Promise<Order>) => void };

/** Payments at a provider end by an event, also one that nobody waited for any more. The backend looks up how. */
export function onProviderEnded({ wallet }: Sdk, { orderId, finish }: OnProviderEndedInput): () => void {
  return wallet.on('paymentCompleted', ({ transaction_id }) => {
    finish(orderOf(takeUpPayment(orderId(), transaction_id)));
  });
}

const refused = ({ code, message }: NonNullable<Order['refusal']>) =>
  new ShopError(message, { isOwnStop: code === OWN_STOP });

async function orderOf(answer: Promise<{ order: Order }>): Promise<Order> {
  const { order } = await answer;
  if (order.refusal) throw refused(order.refusal);
  return order;
}

/**
 * Asks the wallet for the payment method, which shows the shopper what is missing, and pays with it. Null while the bank
 * asks the shopper: `onConfirmed` goes on from there. `drawerMode` is for developers: a shop's page names no method.
 */
async function payWith({ wallet }: Sdk, drawerMode: Mode | undefined): Promise<Order | null> {
  const paymentMethod = await wallet.getPaymentMethod();
  logEvent('page', 'getPaymentMethod', `to the backend, which bills ${drawerMode ?? 'as it decides'}`);
  const { order } = await placeOrder(paymentMethod, drawerMode);
  if (order.refusal) throw refused(order.refusal);
  if (!order.awaiting?.endsWith('_3DS')) return order;
  logEvent('backend', 'awaiting_confirmation 1', 'nothing is paid yet, and no CHARGE is sent');
  return null;
}

/**
 * The event says that a challenge ended, or that the shopper went on with it in another tab; how it stands, is for the
 * backend's lookup to say. Also after a reload in the middle.
 */
export function onConfirmed({ wallet }: Sdk, act: (order: Promise<Order>) => void): () => void {
  const stops = [
    wallet.on('after3DsComplete', ({ transaction_id }) => act(verified(transaction_id))),
    wallet.on('threeDsEnded', ({ transaction_id, reason }) => {
      if (reason === 'moved') act(elsewhere(transaction_id));
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

async function elsewhere(transactionId: string): Promise<Order> {
  const order = await verified(transactionId);
  if (order.awaiting) throw new ShopError(text('error.otherTab'));
  return order;
}

async function verified(transactionId: string): Promise<Order> {
  const { order } = await verifyPayment(transactionId);
  logLookup(order);
  if (order.status === 'unpaid' && order.refusal) throw refused(order.refusal);
  return order;
}

/** What a wallet that stands cannot say itself. */
const unsaid: Record<string, TextKey> = { popup_blocked: 'error.popup', destroyed: 'error.destroyed' };

/** What to tell the shopper when the shop failed, or the wallet did not open: what its place says is not said twice. */
export function problemText(error: unknown): string {
  if (error instanceof ShopError) return error.message;
  return /^frame_|^offline$|un(reachable|available)$/.test(codeOf(error)) ? '' : text('error.wallet');
}

/** Whether it tells of no more than what the shopper did. */
export const isOwnStop = (error: unknown) => error instanceof ShopError && error.isOwnStop;

/** Whatever keeps an open wallet from handing over, it says in place. */
export function paymentProblem(error: unknown): string {
  const code = codeOf(error);
  const isSaid = code !== '' && !/^(?:container|not)_/.test(code);
  if (unsaid[code]) return text(unsaid[code]);
  return isSaid ? '' : problemText(error);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
