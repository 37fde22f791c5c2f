import { and, eq } from 'drizzle-orm';
import { placeholder, readStatement } from '../../store/statement.ts';
import type { Core } from '../base/runtime/core.ts';
import type { TokenAndCard, UsedToken } from '../base/runtime/service-dependencies.ts';
import { changedToken } from '../base/seals/card-token.ts';
import type { TokenEntry } from '../base/seals/token-entry.ts';
import { ulid } from '../base/ulid.ts';
import { requireAcceptedMethod } from '../shoppers/accounts/require-accepted-method.ts';
import { resolveMerchant } from '../shoppers/accounts/resolve-merchant.ts';
import { refuseUnknown } from '../shoppers/accounts/strict-params.ts';
import { operations, type PaymentRow } from '../tables/payments.ts';
import { readSentMethod, takeSentMethod } from '../vault/payment-method-object.ts';
import { findBillable, requireBillable } from '../vault/redeem-token.ts';
import { type ClaimResult, claimQuestion } from './attempts.ts';
import { refuseBeyondApproval } from './model/approval.ts';
import { type StartForm, transactionExists } from './model/billing-forms.ts';
import { type BillingRequest, pendingOperation } from './model/billing-request.ts';
import { minorUnits, refuseOutOfBounds } from './model/money.ts';
import { refuseMoto } from './model/moto.ts';
import type { Transaction } from './model/transaction.ts';
import { callbackUrlOf } from './notify-merchant.ts';
import { startQuestion } from './questions.ts';
import { insertPendingStart, recordOutcome, withHold } from './record-outcome.ts';
import { refuseRealCard, refuseSimulatedCard } from './refuse-simulated.ts';
import { type NewStart, newPayment } from './write-operation.ts';

/** ISO 8583: invalid card number. */
const INVALID_CARD_NUMBER = '14';

/** SALE and AUTH, with 3DS and without: judges and claims inside the caller's transaction. */
export async function startPayment(core: Core, start: BillingRequest<StartForm>): Promise<ClaimResult> {
  const { accountId, form, metadata } = start;
  const amount = minorUnits(form.amount, form.currency);
  const callbackUrl = callbackUrlOf(core, {
    callbackUrl: form.callback_url,
    otherUrl: null,
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
  refuseSimulatedCard(merchant, billableToken.token);
  refuseBeyondApproval({ token: billableToken.token, merchant, form, amount });
  requireAcceptedMethod(merchant, { code: billableToken.token.brand, action: 'bill', param: 'ccToken' });
  const entry = await takeSentMethod(core, sentMethod, { ...billableToken, merchantId: merchant.id });
  const transactionId = form.transactionID ?? `txn_${ulid(start.now)}`;
  const payment = newPayment(core, {
    token: billableToken.token,
    card: billableToken.card,
    accountId,
    merchantId: merchant.id,
    processor: merchant.settings.processor,
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
  const requiresUser = form.externalID !== undefined;
  const use = { consumedBy: operation.id, requiresUser, code: null, browser: null };
  const token = billableToken.token.isSingleUse
    ? changedToken(core, billableToken.token, use)
    : billableToken.token;
  const usesCode = sentMethod.encryptedCvv !== undefined && sentMethod.encryptedCvv !== null;
  const used = { token: billableToken.token, usesCode };
  return writeStart(core, { payment, operation, merchant, card: billableToken.card, token, entry }, used);
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

type StartRows = NewStart & TokenAndCard & Pick<Transaction, 'merchant'> & { readonly entry: TokenEntry };

/**
 * Writes the rows of a new payment, and claims the question for its money. The token is used up whatever the outcome. A start
 * that authenticates holds nothing yet.
 */
async function writeStart(core: Core, newStart: StartRows, used: UsedToken): Promise<ClaimResult> {
  const { operation, merchant } = newStart;
  const { createdAt: at } = operation;
  const question = startQuestion(core, newStart);
  if (question) refuseRealCard(core, merchant, question.card.number);
  const isAuthenticating = question?.authentication.kind === 'wanted';
  const payment: PaymentRow = isAuthenticating
    ? { ...newStart.payment, authentication: 'PENDING' }
    : withHold({ operation, payment: newStart.payment, merchant, referredMethod: null }, at);
  const transaction = await insertPendingStart(core, { ...newStart, payment });
  if (question) {
    const claim = { question, transaction, step: 'start', at, withdrawal: { start: used } } as const;
    return { claim: { ...(await claimQuestion(core, claim)), stored: transaction } };
  }
  const decision = core.dependencies.processor.decisionOf(INVALID_CARD_NUMBER, operation.transactionId);
  const outcome = { decision, at, answerTo: operation.requestId };
  return { transaction: await recordOutcome(core, { transaction, isFirstAnswer: true }, outcome) };
}
