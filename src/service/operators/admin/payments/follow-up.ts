import { and, eq } from 'drizzle-orm';
import type { FollowUpAnswer, FollowUpRequest } from '../../../../contract/admin/payments.ts';
import type { BillingForm } from '../../../../contract/billing/billing.ts';
import { answerOnce, type RepeatableAnswer } from '../../../api/idempotency/answer-once.ts';
import { type Actor, recordAct } from '../../../base/audit/record-act.ts';
import type { Runtime } from '../../../base/runtime/runtime.ts';
import { ServiceError } from '../../../base/service-error.ts';
import { bill } from '../../../payments/bill.ts';
import { operations, type PaymentRow, payments } from '../../../tables/payments.ts';
import { paymentOperation } from './payment-operation.ts';

type OperatorFollowUp = {
  readonly paymentId: string;
  readonly request: FollowUpRequest;
  readonly requestId: string;
  /** The `Idempotency-Key`. */
  readonly key: string | undefined;
  /** Digest of the request. */
  readonly requestDigest: Uint8Array;
  readonly by: Actor;
};

/** Prefix of the admin API's idempotency keys: it keeps them apart from a merchant's. */
const SCOPE = '/api/payments/follow-ups';

/**
 * Bills a follow-up for the operator: by billing's own verb, with all its rules, in the name of the payment's
 * account. Operation, act and answer are one commit.
 */
export async function followUpAsAdmin(
  context: Runtime,
  followUp: OperatorFollowUp,
): Promise<RepeatableAnswer & { readonly accountId: number }> {
  const { request, requestId, key, requestDigest, by } = followUp;
  const { id: paymentId, accountId, currency } = await requirePaymentOf(context, followUp);
  const { method, amount, transaction_id: transactionID } = request;
  const money = amount === undefined ? {} : { amount, currency };
  const form: BillingForm = { method, transactionID, ...money };
  const repeatable = {
    accountId,
    key: key === undefined ? undefined : { path: SCOPE, text: key },
    transactionId: undefined,
    requestDigest,
  };
  const answer = await answerOnce(context, repeatable, async (core) => {
    const result = await bill(core, {
      caller: { accountId },
      form,
      metadata: {},
      unknownNames: [],
      requestId,
    });
    const { operation } = result.transaction;
    await recordAct(core, by, {
      act: 'payment.followed-up',
      accountId,
      subject: `transaction ${operation.transactionId}`,
      details: {
        payment_id: paymentId,
        method,
        refers_to: transactionID,
        amount: operation.amount,
        currency,
        status: operation.status,
      },
    });
    const answer = { status: 'OK', operation: paymentOperation(core, result.transaction) } as const;
    return { status: 200, body: JSON.stringify(answer satisfies FollowUpAnswer) };
  });
  return { ...answer, accountId };
}

/** The transaction to refer to must be one of the payment that the page shows. */
async function requirePaymentOf(
  { db }: Runtime,
  { paymentId, request }: OperatorFollowUp,
): Promise<PaymentRow> {
  const [found] = await db
    .select({ payment: payments })
    .from(payments)
    .innerJoin(operations, eq(operations.paymentId, payments.id))
    .where(and(eq(payments.id, paymentId), eq(operations.transactionId, request.transaction_id)));
  if (found) return found.payment;
  throw new ServiceError(
    'transaction_not_found',
    'Cannot find the transaction: no transaction of this payment has the id',
    { param: 'transaction_id' },
  );
}
