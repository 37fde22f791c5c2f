import { and, eq } from 'drizzle-orm';
import { placeholder, readStatement } from '../../store/statement.ts';
import type { Core } from '../base/runtime/core.ts';
import type { TokenAndCard } from '../base/runtime/service-dependencies.ts';
import { changedToken } from '../base/seals/card-token.ts';
import { ulid } from '../base/ulid.ts';
import { requireAcceptedMethod } from '../shoppers/accounts/require-accepted-method.ts';
import { resolveMerchant } from '../shoppers/accounts/resolve-merchant.ts';
import { readShopName } from '../shoppers/accounts/shop-name.ts';
import { refuseUnknown } from '../shoppers/accounts/strict-params.ts';
import { operations } from '../tables/payments.ts';
import { readSentMethod, takeSentMethod } from '../vault/payment-method-object.ts';
import { findBillable, requireBillable } from '../vault/redeem-token.ts';
import { askForStart, type StartAnswer } from './ask-processor.ts';
import { refuseBeyondApproval } from './model/approval.ts';
import { type StartForm, transactionExists } from './model/billing-forms.ts';
import { type BillingRequest, type BillingResult, pendingOperation } from './model/billing-request.ts';
import { METHODS } from './model/methods.ts';
import { minorUnits, refuseOutOfBounds } from './model/money.ts';
import { refuseMoto } from './model/moto.ts';
import type { Transaction } from './model/transaction.ts';
import { newPayment } from './new-payment.ts';
import { callbackUrlOf } from './notify-merchant.ts';
import { insertDecidedStart, insertPendingStart, withHold } from './record-outcome.ts';
import { finishLater } from './timed-outcomes.ts';
import type { NewStart } from './write-operation.ts';

/** SALE and AUTH, with 3DS and without, inside the caller's transaction. */
export async function startPayment(core: Core, start: BillingRequest<StartForm>): Promise<BillingResult> {
  const { accountId, form, metadata } = start;
  const amount = minorUnits(form.amount, form.currency);
  const callbackUrl = callbackUrlOf(core, {
    callbackUrl: form.callback_url,
    urlOfStart: null,
    isAsynchronous: false,
  });
  if (form.transactionID !== undefined) await refuseUsedTransactionId(core, accountId, form.transactionID);
  const sentMethod = readSentMethod(form);
  const redemption = { accountId, ccToken: sentMethod.token, shopper: form };
  const [merchant, found] = await Promise.all([
    resolveMerchant(core, { accountId, merchantId: form.merchant_id, merchantRef: form.merchantRef }),
    findBillable(core, redemption),
  ]);
  refuseUnknown(merchant.settings, start.unknownNames);
  refuseMoto({ method: form.method, metadata, merchant });
  refuseOutOfBounds(merchant.settings, { amount, currency: form.currency });
  const billableToken = await requireBillable(core, { ...redemption, found });
  refuseBeyondApproval({ token: billableToken.token, merchant, form, amount });
  // Read now: an optimistic transaction cannot read after its first write.
  const shopName = METHODS[form.method].authenticates ? await readShopName(core, merchant.id) : null;
  requireAcceptedMethod(merchant, { code: billableToken.token.brand, action: 'bill', param: 'ccToken' });
  await takeSentMethod(core, sentMethod, { ...billableToken, merchantId: merchant.id });
  const transactionId = form.transactionID ?? `txn_${ulid(start.now)}`;
  const answer = askForStart(core, { start, amount, merchant, card: billableToken.card, transactionId });
  const payment = newPayment(core, {
    token: billableToken.token,
    card: billableToken.card,
    accountId,
    merchantId: merchant.id,
    orderId: form.orderID,
    startedBy: 'backend',
    // A payment whose id the backend chose is never deleted, so that its id always finds it. Rule: retention/payments.
    isAnonymous: billableToken.isGuest && form.transactionID === undefined,
    currency: form.currency,
    now: start.now,
  });
  const operation = pendingOperation(
    { ...start, method: form.method },
    {
      amount,
      transactionId,
      paymentId: payment.id,
      refTransactionId: '',
      callbackUrl,
    },
  );
  const use = { consumedBy: operation.id, requiresUser: form.externalID !== undefined };
  const token = billableToken.token.isSingleUse
    ? changedToken(core, billableToken.token, use)
    : billableToken.token;
  const newStart = { payment, operation, merchant, shopName, card: billableToken.card, token };
  const transaction = await writeStart(core, newStart, answer);
  return { transaction, slowMs: answer.kind === 'decided' ? answer.slowMs : 0 };
}

/** A taken id belongs to another start, because a repeat of the same start is answered earlier. */
async function refuseUsedTransactionId({ db }: Core, accountId: number, transactionId: string) {
  const [operation] = await operationIdByName(db, { accountId, transactionId });
  if (operation) throw transactionExists();
}

const operationIdByName = readStatement<{ accountId: number; transactionId: string }, { id: string }>((db) =>
  db
    .select({ id: operations.id })
    .from(operations)
    .where(
      and(
        eq(operations.accountId, placeholder('accountId', operations.accountId)),
        eq(operations.transactionId, placeholder('transactionId', operations.transactionId)),
      ),
    ),
);

/** `shopName`: null for a method without 3DS. */
type StartRows = NewStart & TokenAndCard & Pick<Transaction, 'merchant' | 'shopName'>;

/** Writes the rows of a new payment. Returns what they now show. The token is used up whatever the outcome. */
async function writeStart(core: Core, newStart: StartRows, answer: StartAnswer): Promise<Transaction> {
  const { operation, merchant, token, shopName } = newStart;
  const { id: operationId, paymentId, createdAt: now } = operation;
  if (answer.kind === 'challenge') {
    const payment = { ...newStart.payment, authentication: 'PENDING' as const };
    const transaction = await insertPendingStart(core, { ...newStart, payment });
    const { walletSessionId } = token;
    const opening = { paymentId, operationId, walletSessionId, answer: answer.answer, now };
    return {
      ...transaction,
      shopName,
      challenge: await core.dependencies.payments.openChallenge(core, opening),
    };
  }
  const payment = { ...newStart.payment, authentication: answer.authentication };
  if (answer.kind === 'decided') {
    const { decision, slowMs } = answer;
    const outcome = { decision, at: now, answerTo: operation.requestId, slowMs };
    return insertDecidedStart(core, { ...newStart, payment }, outcome);
  }
  const heldPayment = withHold({ operation, payment, merchant, referredMethod: null }, now);
  const transaction = await insertPendingStart(core, { ...newStart, payment: heldPayment });
  const { decision, afterMs } = answer;
  const dueAt = new Date(now.getTime() + afterMs);
  await finishLater(core, { paymentId, operationId, decision, dueAt });
  return transaction;
}
