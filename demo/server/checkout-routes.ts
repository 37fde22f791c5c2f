import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { failure, jsonBody, shownLines, shownOrder } from './answers.ts';
import { type Basket, type Cart, decimal, newCart, total, withQuantity } from './cart.ts';
import type { Config } from './config.ts';
import { isThreeDs, type StartMethod } from './orders.ts';
import { pay, reconcile } from './payments.ts';
import type { Shop } from './shop.ts';
import { shopperOf } from './shopper.ts';

const SessionRequest = z.object({ as: z.enum(['user', 'guest']) });
const QuantityChange = z.object({
  product: z.enum(['cup', 'dripper', 'coffee', 'tasting']),
  quantity: z.int().check(z.minimum(0), z.maximum(9)),
});
/** The wallet's object comes whole and unmodified; there is no amount in here that anyone would read. */
const Payment = z.object({
  /** Of the developer's drawer; read in development alone. */
  mode: z.optional(z.enum(['SALE', 'AUTH', 'SALE_3DS', 'AUTH_3DS'])),
  paymentMethod: z.looseObject({ cc_token: z.string() }),
});

/** Cart, session and payment: all that the checkout page asks for. */
export function checkoutRoutes(shop: Shop, config: Config): Hono {
  const app = new Hono();
  const [carts, sessions] = [openCarts(shop), openSessions()];

  const placing = (shopper: string) => ({
    shopper,
    cart: carts.of(shopper),
    session: sessions.get(shopper),
  });

  app.post('/session', async (c) => {
    const { as } = await jsonBody(c, SessionRequest);
    const shopper = shopperOf(c);
    sessions.set(shopper, as);
    const user = as === 'user' ? { externalID: shopper } : {};
    // To the page as it is: `connect` takes what it needs of it.
    return c.json(await shop.service.refreshToken({ ...user, merchant_id: config.merchantId }));
  });

  addCart(app, carts);

  // News of the page: that a challenge has ended. The lookup says how.
  app.get('/payments/:transactionId', async (c) => {
    const order = shop.orders.findByTransaction(c.req.param('transactionId'));
    if (order?.shopper !== shopperOf(c)) return c.json(failure(c, 'no_such_payment'), 404);
    return c.json({ order: shownOrder(c, await reconcile(shop, order)) });
  });

  // Before the shopper goes to a provider: whoever brings news of that payment finds the order it is for.
  app.post('/orders/placed', (c) => {
    const order = place(shop, placing(shopperOf(c)));
    return 'error' in order
      ? c.json(failure(c, order.error), 409)
      : c.json({ order: shownOrder(c, order) }, 201);
  });

  app.post('/orders', async (c) => {
    const { mode, paymentMethod } = await jsonBody(c, Payment);
    const order = place(shop, placing(shopperOf(c)));
    if ('error' in order) return c.json(failure(c, order.error), 409);
    const method = billingMethod(config, mode);
    const start = { method, ccToken: tokenFor(method, paymentMethod), isGuest: order.isGuest ?? false };
    const done = await pay(shop, order, start);
    return c.json({ order: shownOrder(c, done) }, done.refusal ? 402 : done.attempt ? 202 : 201);
  });
  return app;
}

function addCart(app: Hono, carts: Carts) {
  app.get('/cart', (c) => {
    const basket = c.req.query('basket') === 'tasting' ? 'tasting' : 'set';
    return c.json(shownCart(c, carts.of(shopperOf(c), basket)));
  });

  app.put('/cart', async (c) => {
    const change = await jsonBody(c, QuantityChange);
    return c.json(shownCart(c, carts.change(shopperOf(c), change)));
  });
}

/** The backend decides, never the page: who could choose, would choose not to be asked by the bank. */
function billingMethod({ drawerNamesMethod }: Config, fromDrawer: StartMethod | undefined): StartMethod {
  return drawerNamesMethod && fromDrawer !== undefined ? fromDrawer : 'SALE_3DS';
}

/** With 3-D Secure the whole object goes along: it carries the security code, encrypted, and the browser's fingerprint. */
function tokenFor(method: StartMethod, paymentMethod: z.infer<typeof Payment>['paymentMethod']): string {
  return isThreeDs(method) ? JSON.stringify(paymentMethod) : paymentMethod.cc_token;
}

type PlaceInput = { shopper: string; cart: Cart; session: Session | undefined };

/** The cart as an order, unless there is nothing in it or a payment of it is still open. */
function place({ orders }: Shop, { shopper, cart, session }: PlaceInput) {
  const { currency } = cart;
  const lines = cart.lines.filter(({ quantity }) => quantity > 0);
  const amount = total(lines);
  if (amount === 0) return { error: 'cart_empty' } as const;
  if (orders.find(cart.orderId)?.attempt) return { error: 'in_progress' } as const;
  const placed = { id: cart.orderId, shopper, lines, amount, currency, placedAt: Date.now() };
  const isGuest = session && { isGuest: session === 'guest' };
  return orders.append({ type: 'placed', order: { ...placed, ...isGuest } });
}

type Session = z.infer<typeof SessionRequest>['as'];

/** What each shopper last asked for; a real shop knows by its login. */
const openSessions = () => new Map<string, Session>();

type Carts = ReturnType<typeof openCarts>;

function openCarts({ orders }: Shop) {
  const carts = new Map<string, Cart>();
  const of = (shopper: string, wanted?: Basket): Cart => {
    const known = carts.get(shopper);
    const basket = wanted ?? known?.basket ?? 'set';
    const isOpen = known?.basket === basket && (orders.find(known.orderId)?.status ?? 'unpaid') === 'unpaid';
    const cart = isOpen ? known : newCart(crypto.randomUUID(), basket);
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

function shownCart(c: Context, { lines, currency, orderId }: Cart) {
  return { lines: shownLines(c, lines), amount: decimal(total(lines)), currency, orderId };
}
