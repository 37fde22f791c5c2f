import type { MaskedPaymentMethod, PaymentDetails, sdk } from 'embeddable-wallet';
import type { Mode } from '../settings/choices.ts';
import type { DrawerSettings } from '../settings/drawer-settings.ts';
import { walletSettings } from '../settings/wallet-settings.ts';
import type { TextKey } from '../texts/page-texts.ts';
import { text } from './language.ts';
import {
  attachPayment,
  CANCELLED_BY_SHOPPER,
  type Cart,
  type Order,
  payOrder,
  placeOrder,
  ShopError,
  shop,
  startSession,
  verifyPayment,
} from './shop-api.ts';
import { logEvent, logLookup } from './Timeline.tsx';

export type Sdk = typeof sdk;

type WalletOptions = {
  as: Pick<DrawerSettings, 'shopper' | 'locale' | 'theme' | 'available' | 'express' | 'layout'>;
  /** To be paid; without a cart the wallet shows the saved cards. */
  cart?: Cart;
  container: string;
};

/**
 * Opens a wallet in the container, in which the backend has written its frame, or there is none yet. The frame loads while the
 * backend is asked for the session, unless that came with the cart. A script tag knows the service's address, an import must be told.
 */
export async function openWallet({ auth, wallet }: Sdk, { as, cart, container }: WalletOptions) {
  const { publishableKey, merchantId, baseUrl } = shop();
  const settings = { ...walletSettings(as, merchantId), container };
  let fromCart = cart?.session?.as === as.shopper ? cart.session : undefined;
  const hint = fromCart?.hint;
  const refreshToken = () => {
    const session = fromCart ?? startSession(as.shopper);
    fromCart = undefined;
    return session;
  };
  await Promise.all([
    auth.connect({ publishableKey, baseUrl, refreshToken, hint }),
    cart
      ? wallet.init({ ...settings, view: 'CHECKOUT' }, detailsOf(cart))
      : wallet.init({ ...settings, view: 'MANAGE' }),
  ]);
}

/** What is to be paid, and where the shopper and the callback return to after a payment at a provider. */
export function detailsOf({ currency, amount, orderId }: Cart): PaymentDetails {
  return {
    currency,
    amount,
    return_url: `${location.origin}${shop().base}/orders/${orderId}`,
    callback_url: shop().callbackUrl,
    metadata: { order_id: orderId },
  };
}

export type ChosenMethod = {
  /** Enough to name the method; null until it can be used, as while a card is half typed. */
  readonly method: MaskedPaymentMethod | null;
  /** Whether the shopper goes on at the provider; with a saved method the wallet knows what the provider bills. */
  readonly isAtProvider: boolean;
};

export const nothingChosen: ChosenMethod = { method: null, isAtProvider: false };

type Page = {
  /** Takes what the shopper chooses to pay with, at each change. */
  readonly choose: (choice: ChosenMethod) => void;
  /** Pays at once, whatever is chosen. */
  readonly pay: (by: ChosenMethod) => void;
  /** Takes the outcome of a payment that has ended, also one from before a reload. */
  readonly finish: (payment: Promise<Order>) => void;
  /** Id of the order that the cart will become. */
  readonly orderId: string;
};

/** Passes on what the wallet's events say, until the returned function is called. The backend looks up each outcome. */
export function followWallet({ wallet }: Sdk, page: () => Page): () => void {
  const stops = [
    wallet.on('checkoutReady', ({ paymentMethod: method }) => {
      const isAtProvider = method !== null && method.type !== 'card' && method.last_4_digits === '';
      page().choose({ method, isAtProvider });
    }),
    wallet.on('expressPay', ({ paymentMethod: method }) => page().pay({ method, isAtProvider: true })),
    wallet.on('paymentCompleted', ({ transaction_id }) =>
      page().finish(orderOf(attachPayment(page().orderId, transaction_id))),
    ),
    wallet.on('after3DsComplete', ({ transaction_id }) => page().finish(verify(transaction_id))),
    wallet.on('threeDsEnded', ({ transaction_id, reason }) => {
      if (reason === 'moved') page().finish(verifyElsewhere(transaction_id));
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Pays in the click, because a provider's method opens a window. */
export const payBy = (sdk: Sdk, { method }: ChosenMethod, drawerMode: Mode | undefined) =>
  method?.type === 'instant' ? payAtProvider(sdk) : payWith(sdk, drawerMode);

/** The status text from Pay on, until there is an outcome. */
export const underWayText = ({ isAtProvider }: ChosenMethod) =>
  text(isAtProvider ? 'pay.inWindow' : 'pay.underWay');

/** Pays at the chosen provider, first of all in the click, because that opens a window. An event brings the order. */
async function payAtProvider({ wallet }: Sdk): Promise<null> {
  const payment = wallet.makeInstantPayment();
  logEvent('page', 'makeInstantPayment', 'in the click, as a window opens');
  await Promise.all([payment, placeOrder()]);
  return null;
}

const refusalError = ({ code, message }: NonNullable<Order['refusal']>) =>
  new ShopError(message, { isCancelled: code === CANCELLED_BY_SHOPPER });

async function orderOf(answer: Promise<{ order: Order }>): Promise<Order> {
  const { order } = await answer;
  if (order.refusal) throw refusalError(order.refusal);
  return order;
}

/**
 * Gets the payment method from the wallet, which shows the shopper what is missing, and pays with it. Null while there is a
 * challenge: `followWallet` goes on from there. `drawerMode` is for developers: a shop's page names no method.
 */
async function payWith({ wallet }: Sdk, drawerMode: Mode | undefined): Promise<Order | null> {
  const paymentMethod = await wallet.getPaymentMethod();
  logEvent('page', 'getPaymentMethod', `to the backend, which bills ${drawerMode ?? 'as it decides'}`);
  const order = await orderOf(payOrder(paymentMethod, drawerMode));
  if (!order.awaiting?.endsWith('_3DS')) return order;
  logEvent('backend', 'awaiting_confirmation 1', 'nothing is paid yet, and no CHARGE is sent');
  return null;
}

/** The shopper went on with a challenge in another tab. */
async function verifyElsewhere(transactionId: string): Promise<Order> {
  const order = await verify(transactionId);
  if (order.awaiting) throw new ShopError(text('error.otherTab'));
  return order;
}

async function verify(transactionId: string): Promise<Order> {
  const { order } = await verifyPayment(transactionId);
  logLookup(order);
  if (order.status === 'unpaid' && order.refusal) throw refusalError(order.refusal);
  return order;
}

/** Errors that an open wallet cannot show itself. */
const shownByShop: Record<string, TextKey> = { popup_blocked: 'error.popup', destroyed: 'error.destroyed' };

/** The shopper's text for a failure of the shop or of the wallet's opening; empty if the wallet's place shows one itself. */
export function problemText(error: unknown): string {
  if (error instanceof ShopError) return error.message;
  return /^frame_|^offline$|un(reachable|available)$/.test(codeOf(error)) ? '' : text('error.wallet');
}

/** Whether the shopper stopped the payment: news, and no failure. */
export const isCancelledByShopper = (error: unknown) => error instanceof ShopError && error.isCancelled;

/** The shopper's text for a failed payment; empty if the open wallet shows one itself. */
export function paymentProblem(error: unknown): string {
  const code = codeOf(error);
  const isShown = code !== '' && !/^(?:container|not)_/.test(code);
  if (shownByShop[code]) return text(shownByShop[code]);
  return isShown ? '' : problemText(error);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
