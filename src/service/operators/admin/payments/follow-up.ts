import { and, eq } from 'drizzle-orm';
import type { FollowUpAnswer, FollowUpRequest } from '../../../../contract/admin/payments.ts';
import type { BillingForm } from '../../../../contract/billing/billing.ts';
import { answerOnce, type RepeatableAnswer } from '../../../api/idempotency/answer-once.ts';
import { type Actor, recordAct } from '../../../base/audit/record-act.ts';
import type { Runtime } from '../../../base/runtime/runtime.ts';
import { ServiceError } from '../../../base/service-error.ts';
import type { ClaimResult } from '../../../payments/attempts.ts';
import { claimBilling } from '../../../payments/bill.ts';
import { type OperationRow, operations, type PaymentRow, payments } from '../../../tables/payments.ts';
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
 * account. Operation and act are one commit, before the acquirer is asked: money that moves always has its act.
 */
export async function followUpAsAdmin(
  runtime: Runtime,
  followUp: OperatorFollowUp,
): Promise<RepeatableAnswer & { readonly accountId: number }> {
  const { request, requestId, key, requestDigest, by } = followUp;
  const { id: paymentId, accountId, currency } = await requirePaymentOf(runtime, followUp);
  const { method, amount, transaction_id: transactionID } = request;
  const money = amount === undefined ? {} : { amount, currency };
  const form: BillingForm = { method, transactionID, ...money };
  const repeatable = {
    accountId,
    key: key === undefined ? undefined : { path: SCOPE, text: key },
    transactionId: undefined,
    requestDigest,
  };
  const caller = { accountId };
  const answer = await answerOnce(runtime, repeatable, {
    async claim(core) {
      const result = await claimBilling(core, { caller, form, metadata: {}, unknownNames: [], requestId });
      const { transactionId, amount: billed, status } = claimedOperation(result);
      await recordAct(core, by, {
        act: 'payment.followed-up',
        accountId,
        subject: `transaction ${transactionId}`,
        details: {
          payment_id: paymentId,
          method,
          refers_to: transactionID,
          amount: billed,
          currency,
          status,
        },
      });
      return result;
    },
    async answer(core, { transaction }) {
      const answer = { status: 'OK', operation: paymentOperation(core, transaction, null) } as const;
      return { status: 200, body: JSON.stringify(answer satisfies FollowUpAnswer) };
    },
  });
  return { ...answer, accountId };
}

/** What was billed, as it is before the acquirer has answered. */
function claimedOperation(result: ClaimResult): Pick<OperationRow, 'transactionId' | 'amount' | 'status'> {
  if ('transaction' in result) return result.transaction.operation;
  const { merchantReference: transactionId, amount } = result.claim.question;
  return { transactionId, amount, status: 'PENDING' };
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
