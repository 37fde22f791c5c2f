import { randomUUID } from 'node:crypto';
import type { ServiceContext } from '../context.ts';
import type { MerchantRow } from '../db/tables/accounts.ts';
import type { OperationRow, PaymentRow } from '../db/tables/payments.ts';
import { enqueueCallback } from '../outbox/enqueue-callback.ts';
import { processor } from '../processor/processor.ts';
import { ulid } from '../ulid.ts';
import type { TokenAndCard } from '../vault/sandbox-token.ts';
import { amountsOfStart } from './amounts-of-start.ts';
import { insertStart } from './insert-start.ts';
import { keepCard } from './keep-card.ts';
import { requireOperation, type Transaction } from './load.ts';
import type { StartForm } from './model/methods.ts';
import type { Opening } from './open-start.ts';
import { type Billing, operationOf } from './operation.ts';
import { settlementOf } from './record-end.ts';
import { setExpiry } from './set-expiry.ts';
import { openChallenge } from './threeds/open-challenge.ts';
import { setTimer } from './timers.ts';

type Start = {
  readonly start: Billing<StartForm>;
  /** Minor units. */
  readonly amount: number;
  readonly merchant: MerchantRow;
  readonly redeemed: TokenAndCard;
  readonly transactionId: string;
  readonly opening: Opening;
  readonly callbackUrl: string | null;
};

/** The rows of a new payment, and what they now show; the token is used up whatever the outcome. */
export async function writeStart(context: ServiceContext, started: Start): Promise<Transaction> {
  const { start, amount, transactionId, opening, redeemed, callbackUrl } = started;
  const payment = paymentOf(started);
  const paymentId = payment.id;
  const decision = opening.kind === 'decided' ? opening.decision : null;
  const row = operationOf(start, {
    ...{ decision, amount, transactionId, paymentId, callbackUrl },
    refTransactionId: '',
  });
  const operationId = row.id;
  const settlesAt = settlementOf(row, start.now);
  const isNamed = start.form.externalID !== undefined;
  const operation = await insertStart(context, { payment, operation: row, isNamed, settlesAt });
  if (opening.kind === 'decided') {
    return endStart(context, { started, opening, payment, operation, settlesAt });
  }
  if (opening.kind === 'challenge') {
    const { answer } = opening;
    const { walletSessionId } = redeemed.token;
    await openChallenge(context, { paymentId, operationId, walletSessionId, answer, now: start.now });
  } else {
    const dueAt = new Date(start.now.getTime() + opening.afterMs);
    const outcome = opening.decision.returnCode;
    await setTimer(context, { paymentId, operationId, kind: 'finish-operation', outcome, dueAt });
  }
  return requireOperation(context, operationId);
}

type Decided = {
  readonly started: Start;
  readonly opening: Extract<Opening, { kind: 'decided' }>;
  readonly payment: PaymentRow;
  readonly operation: OperationRow;
  readonly settlesAt: Date | null;
};

/** What was just written is not read again, unless the card was listed. */
async function endStart(
  context: ServiceContext,
  { started, opening, payment, operation, settlesAt }: Decided,
): Promise<Transaction> {
  const { start, merchant, redeemed } = started;
  const { decision, slowMs } = opening;
  const isListed = decision.approved && (await keepCard(context, redeemed));
  await setExpiry(context, { payment, operationId: operation.id });
  const rest = { challenge: null, shopName: null, settlesAt, referredMethod: null, isDue: false };
  const transaction = isListed
    ? await requireOperation(context, operation.id)
    : { operation, payment, merchant, ...redeemed, ...rest };
  await enqueueCallback(context, { transaction, answerTo: start.requestId, slowMs });
  return transaction;
}

const NOTHING_YET = {
  ...{ lastLog: 1, failed: false, awaitsProvider: false, closedBy: null, authorisationExpiresAt: null },
  ...{ authorised: 0, captured: 0, capturePending: 0, refunded: 0, refundPending: 0, closed: 0 },
};

function paymentOf({ start, amount, merchant, redeemed, opening }: Start): PaymentRow {
  const { accountId, form, now } = start;
  const { card, token } = redeemed;
  return {
    id: randomUUID(),
    accountId,
    merchantId: merchant.id,
    userId: card.userId,
    cardId: card.id,
    tokenId: token.id,
    orderId: form.orderID ?? `ord_${ulid(now)}`,
    currency: form.currency,
    ...NOTHING_YET,
    ...columnsOf(opening, { method: form.method, amount, merchant, at: now }),
    externalToken: processor.networkToken(card),
    createdAt: now,
  };
}

type Opened = Pick<Start, 'amount' | 'merchant'> & {
  readonly method: StartForm['method'];
  readonly at: Date;
};

function columnsOf(opening: Opening, { merchant, ...started }: Opened) {
  if (opening.kind === 'challenge') return { authentication: 'PENDING' as const };
  const { authentication } = opening;
  const decision = opening.kind === 'decided' ? opening.decision : null;
  const { authorisationDays } = merchant.settings;
  return { authentication, ...amountsOfStart({ ...started, decision, authorisationDays }) };
}
