import * as z from 'zod/mini';

export const ProductId = z.enum(['cup', 'dripper', 'coffee', 'tasting']);
export type ProductId = z.infer<typeof ProductId>;
export type Basket = 'set' | 'tasting';

export type Line = {
  readonly product: ProductId;
  readonly quantity: number;
  /** Of one piece, in cents. */
  readonly price: number;
};

type Product = Omit<Line, 'quantity'>;

type Offer = { readonly currency: 'EUR' | 'GBP'; readonly products: readonly Product[] };

const tasting: Product = { product: 'tasting', price: 1000 };

/** The only prices: the shop never reads what a page says about money. */
const set: readonly Product[] = [
  { product: 'cup', price: 1850 },
  { product: 'dripper', price: 1800 },
  { product: 'coffee', price: 1200 },
];

/** What a cart starts with. The tasting costs £10, an amount for which the sandbox's bank challenges. */
const offers: Readonly<Record<Basket, Offer>> = {
  set: { currency: 'EUR', products: set },
  tasting: { currency: 'GBP', products: [tasting] },
};

/** A shopper's cart has the id of its order to be. A restart may lose a cart, but never an order. */
export type Cart = {
  readonly orderId: string;
  readonly basket: Basket;
  readonly currency: Offer['currency'];
  readonly lines: readonly Line[];
};

export function newCart(orderId: string, basket: Basket): Cart {
  const { currency, products } = offers[basket];
  return { orderId, basket, currency, lines: products.map((product) => ({ ...product, quantity: 1 })) };
}

export function withQuantity(cart: Cart, change: { product: ProductId; quantity: number }): Cart {
  const lines = cart.lines.map((line) =>
    line.product === change.product ? { ...line, quantity: change.quantity } : line,
  );
  return { ...cart, lines };
}

/** In cents. */
export function total(lines: readonly Line[]): number {
  return lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
}

/** 4850 → "48.50", as the wallet service writes amounts. */
export function decimal(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}
