import { and, desc, eq } from 'drizzle-orm';
import type { DisputeRequest } from '../../contract/admin/disputes.ts';
import type { Reversal } from '../../contract/billing/callback.ts';
import { SANDBOX_PROCESSOR } from '../../contract/billing/processor-name.ts';
import type { Core } from '../base/runtime/core.ts';
import type { SimulatedDispute } from '../base/runtime/service-dependencies.ts';
import { ServiceError } from '../base/service-error.ts';
import { isStartMethod } from '../payments/model/methods.ts';
import { minorUnits } from '../payments/model/money.ts';
import { concerns, isUndoing } from '../payments/model/reversal.ts';
import { type PastOperation, pastOperations } from '../payments/payment-history.ts';
import { requireOperation } from '../payments/require-transaction.ts';
import { reversalsOf } from '../payments/reversals/read-reversals.ts';
import { attempts } from '../tables/attempts.ts';
import type { PaymentRow } from '../tables/payments.ts';

type Chosen = { readonly operation: PastOperation; readonly dispute: SimulatedDispute };

/** What is asked of the acquirer, with what the request leaves open. Whether it can be is for the acquirer's own ledger. */
export async function chooseDispute(
  core: Core,
  paymentId: string,
  { event: reversal, amount, transaction_id: transactionId }: DisputeRequest,
): Promise<Chosen> {
  const past = await pastOperations(core, paymentId);
  if (past.length === 0) throw new ServiceError('not_found', 'Cannot find the payment: none has this id');
  const operation = operationFor(past, reversal, transactionId);
  const reference = await referenceOf(core, operation);
  const { payment, merchant } = await requireOperation(core, operation.id);
  const { currency } = payment;
  const units =
    amount === undefined
      ? await defaultAmount(core, { reversal, operation, payment })
      : minorUnits(amount, currency);
  if (units <= 0) throw refused(`nothing of it can be ${reversal}`);
  const dispute = { reversal, merchantAccount: merchant.ref, reference, amount: units, currency };
  return { operation, dispute };
}

function operationFor(
  past: readonly PastOperation[],
  reversal: Reversal,
  transactionId: string | undefined,
): PastOperation {
  const able = past.filter(({ method, status }) => status === 'SUCCESS' && concerns(reversal, method));
  const found =
    transactionId === undefined
      ? isUndoing(reversal)
        ? able.findLast(({ undoing }) => undoing === null)
        : able.find(({ method }) => isStartMethod(method))
      : able.find((operation) => operation.transactionId === transactionId);
  if (found) return found;
  const named = transactionId === undefined ? 'no operation of it' : `not '${transactionId}'`;
  throw refused(`${named} can be ${reversal}`);
}

/** By which the acquirer knows it. A provider's sale was asked at no acquirer. */
async function referenceOf({ db }: Core, { id }: PastOperation): Promise<string> {
  const [attempt] = await db
    .select({ reference: attempts.reference })
    .from(attempts)
    .where(and(eq(attempts.operationId, id), eq(attempts.processor, SANDBOX_PROCESSOR)))
    .orderBy(desc(attempts.createdAt))
    .limit(1);
  if (attempt) return attempt.reference;
  throw refused('it is not at the simulated acquirer');
}

type Event = {
  readonly reversal: Reversal;
  readonly operation: PastOperation;
  readonly payment: PaymentRow;
};

async function defaultAmount(core: Core, { reversal, operation, payment }: Event): Promise<number> {
  if (isUndoing(reversal)) return operation.amount;
  if (reversal === 'CHARGEBACK_OPENED') return payment.captured - payment.chargedBack;
  const reversals = await reversalsOf(core, payment.id);
  const lost = reversals.filter((row) => row.reversal === 'CHARGEBACK_LOST');
  return lost.reduce((left, row) => left - row.amount, payment.chargedBack);
}

function refused(reason: string): ServiceError {
  return new ServiceError('parameter_conflict', `Cannot dispute the payment: ${reason}`);
}
