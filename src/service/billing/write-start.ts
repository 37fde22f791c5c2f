import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { ServiceContext } from '../context.ts';
import type { MerchantRow } from '../db/tables/accounts.ts';
import {
  cardTokens,
  type OperationRow,
  operations,
  type PaymentRow,
  payments,
} from '../db/tables/payments.ts';
import { processor } from '../processor/processor.ts';
import { openChallenge } from '../threeds/open-challenge.ts';
import { ulid } from '../ulid.ts';
import type { TokenAndCard } from '../vault/sandbox-token.ts';
import { amountsOfStart } from './amounts-of-start.ts';
import { keepCard } from './keep-card.ts';
import { requireOperation, type Transaction } from './load-transaction.ts';
import type { StartForm } from './methods.ts';
import type { Opening } from './open-start.ts';
import { type Billing, operationOf } from './operation.ts';
import { recordEnd } from './record-end.ts';
import { setExpiry } from './set-expiry.ts';
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
  const payment = await insertPayment(context, started);
  const paymentId = payment.id;
  const decision = opening.kind === 'decided' ? opening.decision : null;
  const operation = operationOf(start, {
    ...{ decision, amount, transactionId, paymentId, callbackUrl },
    refTransactionId: '',
  });
  const operationId = operation.id;
  const [written] = await context.db.insert(operations).values(operation).returning();
  if (!written) throw new Error('Cannot start the payment: the insert returned no row, expected one');
  const { token } = redeemed;
  if (token.isSingleUse) {
    await context.db
      .update(cardTokens)
      .set({ consumedBy: operationId })
      .where(eq(cardTokens.token, token.token));
  }
  if (opening.kind === 'decided') return endStart(context, { started, opening, payment, operation: written });
  if (opening.kind === 'challenge') {
    const { answer } = opening;
    const { walletSessionId } = token;
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
};

/** What was just written is not read again, unless the card was listed. */
async function endStart(context: ServiceContext, { started, opening, payment, operation }: Decided) {
  const { start, merchant, redeemed } = started;
  const { decision, slowMs } = opening;
  const isListed = decision.approved && (await keepCard(context, { payment, ...redeemed }));
  await setExpiry(context, { payment, operationId: operation.id });
  const rest = { challenge: null, settlesAt: null, referredMethod: null, isDue: false };
  const transaction = isListed
    ? await requireOperation(context, operation.id)
    : { operation, payment, merchant, ...redeemed, ...rest };
  return recordEnd(context, { transaction, at: start.now, answerTo: start.requestId, slowMs });
}

async function insertPayment(context: ServiceContext, { start, amount, merchant, redeemed, opening }: Start) {
  const { accountId, form, now } = start;
  const { card, token } = redeemed;
  const [payment] = await context.db
    .insert(payments)
    .values({
      id: randomUUID(),
      accountId,
      merchantId: merchant.id,
      userId: card.userId,
      cardId: card.id,
      token: token.token,
      orderId: form.orderID ?? `ord_${ulid(now)}`,
      currency: form.currency,
      ...figuresOf(opening, { method: form.method, amount, merchant, at: now }),
      externalToken: processor.networkToken(card.fingerprint),
      createdAt: now,
    })
    .returning();
  if (!payment) throw new Error('Cannot start the payment: the insert returned no row, expected one');
  return payment;
}

type Figuring = Pick<Start, 'amount' | 'merchant'> & {
  readonly method: StartForm['method'];
  readonly at: Date;
};

function figuresOf(opening: Opening, { merchant, ...started }: Figuring) {
  if (opening.kind === 'challenge') return { authentication: 'PENDING' as const };
  const { authentication } = opening;
  const decision = opening.kind === 'decided' ? opening.decision : null;
  const { authorisationDays } = merchant.settings;
  return { authentication, ...amountsOfStart({ ...started, decision, authorisationDays }) };
}
