import { eq } from 'drizzle-orm';
import { resolveMerchant } from '../accounts/resolve-merchant.ts';
import type { ServiceContext } from '../context.ts';
import { operations, payments } from '../db/schema.ts';
import { processor } from '../processor/processor.ts';
import { ServiceError } from '../service-error.ts';
import { ulid } from '../ulid.ts';
import { cardFingerprint } from '../vault/card-number.ts';
import { sandboxNumber } from '../vault/sandbox-token.ts';
import { type Family, refuseMove } from './follow-up-rules.ts';
import { requireTransaction, type Transaction } from './load-transaction.ts';
import type { FollowUpForm } from './methods.ts';
import { type Billing, operationOf } from './operation.ts';

type FollowUp = Omit<Billing<FollowUpForm>, 'now'>;

/** CHARGE and REFUND, inside the caller's transaction. */
export async function followUp(context: ServiceContext, request: FollowUp): Promise<string> {
  const { accountId, form } = request;
  const referred = await requireTransaction(context, { accountId, transactionId: form.transactionID });
  await refuseMismatch(context, { request, referred });
  const family = await lockFamily(context, referred);
  // Read under the lock: an expiry and a capture that race are decided by this one moment.
  const now = context.clock.now();
  const billing = { ...request, now };
  refuseMove(family, { method: form.method, amount: request.amount, currency: form.currency, now });
  const transactionId = `txn_${ulid(now)}`;
  const answer = processor.decide({
    kind: form.method === 'CHARGE' ? 'capture' : 'refund',
    transactionId,
    amount: request.amount,
    currency: form.currency,
    metadata: request.metadata,
    now,
  });
  const { payment } = family;
  const refTransactionId = form.transactionID;
  const outcome = { answer, transactionId, paymentId: payment.id, refTransactionId };
  await context.db.insert(operations).values(operationOf(billing, outcome));
  if (answer.approved) {
    const moved =
      form.method === 'CHARGE'
        ? { captured: payment.captured + request.amount }
        : { refunded: payment.refunded + request.amount };
    await context.db.update(payments).set(moved).where(eq(payments.id, payment.id));
  }
  return transactionId;
}

async function lockFamily({ db }: ServiceContext, { operation }: Transaction): Promise<Family> {
  const [payment] = await db
    .select()
    .from(payments)
    .where(eq(payments.id, operation.paymentId))
    .for('update');
  if (!payment) throw new Error(`Cannot lock payment ${operation.paymentId}: found none, expected one`);
  const family = await db.select().from(operations).where(eq(operations.paymentId, payment.id));
  return { payment, referred: operation, operations: family };
}

type Pair = { readonly request: FollowUp; readonly referred: Transaction };

/** What a follow-up repeats of its payment must be the payment's own. */
async function refuseMismatch(context: ServiceContext, { request, referred }: Pair) {
  const { accountId, form } = request;
  const { payment, card } = referred;
  if (form.merchant_id !== undefined || form.merchantRef !== undefined) {
    const name = { accountId, merchantId: form.merchant_id, merchantRef: form.merchantRef };
    const merchant = await resolveMerchant(context, name);
    if (merchant.id !== payment.merchantId) {
      throw conflict(form.merchant_id === undefined ? 'merchantRef' : 'merchant_id');
    }
  }
  if (form.ccToken !== undefined && form.ccToken !== payment.token) {
    const number = sandboxNumber(form.ccToken);
    const isOwn =
      number !== undefined &&
      Buffer.compare(cardFingerprint(context.masterKey, accountId, number), card.fingerprint) === 0;
    if (!isOwn) throw conflict('ccToken');
  }
  if (form.currency !== payment.currency) {
    throw new ServiceError(
      'currency_mismatch',
      `Cannot bill ${form.method}: the currency is '${form.currency}', the payment's is '${payment.currency}'`,
      { param: 'currency' },
    );
  }
}

function conflict(param: string): ServiceError {
  return new ServiceError(
    'parameter_conflict',
    `Cannot bill: '${param}' is not that of the payment referred to, expected the payment's own or none`,
    { param },
  );
}
