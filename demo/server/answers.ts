import type { Context } from 'hono';
import type * as z from 'zod/mini';
import { languageOf } from './language.ts';
import { paidWith } from './paid-with.ts';
import { decimal } from './records/cart.ts';
import { isPaidOtherwise, type Order } from './records/orders.ts';
import { refusalText } from './refusal-texts.ts';
import { isTextKey, textIn } from './texts/backend-texts.ts';

type FailureCode =
  | 'bad_request'
  | 'cart_empty'
  | 'in_progress'
  | 'internal_error'
  | 'no_such_order'
  | 'no_such_payment'
  | 'service_unreachable'
  | 'wrong_state';

/** An error answer of this backend; `message` is for the shopper. */
export function failure(c: Context, code: FailureCode) {
  return { error: { code, message: textIn(languageOf(c), `error.${code}`) } };
}

/** An order as its shopper may see it. `awaiting` is the billing method whose outcome is not known yet. */
export function presentOrder(c: Context, order: Order) {
  const { id, currency, placedAt, status, transactionId, refusal } = order;
  return {
    id,
    lines: presentLines(c, order.lines),
    amount: decimal(order.amount),
    currency,
    placedAt,
    status,
    refusal: refusal && { code: refusal.code, message: refusalText(refusal, languageOf(c)) },
    transactionId,
    paidWith: paidWith(order),
    // A paid order waits for nothing, even if the challenge of another attempt is still open.
    awaiting: isPaidOtherwise(order) ? null : (order.attempt?.method ?? null),
    surpluses: order.surpluses,
  };
}

type Line = { readonly product: string; readonly price: number; readonly quantity: number };

/** Order lines with product names in the shopper's language; `price` is of one piece, `sum` of all. */
export function presentLines(c: Context, lines: readonly Line[]) {
  return lines.map(({ product, price, quantity }) => ({
    product,
    name: productText(c, `product.${product}`),
    detail: productText(c, `product.${product}.detail`),
    quantity,
    price: decimal(price),
    sum: decimal(price * quantity),
  }));
}

const productText = (c: Context, key: string) => (isTextKey(key) ? textIn(languageOf(c), key) : '');

export class BadRequest extends Error {
  readonly status: 400 | 415;

  constructor(status: BadRequest['status'], options?: ErrorOptions) {
    super('Reading a request failed', options);
    this.status = status;
  }
}

/** Takes JSON only: a page of another site can post a form here, but not with that content type. */
export async function jsonBody<Schema extends z.ZodMiniType>(c: Context, schema: Schema) {
  if (!c.req.header('content-type')?.startsWith('application/json')) throw new BadRequest(415);
  const body: unknown = await c.req.json().catch(() => undefined);
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new BadRequest(400, { cause: parsed.error });
  return parsed.data;
}
