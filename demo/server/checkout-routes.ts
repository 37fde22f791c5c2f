import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import type { Shopper } from '../settings/choices.ts';
import { failure, jsonBody, presentLines, presentOrder } from './answers.ts';
import type { Config } from './config.ts';
import { pay, reconcile } from './payments.ts';
import { type Basket, type Cart, decimal, newCart, ProductId, total, withQuantity } from './records/cart.ts';
import { isThreeDs, StartMethod } from './records/orders.ts';
import type { Shop } from './shop.ts';
import { shopperOf } from './shopper.ts';

const SessionRequest = z.object({ as: z.enum(['user', 'guest']) });
const QuantityChange = z.object({
  product: ProductId,
  quantity: z.int().check(z.minimum(0), z.maximum(9)),
});
/** The wallet's object, whole and unmodified. The backend reads no amount from it. */
const Payment = z.object({
  /** Chosen in the developer's drawer; the backend reads it in development only. */
  mode: z.optional(StartMethod),
  paymentMethod: z.looseObject({ cc_token: z.string() }),
});

/** Cart, session and payment: all requests of the checkout page. */
export function checkoutRoutes(shop: Shop, config: Config): Hono {
  const app = new Hono();
  const carts = openCarts(shop);

  const placeFor = (shopper: string) =>
    place(shop, { shopper, cart: carts.of(shopper), session: shop.sessions.kindOf(shopper) });

  app.post('/session', async (c) => {
    const { as } = await jsonBody(c, SessionRequest);
    // The page gets the answer as it is, and hands it to `connect`.
    return c.json(await shop.sessions.start(shopperOf(c), as));
  });

  addCart(app, carts);

  // The page says that a challenge has ended; the lookup says how.
  app.get('/payments/:transactionId', async (c) => {
    const order = shop.orders.findByTransaction(c.req.param('transactionId'));
    if (order?.shopper !== shopperOf(c)) return c.json(failure(c, 'no_such_payment'), 404);
    return c.json({ order: presentOrder(c, await reconcile(shop, order)) });
  });

  // Places the order before the shopper goes to a provider, so that news of the payment finds it.
  app.post('/orders/placed', (c) => {
    const order = placeFor(shopperOf(c));
    return 'error' in order
      ? c.json(failure(c, order.error), 409)
      : c.json({ order: presentOrder(c, order) }, 201);
  });

  app.post('/orders', async (c) => {
    const { mode, paymentMethod } = await jsonBody(c, Payment);
    const order = placeFor(shopperOf(c));
    if ('error' in order) return c.json(failure(c, order.error), 409);
    const method = billingMethod(config, mode);
    const start = { method, ccToken: tokenFor(method, paymentMethod), isGuest: order.isGuest ?? false };
    const billed = await pay(shop, order, start);
    return c.json({ order: presentOrder(c, billed) }, billed.refusal ? 402 : billed.attempt ? 202 : 201);
  });
  return app;
}

function addCart(app: Hono, carts: Carts) {
  app.get('/cart', (c) => {
    const basket = c.req.query('basket') === 'tasting' ? 'tasting' : 'set';
    return c.json(presentCart(c, carts.of(shopperOf(c), basket)));
  });

  app.put('/cart', async (c) => {
    const change = await jsonBody(c, QuantityChange);
    return c.json(presentCart(c, carts.change(shopperOf(c), change)));
  });
}

/** The backend decides, never the page: a shopper who could choose would skip 3-D Secure. */
function billingMethod({ drawerNamesMethod }: Config, fromDrawer: StartMethod | undefined): StartMethod {
  return drawerNamesMethod && fromDrawer !== undefined ? fromDrawer : 'SALE_3DS';
}

/** 3-D Secure needs the whole object: it carries the encrypted security code and the browser's fingerprint. */
function tokenFor(method: StartMethod, paymentMethod: z.infer<typeof Payment>['paymentMethod']): string {
  return isThreeDs(method) ? JSON.stringify(paymentMethod) : paymentMethod.cc_token;
}

type Checkout = { shopper: string; cart: Cart; session: Shopper | undefined };

/** Makes the cart an order, unless the cart is empty or a payment of it is open. */
function place({ orders }: Shop, { shopper, cart, session }: Checkout) {
  const { currency } = cart;
  const lines = cart.lines.filter(({ quantity }) => quantity > 0);
  const amount = total(lines);
  if (amount === 0) return { error: 'cart_empty' } as const;
  if (orders.find(cart.orderId)?.attempt) return { error: 'in_progress' } as const;
  const order = { id: cart.orderId, shopper, lines, amount, currency, placedAt: Date.now() };
  const isGuest = session && { isGuest: session === 'guest' };
  return orders.append({ type: 'placed', order: { ...order, ...isGuest } });
}

type Carts = ReturnType<typeof openCarts>;

function openCarts({ orders }: Shop) {
  const carts = new Map<string, Cart>();
  const of = (shopper: string, wanted?: Basket): Cart => {
    const last = carts.get(shopper);
    const basket = wanted ?? last?.basket ?? 'set';
    const isOpen = last?.basket === basket && (orders.find(last.orderId)?.status ?? 'unpaid') === 'unpaid';
    const cart = isOpen ? last : newCart(crypto.randomUUID(), basket);
    carts.set(shopper, cart);
    return cart;
  };
  return {
    of,
    change(shopper: string, change: z.infer<typeof QuantityChange>): Cart {
      const cart = withQuantity(of(shopper), change);
      carts.set(shopper, cart);
      return cart;
    },
  };
}

export function presentCart(c: Context, { lines, currency, orderId }: Cart) {
  return { lines: presentLines(c, lines), amount: decimal(total(lines)), currency, orderId };
}
