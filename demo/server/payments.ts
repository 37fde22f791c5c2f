import {
  type BillingRequest,
  type BillingResult,
  MerchantApiError,
  type TransactionRecord,
} from 'embeddable-wallet/server';
import { decimal } from './cart.ts';
import {
  type Attempt,
  isStart,
  isThreeDs,
  type Method,
  type Order,
  type OrderEvent,
  type Refusal,
  type StartMethod,
} from './orders.ts';
import { declined, refusalBy, refusalFor } from './refusal-texts.ts';
import { latest, outcomeFor, type Shop } from './shop.ts';
import { giveBackSurplus, settleSurpluses } from './surplus.ts';
import { isUnanswered } from './unanswered.ts';

/** Longer than any request to the service can live, its repetitions included: what it does not know by then, it never got. */
const unansweredMs = 120_000;

const notReceived: Refusal = { code: 'not_received' };
const givenBack: Refusal = { code: 'given_back' };
const notConfirmed: Refusal = { code: 'not_confirmed' };
const unreachable: Refusal = { code: 'service_unreachable' };

type Start = { method: StartMethod; ccToken: string; isGuest: boolean };

/** Starts a payment of the whole order with a card token that the wallet gave to the page. */
export function pay(shop: Shop, order: Order, start: Start) {
  const { method, ccToken, isGuest } = start;
  // Our own id for the transaction: should the answer be lost, it can still be looked up.
  const transactionId = `shop-${crypto.randomUUID()}`;
  return bill(shop, order, {
    attempt: { method, transactionId, startedAt: Date.now() },
    card: {
      ccToken,
      merchant_id: shop.merchantId,
      merchantRef: shop.merchantRef,
      callback_url: shop.callbackUrl,
      // Another shopper's card is refused, whoever brought its token here.
      ...(isGuest ? { isGuest } : { externalID: order.shopper }),
    },
  });
}

/** CHARGE or REFUND of the whole order; `payment` is the id of its SALE or AUTH. */
export function followUp(shop: Shop, order: Order, next: { method: 'CHARGE' | 'REFUND'; payment: string }) {
  const attempt = { method: next.method, transactionId: next.payment, startedAt: Date.now() };
  return bill(shop, order, { attempt, card: {} });
}

type BillInput = {
  attempt: Attempt;
  card: Pick<
    BillingRequest,
    'ccToken' | 'merchant_id' | 'merchantRef' | 'callback_url' | 'externalID' | 'isGuest'
  >;
};

async function bill(shop: Shop, order: Order, { attempt, card }: BillInput): Promise<Order> {
  const attempted = shop.orders.append({ type: 'attempted', id: order.id, attempt });
  const request = {
    method: attempt.method,
    amount: decimal(order.amount),
    currency: order.currency,
    orderID: order.id,
    transactionID: attempt.transactionId,
    ...card,
  };
  const answer = await send(shop, { id: order.id, request });
  if (answer === 'unanswered') return attempted;
  if (answer !== unreachable) return reconcile(shop, attempted, answer);
  return shop.orders.append({ type: 'refused', id: order.id, refusal: unreachable });
}

type SendInput = { id: string; request: BillingRequest };

/** The refusal, or null when the service took it. Neither is proof: the lookup is. */
async function send(shop: Shop, { id, request }: SendInput): Promise<Refusal | null | 'unanswered'> {
  try {
    const result = await shop.service.bill(request);
    shop.orders.append({ type: 'answered', id, method: methodOf(result) });
    return result.outcome === 'declined' ? refusalFor(result.declineCode) : null;
  } catch (error) {
    if (!(error instanceof MerchantApiError)) throw error;
    if (error.code === 'service_unreachable') return unreachable;
    // It may have been carried out: nothing is said before the lookup says it. After any other code it was not.
    return error.code === 'answer_lost' ? 'unanswered' : { code: error.code };
  }
}

function methodOf({ pm }: BillingResult) {
  return { id: pm.id, source: pm.source, issuer: pm.issuer_full, last4: pm.last_4_digits };
}

/**
 * Ends an order's open attempt by what the service has on record; unchanged while that is not known. Called whenever an order is
 * read too, so that a lost answer or a restart settles itself.
 */
export async function reconcile(shop: Shop, order: Order, refusal: Refusal | null = null): Promise<Order> {
  const settled = await settleSurpluses(shop, order);
  const { attempt } = settled;
  if (!attempt) return settled;
  const record = await shop.service.lookup(attempt.transactionId).catch(whileUnreachable);
  const now = latest(shop, settled);
  if (now.attempt !== attempt || record === 'unreachable') return now;
  if (record && isStart(attempt.method) && outcomeFor(shop, now, record) === 'surplus')
    return giveBackSurplus(shop, now, record);
  const event = verdict(shop, { order: now, attempt, record, refusal });
  if (event?.type === 'disputed')
    shop.tellStaff(`Order ${order.id}: the payment ${attempt.transactionId} is not what was asked for`);
  return event ? shop.orders.append(event) : now;
}

function whileUnreachable(error: unknown): 'unreachable' {
  if (isUnanswered(error)) return 'unreachable';
  throw error;
}

type Case = {
  order: Order;
  attempt: Attempt;
  record: TransactionRecord | undefined;
  refusal: Refusal | null;
};

/** Null while nothing is certain. */
function verdict(shop: Shop, { order, attempt, record, refusal }: Case): OrderEvent | null {
  const refused = (reason: Refusal): OrderEvent => ({ type: 'refused', id: order.id, refusal: reason });
  const outcome = outcomeFor(shop, order, record);
  if (record && isDone(attempt.method, { order, record, isPaid: outcome === 'paid' })) {
    return { type: 'approved', id: order.id, paidBy: { id: record.pm_id, source: record.source } };
  }
  if (record && isStart(attempt.method)) {
    if (outcome === 'pending') return null;
    return outcome === 'failed' ? refused(refusalOf(record, refusal)) : { type: 'disputed', id: order.id };
  }
  if (refusal) return refused(refusal);
  return Date.now() - attempt.startedAt > unansweredMs ? refused(notReceived) : null;
}

/** Why nothing is left of a payment. */
export function refusalOf(record: TransactionRecord, refusal: Refusal | null = null): Refusal {
  if (record.status === 'SUCCESS') return givenBack;
  const otherwise = isThreeDs(record.method) ? notConfirmed : declined;
  return refusalBy(record.source, refusal ?? whyFailed(record, otherwise));
}

/** Who stopped a payment was not declined. */
function whyFailed({ metadata }: Pick<TransactionRecord, 'metadata'>, otherwise: Refusal): Refusal {
  const code = metadata.find(({ key }) => key === 'failure_code')?.value;
  return refusalFor(code, otherwise);
}

type Done = { order: Order; record: TransactionRecord; isPaid: boolean };

/** Whether the record shows this very thing. */
function isDone(method: Method, { order, record, isPaid }: Done): boolean {
  const amount = decimal(order.amount);
  if (method === 'REFUND') return record.sandbox.refunded === amount;
  if (method === 'CHARGE') return isPaid && record.sandbox.captured === amount;
  return isPaid && record.method === method;
}

export const isWhole = (order: Order, record: TransactionRecord) =>
  record.amount.toFixed(2) === decimal(order.amount) && record.currency === order.currency;
