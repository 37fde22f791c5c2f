import type { Core } from '../base/runtime/core.ts';
import type { Claim } from '../base/runtime/service-dependencies.ts';
import { ulid } from '../base/ulid.ts';
import { refuseUnknown } from '../shoppers/accounts/strict-params.ts';
import { type ClaimResult, claimQuestion, readProcessorReferences } from './attempts.ts';
import { requireTransaction } from './load.ts';
import { lockPaymentHistory, type PaymentHistory, startOf } from './locked-payment.ts';
import type { FollowUpForm } from './model/billing-forms.ts';
import { type BillingRequest, type NewOperation, pendingOperation } from './model/billing-request.ts';
import { minorUnits } from './model/money.ts';
import { refuseOtherMoto } from './model/moto.ts';
import type { Transaction } from './model/transaction.ts';
import { callbackUrlOf } from './notify-merchant.ts';
import { followUpQuestion } from './questions.ts';
import { insertPendingFollowUp, insertVoidOfChallenge } from './record-outcome.ts';
import { refuseFollowUp, requireFollowUpEffect, voidableAmount } from './refuse-follow-up.ts';
import { refuseMismatch, refuseOtherAmount, refuseOtherCurrency } from './refuse-other-values.ts';

type FollowUp = Omit<BillingRequest<FollowUpForm>, 'now'>;

/** CHARGE, REFUND and VOID: judges and claims inside the caller's transaction. */
export async function followUp(context: Core, request: FollowUp): Promise<ClaimResult> {
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
  return history.payment.authentication === 'PENDING'
    ? { transaction: await voidChallenge(context, history, operation) }
    : { claim: await claimFollowUp(context, history, operation) };
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

/** The VOID of an open challenge needs no acquirer. */
async function voidChallenge(
  context: Core,
  history: PaymentHistory,
  operation: NewOperation,
): Promise<Transaction> {
  const { merchant, token, card, original } = history;
  const { createdAt: at, requestId: answerTo, transactionId } = operation;
  // The challenge ends first, so that rows and callbacks have the same order.
  const end = { operationId: original.id, at, answerTo };
  const payment = await context.dependencies.payments.voidChallenge(context, end);
  const rows = { operation, payment, merchant, token, card, referredMethod: original.method };
  const decision = context.dependencies.processor.decisionOf('00', transactionId);
  return insertVoidOfChallenge(context, rows, { decision, at, answerTo });
}

/** Writes the rows of a follow-up, and claims its question. */
async function claimFollowUp(
  context: Core,
  history: PaymentHistory,
  operation: NewOperation,
): Promise<Claim> {
  const { merchant, token, card, payment, original } = history;
  const processorReferences = await readProcessorReferences(context, {
    start: startOf(history)?.id ?? original.id,
    original: original.id,
  });
  const question = followUpQuestion({ history, operation, processorReferences });
  const rows = { operation, payment, merchant, token, card, referredMethod: original.method };
  const transaction = await insertPendingFollowUp(context, rows);
  const { createdAt: at } = operation;
  return claimQuestion(context, {
    question,
    transaction,
    step: 'follow-up',
    at,
    withdrawal: { token: null },
  });
}
