import { type Acquirer, accountAt } from '../base/processor/acquirer.ts';
import type { Core } from '../base/runtime/core.ts';
import { ulid } from '../base/ulid.ts';
import { refuseUnknown } from '../shoppers/accounts/strict-params.ts';
import {
  acquirerOf,
  type ClaimResult,
  claimQuestion,
  readProcessorReferences,
  type StoredClaim,
} from './attempts.ts';
import type { FollowUpForm } from './model/billing-forms.ts';
import { type BillingRequest, type NewOperation, pendingOperation } from './model/billing-request.ts';
import { minorUnits } from './model/money.ts';
import { refuseOtherMoto } from './model/moto.ts';
import type { Transaction } from './model/transaction.ts';
import { callbackUrlOf } from './notify-merchant.ts';
import { lockPaymentHistory, type PastOperation, type PaymentHistory, startOf } from './payment-history.ts';
import { followUpKind, followUpQuestion } from './questions.ts';
import { insertPendingFollowUp, insertVoidOfChallenge } from './record-outcome.ts';
import { refuseFollowUp, requireFollowUpEffect, voidableAmount } from './refuse-follow-up.ts';
import { refuseOtherAmount, refuseOtherCurrency, refuseOtherValues } from './refuse-other-values.ts';
import { refuseUnsupported } from './refuse-unsupported.ts';
import { requireTransaction } from './require-transaction.ts';

type FollowUp = Omit<BillingRequest<FollowUpForm>, 'now'>;

/** One follow-up, such as a CHARGE: judges and claims inside the caller's transaction. */
export async function followUp(core: Core, request: FollowUp): Promise<ClaimResult> {
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
  const acquirer = await acquirerOf(core, history.payment);
  refuseUnsupported(history, { method: form.method, effect, amount, acquirer });
  if (form.method === 'VOID') refuseOtherAmount(history, { form, amount });
  const operation = pendingOperation(
    { ...request, now, method: form.method },
    {
      amount,
      transactionId: `txn_${ulid(now)}`,
      paymentId: history.payment.id,
      refTransactionId: history.referred.transactionId,
      callbackUrl: callbackUrlFor(core, history, { form, acquirer }),
    },
  );
  return history.payment.authentication === 'PENDING'
    ? { transaction: await voidChallenge(core, history, operation) }
    : { claim: await claimFollowUp(core, history, operation) };
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

type FollowUpAtAcquirer = { readonly form: FollowUpForm; readonly acquirer: Acquirer };

/** An outcome that must be told goes to the merchant's own receiver where no request has named one. Rule: callbacks/when. */
function callbackUrlFor(
  core: Core,
  history: PaymentHistory,
  { form, acquirer }: FollowUpAtAcquirer,
): string | null {
  const { merchant } = history;
  const isAsynchronous = acquirer.isAsynchronous(followUpKind(form.method), accountAt(acquirer, merchant));
  const defaultUrl = isAsynchronous ? merchant.settings.notificationUrls[0] : undefined;
  return callbackUrlOf(core, {
    callbackUrl: form.callback_url,
    otherUrl: startOf(history).callbackUrl ?? defaultUrl ?? null,
    isAsynchronous,
  });
}

/** The VOID of an open challenge needs no acquirer. */
async function voidChallenge(
  core: Core,
  history: PaymentHistory,
  operation: NewOperation,
): Promise<Transaction> {
  const { merchant, token, card, referred } = history;
  const { createdAt: at, requestId: answerTo, transactionId } = operation;
  // The challenge ends first, so that rows and callbacks have the same order.
  const end = { operationId: referred.id, at, answerTo };
  const payment = await core.dependencies.payments.voidChallenge(core, end);
  const rows = { operation, payment, merchant, token, card, ...referredColumns(referred) };
  const decision = core.dependencies.processor.decisionOf('00', transactionId);
  return insertVoidOfChallenge(core, rows, { decision, at, answerTo });
}

const referredColumns = ({ method, processorReference }: PastOperation) => ({
  referredMethod: method,
  referredReference: processorReference,
});

/** Writes the rows of a follow-up, and claims its question. */
async function claimFollowUp(
  core: Core,
  history: PaymentHistory,
  operation: NewOperation,
): Promise<StoredClaim> {
  const { merchant, token, card, payment, referred } = history;
  const processorReferences = await readProcessorReferences(core, {
    start: startOf(history).id,
    referred: referred.id,
  });
  const question = followUpQuestion({ history, operation, processorReferences });
  const rows = { operation, payment, merchant, token, card, ...referredColumns(referred) };
  const transaction = await insertPendingFollowUp(core, rows);
  const { createdAt: at } = operation;
  const claim = await claimQuestion(core, {
    question,
    transaction,
    step: 'follow-up',
    at,
    withdrawal: { start: null },
  });
  return { ...claim, stored: transaction };
}
