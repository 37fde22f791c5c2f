import type { Core } from '../base/runtime/core.ts';
import { ulid } from '../base/ulid.ts';
import { refuseUnknown } from '../shoppers/accounts/strict-params.ts';
import { askForFollowUp } from './ask-processor.ts';
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
import { lockPaymentHistory, type PaymentHistory, startOf } from './payment-history.ts';
import { insertDecidedFollowUp, insertPendingFollowUp } from './record-outcome.ts';
import { refuseFollowUp, requireFollowUpEffect, voidableAmount } from './refuse-follow-up.ts';
import { refuseOtherAmount, refuseOtherCurrency, refuseOtherValues } from './refuse-other-values.ts';
import { requireTransaction } from './require-transaction.ts';
import { finishLater } from './timed-outcomes.ts';

type FollowUp = Omit<BillingRequest<FollowUpForm>, 'now'>;

/** One follow-up, such as a CHARGE, inside the caller's transaction. */
export async function followUp(core: Core, request: FollowUp): Promise<BillingResult> {
  const { accountId, form } = request;
  const transaction = await requireTransaction(core, { accountId, transactionId: form.transactionID });
  refuseUnknown(transaction.merchant.settings, request.unknownNames);
  await refuseOtherValues(core, { accountId, form, transaction });
  const history = await lockPaymentHistory(core, transaction);
  const startMetadata = startOf(history).metadata;
  refuseOtherMoto({ method: form.method, metadata: request.metadata, startMetadata });
  refuseOtherCurrency(history, form);
  // Read under the lock: this one moment decides a race of expiry and capture.
  const now = core.clock.now();
  const formAmount = amountInForm(history, form);
  const effect = requireFollowUpEffect(history, form.method);
  const amount = formAmount ?? voidableAmount(history, effect);
  refuseFollowUp(history, { method: form.method, effect, amount, now });
  if (form.method === 'VOID') refuseOtherAmount(history, { form, amount });
  const billing = { ...request, now };
  const operation = pendingOperation(
    { ...billing, method: form.method },
    {
      amount,
      transactionId: `txn_${ulid(now)}`,
      paymentId: history.payment.id,
      refTransactionId: history.referred.transactionId,
      callbackUrl: callbackUrlFor(core, history, form),
    },
  );
  const { transactionId } = operation;
  const answer = askForFollowUp(core, { history, billing, amount, transactionId });
  return {
    transaction: await writeFollowUp(core, { history, operation, answer }),
    slowMs: answer.kind === 'decided' ? answer.slowMs : 0,
  };
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

function callbackUrlFor(core: Core, history: PaymentHistory, form: FollowUpForm): string | null {
  return callbackUrlOf(core, {
    callbackUrl: form.callback_url,
    urlOfStart: startOf(history).callbackUrl,
    isAsynchronous: core.dependencies.processor.isAsynchronous(history.merchant.ref),
  });
}

type AnsweredFollowUp = {
  readonly history: PaymentHistory;
  readonly operation: NewOperation;
  readonly answer: ReturnType<typeof askForFollowUp>;
};

/** Writes the rows of a follow-up. Returns what they now show. */
async function writeFollowUp(core: Core, followUp: AnsweredFollowUp): Promise<Transaction> {
  const { history, operation, answer } = followUp;
  const { merchant, token, card, referred } = history;
  const { id: operationId, paymentId, createdAt: now, requestId: answerTo } = operation;
  const amountsAlreadyApplied = history.payment.authentication === 'PENDING';
  // The challenge ends first, so that rows and callbacks have the same order.
  const payment = amountsAlreadyApplied
    ? await core.dependencies.payments.voidChallenge(core, {
        operationId: referred.id,
        at: now,
        answerTo,
      })
    : history.payment;
  const rows = { operation, payment, merchant, token, card, referredMethod: referred.method };
  if (answer.kind === 'decided') {
    const { decision, slowMs } = answer;
    return insertDecidedFollowUp(
      core,
      { ...rows, amountsAlreadyApplied },
      { decision, at: now, answerTo, slowMs },
    );
  }
  const { decision, afterMs } = answer;
  const dueAt = new Date(now.getTime() + afterMs);
  const transaction = await insertPendingFollowUp(core, rows);
  await finishLater(core, { paymentId, operationId, decision, dueAt });
  return transaction;
}
