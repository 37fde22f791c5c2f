import * as z from 'zod/mini';
import type { Journal } from './journal.ts';

/** Billing methods that start a payment. */
export const StartMethod = z.enum(['SALE', 'AUTH', 'SALE_3DS', 'AUTH_3DS']);
export type StartMethod = z.infer<typeof StartMethod>;
const Method = z.enum([...StartMethod.options, 'CHARGE', 'REFUND']);
export type Method = z.infer<typeof Method>;

export const isThreeDs = (method: string) => method.endsWith('_3DS');
export const isStart = (method: Method) => method !== 'CHARGE' && method !== 'REFUND';

const PlacedOrder = z.object({
  id: z.string(),
  shopper: z.string(),
  lines: z.array(z.object({ product: z.string(), quantity: z.int(), price: z.int() })),
  /** In cents. */
  amount: z.int(),
  currency: z.enum(['USD', 'EUR', 'GBP']),
  placedAt: z.int(),
  /** Whether the wallet's session was a guest's; missing if the shop has made no session since it started. */
  isGuest: z.optional(z.boolean()),
});

/** One billing request. The shop stores it before it sends it, so that none is lost. */
const Attempt = z.object({
  method: Method,
  /** Our own id of a SALE or AUTH; for CHARGE and REFUND the id of their payment. */
  transactionId: z.string(),
  startedAt: z.int(),
});
export type Attempt = z.infer<typeof Attempt>;

/** A code; the text is chosen when a shopper reads it, in the language of that moment. */
const Refusal = z.object({ code: z.string() });
export type Refusal = z.infer<typeof Refusal>;

/** From `pm` in a billing answer. */
const PaymentMethod = z.object({ id: z.int(), source: z.string(), issuer: z.string(), last4: z.string() });

/** The payment method as the lookup has it. */
const PaidBy = z.object({ id: z.int(), source: z.string() });

/** A payment that came on top of the one that has paid the order. */
const SurplusPayment = z.object({ transactionId: z.string(), amount: z.string(), currency: z.string() });
export type Surplus = z.infer<typeof SurplusPayment> & {
  /** Whether it was given back, or is about to be; null while that is not known. */
  readonly isBack: boolean | null;
};

/** A callback of the service, stored once. */
const Callback = z.object({
  /** Its `webhook-id`. */
  id: z.string(),
  transactionId: z.string(),
  info: z.string(),
  /** Increases with each event of a payment. */
  log: z.string(),
});

const OrderEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('placed'), order: PlacedOrder }),
  z.object({ type: z.literal('attempted'), id: z.string(), attempt: Attempt }),
  z.object({ type: z.literal('answered'), id: z.string(), method: PaymentMethod }),
  z.object({
    type: z.literal('approved'),
    id: z.string(),
    paidBy: z.optional(PaidBy),
    /** A payment that this backend did not start; an attempt may be open beside it. */
    payment: z.optional(z.object({ transactionId: z.string(), isReserved: z.boolean() })),
  }),
  z.object({ type: z.literal('refused'), id: z.string(), refusal: Refusal }),
  z.object({ type: z.literal('disputed'), id: z.string() }),
  z.object({ type: z.literal('surplus'), id: z.string(), surplus: SurplusPayment }),
  z.object({
    type: z.literal('returned'),
    id: z.string(),
    transactionId: z.string(),
    isBack: z.boolean(),
  }),
  z.object({ type: z.literal('told'), id: z.string(), callback: Callback }),
]);
export type OrderEvent = z.infer<typeof OrderEvent>;

export type Order = z.infer<typeof PlacedOrder> & {
  /** `disputed`: the service's record does not match the order, and staff have to look. */
  readonly status: 'unpaid' | 'authorised' | 'paid' | 'refunded' | 'disputed';
  /** The attempt whose outcome is not known yet. */
  readonly attempt: Attempt | null;
  /** Why the last attempt was refused. */
  readonly refusal: Refusal | null;
  /** Id of the approved SALE or AUTH. */
  readonly transactionId: string | null;
  /** The payment method of the last billing answer, whatever its outcome. */
  readonly method: z.infer<typeof PaymentMethod> | null;
  readonly paidBy: z.infer<typeof PaidBy> | null;
  readonly surpluses: readonly Surplus[];
  readonly callbacks: readonly z.infer<typeof Callback>[];
};

