import type { Context } from 'hono';
import type * as z from 'zod/mini';
import { decimal } from './cart.ts';
import type { Order } from './orders.ts';

/** A refusal of this backend: `message` is for the shopper. */
export function failure(code: string, message: string) {
  return { error: { code, message } };
}

export const stillChecking = failure(
  'in_progress',
  'The last payment of this order is still open: confirm it above, or look again in a minute.',
);

/** An order as its shopper may see it. `awaiting` names the billing method whose outcome is not known yet. */
export function shownOrder(order: Order) {
  const { id, currency, placedAt, status, refusal, transactionId } = order;
  const lines = order.lines.map(shownLine);
  const amount = decimal(order.amount);
  const awaiting = order.attempt?.method ?? null;
  return { id, lines, amount, currency, placedAt, status, refusal, transactionId, awaiting };
}

/** A line with its money as text: of one piece, and of all. */
export function shownLine<Line extends { price: number; quantity: number }>(line: Line) {
  return { ...line, price: decimal(line.price), sum: decimal(line.price * line.quantity) };
}

export class BadRequest extends Error {}

/** Only JSON: a page of another site can post a form here, but not with that type. */
export async function jsonBody<Schema extends z.ZodMiniType>(c: Context, schema: Schema) {
  const isJson = c.req.header('content-type')?.startsWith('application/json');
  const body: unknown = isJson ? await c.req.json().catch(() => undefined) : undefined;
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new BadRequest('Reading a request failed', { cause: parsed.error });
  return parsed.data;
}
