import {
  type BillingRequest,
  type BillingResult,
  MerchantApiError,
  type TransactionRecord,
} from 'embeddable-wallet/server';
import { decimal } from './records/cart.ts';
import {
  type Attempt,
  isStart,
  isThreeDs,
  type Method,
  type Order,
  type OrderEvent,
  type Refusal,
  type StartMethod,
} from './records/orders.ts';
import { declined, refusalForDecline, rewordForProvider } from './refusal-texts.ts';
import { latest, outcomeFor, type Shop } from './shop.ts';
import { giveBackSurplus, settleSurpluses } from './surplus.ts';
import { isUnanswered } from './unanswered.ts';

/** Longer than any request to the service lasts, retries included: a payment that it does not know by then never arrived. */
const LONGEST_REQUEST_MS = 120_000;

const notReceived: Refusal = { code: 'not_received' };
const givenBack: Refusal = { code: 'given_back' };
const notConfirmed: Refusal = { code: 'not_confirmed' };
const unreachable: Refusal = { code: 'service_unreachable' };

type Start = { method: StartMethod; ccToken: string; isGuest: boolean };

/** Starts a payment of the whole order with a card token that the wallet gave to the page. */
export function pay(shop: Shop, order: Order, start: Start) {
  const { method, ccToken, isGuest } = start;
  // The id is ours, so that the payment can be looked up if the answer is lost.
  const transactionId = `shop-${crypto.randomUUID()}`;
  return bill(shop, order, {
    attempt: { method, transactionId, startedAt: Date.now() },
    request: {
      method,
      ...fieldsOf(order, transactionId),
      ccToken,
      merchant_id: shop.merchantId,
      merchantRef: shop.merchantRef,
      callback_url: shop.callbackUrl,
      // The service then refuses the token of another shopper's card.
      ...(isGuest ? { isGuest } : { externalID: order.shopper }),
    },
  });
}

/** CHARGE or REFUND of the whole order; `payment` is the id of its SALE or AUTH. */
export function followUp(shop: Shop, order: Order, next: { method: 'CHARGE' | 'REFUND'; payment: string }) {
  const { method, payment } = next;
  const attempt = { method, transactionId: payment, startedAt: Date.now() };
  return bill(shop, order, { attempt, request: { method, ...fieldsOf(order, payment) } });
}

/** What starts and follow-ups have in common. */
const fieldsOf = (order: Order, transactionID: string) => ({
  amount: decimal(order.amount),
  currency: order.currency,
  orderID: order.id,
  transactionID,
});

type Billing = {
  attempt: Attempt;
  request: BillingRequest;
};

async function bill(shop: Shop, order: Order, { attempt, request }: Billing): Promise<Order> {
  const pending = shop.orders.append({ type: 'attempted', id: order.id, attempt });
  const answer = await send(shop, { id: order.id, request });
  if (answer.name === 'unanswered') return pending;
  if (answer.name === 'answered') return reconcile(shop, pending, answer.refusal);
  return shop.orders.append({ type: 'refused', id: order.id, refusal: unreachable });
}

type Answer =
  /** `refusal` is null if the service accepted the billing. Neither is proof: the lookup is. */
  | { readonly name: 'answered'; readonly refusal: Refusal | null }
  /** The answer was lost: the lookup decides. */
  | { readonly name: 'unanswered' }
  /** The request never arrived. */
  | { readonly name: 'unreachable' };

async function send(shop: Shop, { id, request }: { id: string; request: BillingRequest }): Promise<Answer> {
  try {
    const result = await shop.service.bill(request);
    shop.orders.append({ type: 'answered', id, method: methodOf(result) });
    const refusal = result.outcome === 'declined' ? refusalForDecline(result.declineCode) : null;
    return { name: 'answered', refusal };
  } catch (error) {
    if (!(error instanceof MerchantApiError)) throw error;
    if (error.code === 'service_unreachable') return { name: 'unreachable' };
    if (error.code === 'answer_lost') return { name: 'unanswered' };
    // After any other code nothing was billed.
    return { name: 'answered', refusal: { code: error.code } };
  }
}

