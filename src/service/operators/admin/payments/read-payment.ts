import { and, desc, eq, inArray, ne } from 'drizzle-orm';
import type { AdminPayment } from '../../../../contract/admin/payments.ts';
import { readTransaction } from '../../../api/read-transaction.ts';
import type { Runtime } from '../../../base/runtime/runtime.ts';
import { ServiceError } from '../../../base/service-error.ts';
import type { Transaction } from '../../../payments/model/transaction.ts';
import { type PastOperation, pastOperations } from '../../../payments/payment-history.ts';
import { paymentTotalsOf } from '../../../payments/present/payment-totals.ts';
import { requireOperation } from '../../../payments/require-transaction.ts';
import { reversalsOf } from '../../../payments/reversals/read-reversals.ts';
import { callbacks } from '../../../tables/callbacks.ts';
import { operations, type PaymentRow, payments } from '../../../tables/payments.ts';
import { callbacksWhere } from '../callbacks/list-callbacks.ts';
import { paymentOperation } from './payment-operation.ts';
import { possibleFollowUps } from './possible-follow-ups.ts';
import { readRelatedRecords } from './related-records.ts';
import { type PaymentStart, paymentSummary, selectStarts } from './summary.ts';
import { timelineOf } from './timeline.ts';

/** The most operations that are shown: a payment's newest. */
const SHOWN = 200;
/** The most other attempts at its order. */
const OTHERS = 20;

/** A payment in its current state, with its history. */
export async function readPayment(runtime: Runtime, paymentId: string): Promise<AdminPayment> {
  const before = await requireStart(runtime, paymentId);
  const { accountId, transactionId } = before.start;
  // Does the due work first.
  await readTransaction(runtime, { accountId, transactionId });
  const found = await requireStart(runtime, paymentId);
  const { payment, card, token, merchant } = found;
  const past = await pastOperations(runtime, paymentId);
  const newest = past.slice(-SHOWN);
  const newestTransactions = await transactionsOf(runtime, newest);
  const sentCallbacks = await callbacksWhere(runtime, {
    condition: eq(callbacks.paymentId, paymentId),
    limit: SHOWN,
  });
  const relatedRecords = await readRelatedRecords(runtime, {
    payment,
    token,
    transactions: newestTransactions,
  });
  const now = runtime.clock.now();
  return {
    ...paymentSummary(found),
    figures: paymentTotalsOf(found),
    authorisation_expires_at: payment.authorisationExpiresAt?.toISOString() ?? null,
    wallet_session_id: token.walletSessionId,
    operations: newestTransactions.map((transaction, index) =>
      paymentOperation(runtime, transaction, newest[index]?.undoing ?? null),
    ),
    follow_ups: possibleFollowUps({ payment, token, card, merchant, operations: past, now }),
    callbacks: sentCallbacks,
    timeline: timelineOf({
      ...relatedRecords,
      payment,
      token,
      transactions: newestTransactions,
      callbacks: sentCallbacks,
      reversals: await reversalsOf(runtime, paymentId),
      now,
    }),
    other_attempts: await otherAttempts(runtime, payment),
  };
}

/** In two steps, because the first has an index and leaves few rows. */
async function otherAttempts({ db }: Runtime, { id, accountId, orderId }: PaymentRow) {
  const ofOrder = and(eq(payments.accountId, accountId), eq(payments.orderId, orderId), ne(payments.id, id));
  const others = await db
    .select({ id: payments.id })
    .from(payments)
    .where(ofOrder)
    .orderBy(desc(payments.createdAt))
    .limit(OTHERS);
  if (others.length === 0) return [];
  const ids = others.map((other) => other.id);
  const starts = await selectStarts(db, inArray(operations.paymentId, ids)).orderBy(desc(operations.id));
  return starts.map(paymentSummary);
}

async function requireStart({ db }: Runtime, paymentId: string): Promise<PaymentStart> {
  const [found] = await selectStarts(db, eq(operations.paymentId, paymentId));
  if (found) return found;
  throw new ServiceError('not_found', 'Cannot find the payment: none has this id');
}

async function transactionsOf(runtime: Runtime, past: readonly PastOperation[]) {
  const found: Transaction[] = [];
  for (const { id } of past) found.push(await requireOperation(runtime, id));
  return found;
}
