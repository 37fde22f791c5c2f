import type { Core } from '../base/runtime/core.ts';
import { ulid } from '../base/ulid.ts';
import { refuseUnknown } from '../shoppers/accounts/strict-params.ts';
import { askForFollowUp } from './ask-processor.ts';
import { requireTransaction } from './load.ts';
import { lockPaymentHistory, type PaymentHistory, startOf } from './locked-payment.ts';
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
import { insertDecidedFollowUp, insertPendingFollowUp } from './record-outcome.ts';
import { refuseFollowUp, requireFollowUpEffect, voidableAmount } from './refuse-follow-up.ts';
import { refuseMismatch, refuseOtherAmount, refuseOtherCurrency } from './refuse-other-values.ts';
import { finishLater } from './timed-outcomes.ts';

type FollowUp = Omit<BillingRequest<FollowUpForm>, 'now'>;

/** One follow-up, such as a CHARGE, inside the caller's transaction. */
export async function followUp(context: Core, request: FollowUp): Promise<BillingResult> {
  const { accountId, form } = request;
  const found = await requireTransaction(context, { accountId, transactionId: form.transactionID });
  refuseUnknown(found.merchant.settings, request.unknown);
  await refuseMismatch(context, { accountId, form, found });
  const history = await lockPaymentHistory(context, found);
  const startMetadata = startOf(history)?.metadata ?? [];
  refuseOtherMoto({ method: form.method, metadata: request.metadata, startMetadata });
  refuseOtherCurrency(history, form);
  // Read under the lock: this one moment decides a race of expiry and capture.
  const now = context.clock.now();
  const formAmount = amountInForm(history, form);
  const act = requireFollowUpEffect(history, form.method);
  const amount = formAmount ?? voidableAmount(history, act);
  refuseFollowUp(history, { method: form.method, act, amount, now });
  if (form.method === 'VOID') refuseOtherAmount(history, { form, amount });
  const billing = { ...request, now };
  const operation = pendingOperation(billing, {
    amount,
    transactionId: `txn_${ulid(now)}`,
    paymentId: history.payment.id,
    refTransactionId: history.original.transactionId,
    callbackUrl: callbackUrlFor(context, history, form),
  });
  const { transactionId } = operation;
  const answer = askForFollowUp(context, { history, billing, amount, transactionId });
  const transaction = await writeFollowUp(context, { history, operation, answer });
  return { transaction, slowMs: answer.kind === 'decided' ? answer.slowMs : 0 };
}

/**
 * Minor units; null for a VOID, which takes all that it can. An amount in its form is compared later, once the payment
 * allows it.
 */
function amountInForm({ payment }: PaymentHistory, { method, amount }: FollowUpForm): number | null {
  if (method === 'VOID') return null;
  if (amount === undefined) throw new Error(`Cannot bill ${method}: found no amount, expected one`);
  return minorUnits(amount, payment.currency);
}

function callbackUrlFor(context: Core, history: PaymentHistory, form: FollowUpForm): string | null {
  return callbackUrlOf(context, {
    callbackUrl: form.callback_url,
    urlOfStart: startOf(history)?.callbackUrl ?? null,
    isAsynchronous: context.dependencies.processor.isAsynchronous(history.merchant.ref),
  });
}

type AnsweredFollowUp = {
  readonly history: PaymentHistory;
  readonly operation: NewOperation;
  readonly answer: ReturnType<typeof askForFollowUp>;
};

/** Writes the rows of a follow-up. Returns what they now show. */
async function writeFollowUp(context: Core, followUp: AnsweredFollowUp): Promise<Transaction> {
  const { history, operation, answer } = followUp;
  const { merchant, token, card, original } = history;
  const { id: operationId, paymentId, createdAt: now, requestId: answerTo } = operation;
  const amountsAlreadyApplied = history.payment.authentication === 'PENDING';
  // The challenge ends first, so that rows and callbacks have the same order.
  const payment = amountsAlreadyApplied
    ? await context.dependencies.payments.voidChallenge(context, {
        operationId: original.id,
        at: now,
        answerTo,
      })
    : history.payment;
  const rows = { operation, payment, merchant, token, card, referredMethod: original.method };
  if (answer.kind === 'decided') {
    const { decision, slowMs } = answer;
    return insertDecidedFollowUp(
      context,
      { ...rows, amountsAlreadyApplied },
      { decision, at: now, answerTo, slowMs },
    );
  }
  const { decision, afterMs } = answer;
  const dueAt = new Date(now.getTime() + afterMs);
  const transaction = await insertPendingFollowUp(context, rows);
  await finishLater(context, { paymentId, operationId, decision, dueAt });
  return transaction;
}
