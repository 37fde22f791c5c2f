import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { placeholder, readStatement } from '../../store/statement.ts';
import type { Core } from '../base/runtime/core.ts';
import type { Redeemable, TokenAndCard } from '../base/runtime/service-dependencies.ts';
import { changedToken } from '../base/seals/card-token.ts';
import { paymentSeal } from '../base/seals/payment-seal.ts';
import { ulid } from '../base/ulid.ts';
import { requireAcceptedMethod } from '../shoppers/accounts/require-accepted-method.ts';
import { resolveMerchant } from '../shoppers/accounts/resolve-merchant.ts';
import { readShopName } from '../shoppers/accounts/shop-name.ts';
import { refuseUnknown } from '../shoppers/accounts/strict-params.ts';
import type { MerchantRow } from '../tables/accounts.ts';
import { operations, type PaymentRow } from '../tables/payments.ts';
import { readSentMethod, takeSentMethod } from '../vault/payment-method-object.ts';
import { findRedeemable, redeemToken } from '../vault/redeem-token.ts';
import { askForStart, type StartAnswer } from './ask-processor.ts';
import { refuseBeyondApproval } from './model/approval.ts';
import { ZERO_AMOUNTS } from './model/balance.ts';
import type { StartForm } from './model/billing-forms.ts';
import { type BillingRequest, type BillingResult, pendingOperation } from './model/billing-request.ts';
import { METHODS } from './model/methods.ts';
import { minorUnits, refuseOutOfBounds } from './model/money.ts';
import { refuseMoto } from './model/moto.ts';
import type { Transaction } from './model/transaction.ts';
import { transactionExists } from './model/transaction-exists.ts';
import { callbackUrlOf } from './notify-merchant.ts';
import { insertEndedStart, insertPendingStart, withHold } from './record-outcome.ts';
import { finishLater } from './timed-outcomes.ts';
import type { NewStart } from './write-operation.ts';

/** SALE and AUTH, with 3DS and without, inside the caller's transaction. */
export async function startPayment(context: Core, start: BillingRequest<StartForm>): Promise<BillingResult> {
  const { accountId, form, metadata } = start;
  const amount = minorUnits(form.amount, form.currency);
  const callbackUrl = callbackUrlOf(context, {
    callbackUrl: form.callback_url,
    inherited: null,
    isAsynchronous: false,
  });
  if (form.transactionID !== undefined) await refuseUsedTransactionId(context, accountId, form.transactionID);
  const sent = readSentMethod(form);
  const redeeming = { accountId, ccToken: sent.token, shopper: form };
  const [merchant, found] = await Promise.all([
    resolveMerchant(context, { accountId, merchantId: form.merchant_id, merchantRef: form.merchantRef }),
    findRedeemable(context, redeeming),
  ]);
  refuseUnknown(merchant.settings, start.unknown);
  refuseMoto({ method: form.method, metadata, merchant });
  refuseOutOfBounds(merchant.settings, { amount, currency: form.currency });
  const redeemed = await redeemToken(context, { ...redeeming, found });
  refuseBeyondApproval({ token: redeemed.token, merchant, form, amount });
  // Read now: a draft cannot read after its first write.
  const shopName = METHODS[form.method].authenticates ? await readShopName(context, merchant.id) : null;
  await takeSentMethod(context, sent, { ...redeemed, merchantId: merchant.id });
  requireAcceptedMethod(merchant, { code: redeemed.token.brand, action: 'bill', param: 'ccToken' });
  const transactionId = form.transactionID ?? `txn_${ulid(start.now)}`;
  const answered = askForStart(context, { start, amount, merchant, card: redeemed.card, transactionId });
  const payment = paymentOf(context, { start, merchant, redeemed });
  const operation = pendingOperation(start, {
    amount,
    transactionId,
    paymentId: payment.id,
    refTransactionId: '',
    callbackUrl,
  });
  const use = { consumedBy: operation.id, requiresUser: form.externalID !== undefined };
  const token = redeemed.token.isSingleUse ? changedToken(context, redeemed.token, use) : redeemed.token;
  const begun = { payment, operation, merchant, shopName, card: redeemed.card, token };
  const transaction = await writeStart(context, begun, answered);
  return { transaction, slowMs: answered.kind === 'decided' ? answered.slowMs : 0 };
}

/** A taken id belongs to another start, because a repeat of the same start is answered earlier. */
async function refuseUsedTransactionId({ db }: Core, accountId: number, transactionId: string) {
  const [taken] = await operationNamed(db, { accountId, transactionId });
  if (taken) throw transactionExists();
}

const operationNamed = readStatement<{ accountId: number; transactionId: string }, { id: string }>((db) =>
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

type PaymentOfInput = {
  readonly start: BillingRequest<StartForm>;
  readonly merchant: MerchantRow;
  readonly redeemed: Redeemable;
};

/** The payment before anything was authenticated or authorised. */
function paymentOf(context: Core, { start, merchant, redeemed }: PaymentOfInput): PaymentRow {
  const { accountId, form, now } = start;
  const { card, token, isGuest } = redeemed;
  const whose = { id: randomUUID(), accountId, userId: card.userId, cardId: card.id, tokenId: token.id };
  return {
    ...ZERO_AMOUNTS,
    ...whose,
    seal: paymentSeal(context, whose),
    merchantId: merchant.id,
    orderId: form.orderID ?? `ord_${ulid(now)}`,
    startedBy: 'backend',
    // An id of the backend's own must go on naming this payment. Rule: retention/payments.
    isAnonymous: isGuest && form.transactionID === undefined,
    currency: form.currency,
    externalToken: context.dependencies.processor.networkToken(card),
    lastLog: 1,
    createdAt: now,
  };
}

/** `shopName`: null where no bank is asked. */
type WriteStartInput = NewStart & TokenAndCard & Pick<Transaction, 'merchant' | 'shopName'>;

/** Writes the rows of a new payment. Returns what they now show. The token is used up whatever the outcome. */
async function writeStart(
  context: Core,
  begun: WriteStartInput,
  answered: StartAnswer,
): Promise<Transaction> {
  const { operation, merchant, token, shopName } = begun;
  const { id: operationId, paymentId, createdAt: now } = operation;
  if (answered.kind === 'challenge') {
    const payment = { ...begun.payment, authentication: 'PENDING' as const };
    const written = await insertPendingStart(context, { ...begun, payment });
    const { walletSessionId } = token;
    const asking = { paymentId, operationId, walletSessionId, answer: answered.answer, now };
    return {
      ...written,
      shopName,
      challenge: await context.dependencies.payments.openChallenge(context, asking),
    };
  }
  const payment = { ...begun.payment, authentication: answered.authentication };
  if (answered.kind === 'decided') {
    const { decision, slowMs } = answered;
    const ending = { decision, at: now, answerTo: operation.requestId, slowMs };
    return insertEndedStart(context, { ...begun, payment }, ending);
  }
  const held = withHold({ operation, payment, merchant, referredMethod: null }, now);
  const written = await insertPendingStart(context, { ...begun, payment: held });
  const { decision, afterMs } = answered;
  const dueAt = new Date(now.getTime() + afterMs);
  await finishLater(context, { paymentId, operationId, decision, dueAt });
  return written;
}
