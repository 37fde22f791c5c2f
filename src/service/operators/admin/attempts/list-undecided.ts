import { and, asc, desc, eq, lte, ne } from 'drizzle-orm';
import type { KeptNotification, UndecidedAttempt } from '../../../../contract/admin/attempts.ts';
import type { Core } from '../../../base/runtime/core.ts';
import { decimalText } from '../../../payments/model/money.ts';
import { acquirerNotifications } from '../../../tables/acquirer-notifications.ts';
import { attempts } from '../../../tables/attempts.ts';
import { operations, payments } from '../../../tables/payments.ts';

const LIMIT = 200;

/** Questions past their deadline that have no answer, the oldest first. */
export async function listUndecided({ db, clock }: Core): Promise<UndecidedAttempt[]> {
  const rows = await db
    .select({ attempt: attempts, operation: operations, currency: payments.currency })
    .from(attempts)
    .innerJoin(operations, eq(operations.id, attempts.operationId))
    .innerJoin(payments, eq(payments.id, attempts.paymentId))
    .where(and(ne(attempts.state, 'ended'), lte(attempts.deadline, clock.now())))
    .orderBy(asc(attempts.createdAt))
    .limit(LIMIT);
  return rows.flatMap(({ attempt, operation, currency }) => {
    const { state } = attempt;
    if (state === 'ended') return [];
    return [
      {
        key: attempt.key,
        account_id: operation.accountId,
        payment_id: attempt.paymentId,
        transaction_id: operation.transactionId,
        method: operation.method,
        amount: decimalText(operation.amount, currency),
        currency,
        processor: attempt.processor,
        reference: attempt.reference,
        processor_reference: attempt.processorReference,
        state,
        doubt: attempt.doubt,
        tries: attempt.tries,
        asked_at: attempt.createdAt.toISOString(),
      },
    ];
  });
}

/** What acquirers have told that fits no payment, the newest first. */
export async function listKept({ db }: Core): Promise<KeptNotification[]> {
  const rows = await db
    .select()
    .from(acquirerNotifications)
    .where(eq(acquirerNotifications.state, 'kept'))
    .orderBy(desc(acquirerNotifications.receivedAt))
    .limit(LIMIT);
  return rows.map(({ id, processor, merchantAccount, event, reason, receivedAt }) => ({
    id,
    processor,
    merchant_account: merchantAccount,
    event,
    reason: reason ?? '',
    received_at: receivedAt.toISOString(),
  }));
}
