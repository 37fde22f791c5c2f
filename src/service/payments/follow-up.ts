import type { Core } from '../base/runtime/core.ts';
import { ulid } from '../base/ulid.ts';
import { refuseUnknown } from '../shoppers/accounts/strict-params.ts';
import { askForFollowUp } from './ask-processor.ts';
import { requireTransaction } from './load.ts';
import { type LockedPayment, lockNamedPayment, startOf } from './locked-payment.ts';
import type { FollowUpForm } from './model/billing-forms.ts';
import {
  type BillingRequest,
  type BillingResult,
  type NewOperation,
  pendingOperation,
} from './model/billing-request.ts';
import { minorUnits } from './model/money.ts';
import { refuseOtherMoto } from './model/moto.ts';
import type { Transaction } from './model/transaction.ts';
import { callbackUrlOf } from './notify-merchant.ts';
import { insertEndedFollowUp, insertPendingFollowUp } from './record-outcome.ts';
import { refuseFollowUp, requireFollowUpEffect, voidableAmount } from './refuse-follow-up.ts';
import { refuseMismatch, refuseOtherAmount, refuseOtherCurrency } from './refuse-other-values.ts';
import { finishLater } from './timed-outcomes.ts';

type FollowUp = Omit<BillingRequest<FollowUpForm>, 'now'>;

/** CHARGE, REFUND and VOID, inside the caller's transaction. */
export async function followUp(context: Core, request: FollowUp): Promise<BillingResult> {
  const { accountId, form } = request;
  const found = await requireTransaction(context, { accountId, transactionId: form.transactionID });
  refuseUnknown(found.merchant.settings, request.unknown);
  await refuseMismatch(context, { accountId, form, found });
  const locked = await lockNamedPayment(context, found);
  const own = startOf(locked)?.metadata ?? [];
  refuseOtherMoto({ method: form.method, metadata: request.metadata, own });
  refuseOtherCurrency(locked, form);
  // Read under the lock: this one moment decides a race of expiry and capture.
  const now = context.clock.now();
  const sent = sentAmount(locked, form);
  const act = requireFollowUpEffect(locked, form.method);
  const amount = sent ?? voidableAmount(locked, act);
  refuseFollowUp(locked, { method: form.method, act, amount, now });
  if (form.method === 'VOID') refuseOtherAmount(locked, { form, amount });
  const billing = { ...request, now };
  const operation = pendingOperation(billing, {
    amount,
    transactionId: `txn_${ulid(now)}`,
    paymentId: locked.payment.id,
    refTransactionId: locked.referred.transactionId,
    callbackUrl: callbackUrlFor(context, locked, form),
  });
  const { transactionId } = operation;
  const answer = askForFollowUp(context, { locked, billing, amount, transactionId });
  const transaction = await writeFollowUp(context, { locked, operation, answer });
  return { transaction, slowMs: answer.kind === 'decided' ? answer.slowMs : 0 };
}

/**
 * Minor units; null for a VOID, which takes all that it can. An amount in its form is compared later, once the payment
 * allows it.
 */
function sentAmount({ payment }: LockedPayment, { method, amount }: FollowUpForm): number | null {
  if (method === 'VOID') return null;
  if (amount === undefined) throw new Error(`Cannot bill ${method}: found no amount, expected one`);
  return minorUnits(amount, payment.currency);
}

function callbackUrlFor(context: Core, locked: LockedPayment, form: FollowUpForm): string | null {
  return callbackUrlOf(context, {
    callbackUrl: form.callback_url,
    inherited: startOf(locked)?.callbackUrl ?? null,
    isAsynchronous: context.dependencies.processor.isAsynchronous(locked.merchant.ref),
  });
}

type WriteFollowUpInput = {
  readonly locked: LockedPayment;
  readonly operation: NewOperation;
  readonly answer: ReturnType<typeof askForFollowUp>;
};

/** Writes the rows of a follow-up. Returns what they now show. */
async function writeFollowUp(context: Core, answered: WriteFollowUpInput): Promise<Transaction> {
  const { locked, operation, answer } = answered;
  const { merchant, token, card, referred } = locked;
  const { id: operationId, paymentId, createdAt: now, requestId: answerTo } = operation;
  const hasMoved = locked.payment.authentication === 'PENDING';
  // The challenge ends first, so that rows and callbacks have the same order.
  const payment = hasMoved
    ? await context.dependencies.payments.voidChallenge(context, {
        operationId: referred.id,
        at: now,
        answerTo,
      })
    : locked.payment;
  const acting = { operation, payment, merchant, token, card, referredMethod: referred.method };
  if (answer.kind === 'decided') {
    const { decision, slowMs } = answer;
    return insertEndedFollowUp(context, { ...acting, hasMoved }, { decision, at: now, answerTo, slowMs });
  }
  const { decision, afterMs } = answer;
  const dueAt = new Date(now.getTime() + afterMs);
  const transaction = await insertPendingFollowUp(context, acting);
  await finishLater(context, { paymentId, operationId, decision, dueAt });
  return transaction;
}