const statusAfter = {
  SALE: 'paid',
  AUTH: 'authorised',
  SALE_3DS: 'paid',
  AUTH_3DS: 'authorised',
  CHARGE: 'paid',
  REFUND: 'refunded',
} as const;

export type Orders = {
  of(shopper: string): Order[];
  find(id: string): Order | undefined;
  /** By the id of any payment that was attempted for the order. */
  findByTransaction(transactionId: string): Order | undefined;
  append(event: OrderEvent): Order;
};

export function openOrders(journal: Journal): Orders {
  const orders = new Map<string, Order>();
  const orderIds = new Map<string, string>();
  const apply = (event: OrderEvent, order: Order) => {
    if (event.type === 'attempted') orderIds.set(event.attempt.transactionId, event.id);
    if (event.type === 'approved' && event.payment) orderIds.set(event.payment.transactionId, event.id);
    orders.set(order.id, order);
    return order;
  };
  for (const record of journal.records) {
    const event = OrderEvent.parse(record);
    apply(event, nextOrder(event, orders));
  }
  return {
    of: (shopper) => [...orders.values()].filter((order) => order.shopper === shopper).reverse(),
    find: (id) => orders.get(id),
    findByTransaction: (transactionId) => orders.get(orderIds.get(transactionId) ?? ''),
    append(event) {
      // First of all: an event that does not apply would stop every later start.
      const order = nextOrder(event, orders);
      journal.append(event);
      return apply(event, order);
    },
  };
}

const newOrder = {
  status: 'unpaid',
  attempt: null,
  refusal: null,
  transactionId: null,
  method: null,
  paidBy: null,
  surpluses: [],
  callbacks: [],
} as const;

function nextOrder(event: OrderEvent, orders: ReadonlyMap<string, Order>): Order {
  if (event.type === 'placed') {
    const order = orders.get(event.order.id);
    // The cart may change between two attempts to pay.
    return { ...newOrder, ...order, ...event.order };
  }
  const order = orders.get(event.id);
  if (!order) throw new Error(`Reading the orders failed: "${event.id}" was never placed`);
  switch (event.type) {
    case 'attempted':
      return { ...order, attempt: event.attempt, refusal: null };
    case 'refused':
      return { ...order, attempt: null, refusal: isPaidOtherwise(order) ? null : event.refusal };
    case 'answered':
      return { ...order, method: event.method };
    case 'disputed':
      return { ...order, status: 'disputed', attempt: null };
    case 'told':
      return { ...order, callbacks: [...order.callbacks, event.callback] };
    case 'surplus':
      return withSurplus(order, { ...event.surplus, isBack: null });
    case 'returned':
      return {
        ...order,
        surpluses: order.surpluses.map((one) =>
          one.transactionId === event.transactionId ? { ...one, isBack: event.isBack } : one,
        ),
      };
    case 'approved':
      return withPayment(order, event);
  }
}

/** Whether another payment has already paid the order that the attempt would pay. */
export const isPaidOtherwise = ({ attempt, status }: Pick<Order, 'attempt' | 'status'>) =>
  attempt !== null && isStart(attempt.method) && status !== 'unpaid';

/** If the surplus payment is the open attempt, that attempt is over. */
function withSurplus(order: Order, surplus: Surplus): Order {
  const attempt = order.attempt?.transactionId === surplus.transactionId ? null : order.attempt;
  return { ...order, attempt, surpluses: [...order.surpluses, surplus] };
}

function withPayment(order: Order, { id, paidBy, payment }: OrderEvent & { type: 'approved' }): Order {
  if (payment) {
    const status = payment.isReserved ? 'authorised' : 'paid';
    const { transactionId } = payment;
    return { ...order, status, refusal: null, transactionId, paidBy: paidBy ?? null };
  }
  const { attempt } = order;
  if (!attempt) throw new Error(`Reading the orders failed: "${id}" has no open attempt`);
  const status = statusAfter[attempt.method];
  return { ...order, status, attempt: null, transactionId: attempt.transactionId, paidBy: paidBy ?? null };
}