function methodOf({ pm }: BillingResult) {
  return { id: pm.id, source: pm.source, issuer: pm.issuer_full, last4: pm.last_4_digits };
}

/**
 * Ends an order's open attempt as the service's record says; the order stays as it is while there is no outcome. Every read of
 * an order calls it, so that a lost answer or a restart needs nobody's care.
 */
export async function reconcile(shop: Shop, order: Order, refusal: Refusal | null = null): Promise<Order> {
  const before = await settleSurpluses(shop, order);
  const { attempt } = before;
  if (!attempt) return before;
  const record = await shop.service.lookup(attempt.transactionId).catch(whileUnreachable);
  const now = latest(shop, before);
  if (now.attempt !== attempt || record === 'unreachable') return now;
  if (record && isStart(attempt.method) && outcomeFor(shop, now, record) === 'surplus')
    return giveBackSurplus(shop, now, record);
  const event = outcomeEvent(shop, { order: now, attempt, record, refusal });
  if (event?.type === 'disputed')
    shop.tellStaff(`Order ${order.id}: the payment ${attempt.transactionId} is not what was asked for`);
  return event ? shop.orders.append(event) : now;
}

function whileUnreachable(error: unknown): 'unreachable' {
  if (isUnanswered(error)) return 'unreachable';
  throw error;
}

type Evidence = {
  order: Order;
  attempt: Attempt;
  record: TransactionRecord | undefined;
  refusal: Refusal | null;
};

/** The event that ends the attempt; null while its outcome is open. */
function outcomeEvent(shop: Shop, { order, attempt, record, refusal }: Evidence): OrderEvent | null {
  const refuse = (reason: Refusal): OrderEvent => ({ type: 'refused', id: order.id, refusal: reason });
  const outcome = outcomeFor(shop, order, record);
  if (record && isOnRecord(attempt.method, { order, record, isPaid: outcome === 'paid' })) {
    return { type: 'approved', id: order.id, paidBy: { id: record.pm_id, source: record.source } };
  }
  if (record && isStart(attempt.method)) {
    if (outcome === 'pending') return null;
    return outcome === 'failed'
      ? refuse(refusalOfRecord(record, refusal))
      : { type: 'disputed', id: order.id };
  }
  if (refusal) return refuse(refusal);
  return Date.now() - attempt.startedAt > LONGEST_REQUEST_MS ? refuse(notReceived) : null;
}

/** Why a payment does not pay the order. */
export function refusalOfRecord(record: TransactionRecord, refusal: Refusal | null = null): Refusal {
  if (record.status === 'SUCCESS') return givenBack;
  const otherwise = isThreeDs(record.method) ? notConfirmed : declined;
  return rewordForProvider(record.source, refusal ?? whyFailed(record, otherwise));
}

/** By the record's failure code: a payment that the shopper stopped was not declined. */
function whyFailed({ metadata }: Pick<TransactionRecord, 'metadata'>, otherwise: Refusal): Refusal {
  const code = metadata.find(({ key }) => key === 'failure_code')?.value;
  return refusalForDecline(code, otherwise);
}

type Found = { order: Order; record: TransactionRecord; isPaid: boolean };

/** Whether the record shows that the whole order was billed by this method. */
function isOnRecord(method: Method, { order, record, isPaid }: Found): boolean {
  const amount = decimal(order.amount);
  if (method === 'REFUND') return record.sandbox.refunded === amount;
  if (method === 'CHARGE') return isPaid && record.sandbox.captured === amount;
  return isPaid && record.method === method;
}

export const isWhole = (order: Order, record: TransactionRecord) =>
  record.amount.toFixed(2) === decimal(order.amount) && record.currency === order.currency;
