import { eq } from 'drizzle-orm';
import { enqueueWrite, placeholder, statement } from '../../store/statement.ts';
import type { Decision } from '../base/processor/processor.ts';
import type { Core } from '../base/runtime/core.ts';
import { changedToken } from '../base/seals/card-token.ts';
import { isIntactToken } from '../base/seals/intact-rows.ts';
import { publishSessionEvent } from '../shoppers/session-events/publish-session-event.ts';
import { cardTokens, type PaymentRow } from '../tables/payments.ts';
import type { SessionEventRow } from '../tables/session-events.ts';
import { listCard } from '../vault/list-card.ts';
import { applyEnd, applyHold, isWaitingForShopper } from './model/balance.ts';
import type { NewOperation } from './model/billing-request.ts';
import { isStartMethod, requireEffect } from './model/methods.ts';
import type { Transaction } from './model/transaction.ts';
import { notifyMerchant } from './notify-merchant.ts';
import { setTimer } from './timers.ts';
import { insertFollowUp, insertStart, type NewStart, writeEnd } from './write-operation.ts';

const SETTLES_AFTER_MS = 86_400_000;
/** A start is the first event of its payment. */
const START_LOG = 1;
/** Of an operation that was written just now, before any shopper is asked. */
const UNCHALLENGED = { challenge: null, shopName: null, isDue: false } as const;

/** How an operation ended, in whichever way. */
export type OperationEnd = {
  readonly decision: Decision;
  readonly at: Date;
  /** The request that gets the answer; null where the end came by itself. */
  readonly answerTo: string | null;
  /** How long the answer takes, ms. Default: 0. */
  readonly slowMs?: number;
  /** What the wallet session is told. Default: nothing. */
  readonly event?: {
    readonly walletSessionId: string | null;
    readonly type: SessionEventRow['type'];
  };
};

/** An operation and what its amounts depend on; `payment` as it stands. */
type BilledOperation = Pick<Transaction, 'payment' | 'merchant' | 'referredMethod'> & {
  readonly operation: Pick<NewOperation, 'method' | 'amount'>;
};

type BegunStart = NewStart & Pick<Transaction, 'merchant' | 'card'>;

/** Writes a start that ended at once, with the commit: row, amounts and settlement are one statement. */
export async function insertEndedStart(
  context: Core,
  begun: BegunStart,
  ending: OperationEnd,
): Promise<Transaction> {
  const acting = { ...begun, referredMethod: null };
  const settlesAt = settlementOf(acting, ending);
  const payment = withImmediateEnd(acting, ending);
  const operation = { ...begun.operation, ...endColumns(ending.decision) };
  const written = await insertNewStart(context, { ...begun, payment, operation, settlesAt });
  return finishEnd(context, written, ending);
}

/** Writes a start whose end comes later, with the commit. `payment`: as it stands until then. */
export function insertPendingStart(context: Core, begun: BegunStart): Promise<Transaction> {
  return insertNewStart(context, { ...begun, settlesAt: null });
}

async function insertNewStart(
  context: Core,
  writing: BegunStart & Pick<Transaction, 'settlesAt'>,
): Promise<Transaction> {
  await insertStart(context, writing);
  const { payment, merchant, token, card, settlesAt } = writing;
  const operation = { ...writing.operation, log: START_LOG };
  return { operation, payment, merchant, token, card, settlesAt, referredMethod: null, ...UNCHALLENGED };
}

type EndedFollowUp = Omit<BilledOperation, 'operation'> &
  Pick<Transaction, 'token' | 'card'> & {
    readonly operation: NewOperation;
    /** Whether the end of a challenge has moved the amounts already. */
    readonly hasMoved: boolean;
  };

/** Writes a follow-up that ended at once, with the commit. The caller holds the payment's lock. */
export async function insertEndedFollowUp(
  context: Core,
  acting: EndedFollowUp,
  ending: OperationEnd,
): Promise<Transaction> {
  const { payment, hasMoved } = acting;
  const written = await insertNewFollowUp(context, {
    ...acting,
    operation: { ...acting.operation, ...endColumns(ending.decision) },
    payment: hasMoved ? payment : withImmediateEnd(acting, ending),
    settlesAt: settlementOf(acting, ending),
  });
  return notifyOfEnd(context, written, ending);
}

/** Writes a follow-up whose end comes later. The caller holds the payment's lock. */
export async function insertPendingFollowUp(
  context: Core,
  acting: Omit<EndedFollowUp, 'hasMoved'>,
): Promise<Transaction> {
  const payment = withHold(acting, acting.operation.createdAt);
  return insertNewFollowUp(context, { ...acting, payment, settlesAt: null });
}

type NewFollowUp = Omit<EndedFollowUp, 'hasMoved'> & Pick<Transaction, 'settlesAt'>;

async function insertNewFollowUp(context: Core, writing: NewFollowUp): Promise<Transaction> {
  const { merchant, token, card, settlesAt, referredMethod } = writing;
  const rows = await insertFollowUp(context, writing);
  return { ...rows, merchant, token, card, settlesAt, referredMethod, ...UNCHALLENGED };
}

type EndedPending = {
  /** The transaction as it was read. */
  readonly found: Transaction;
  /** What else the end changes in the payment. Default: nothing. */
  readonly change?: Partial<Pick<PaymentRow, 'authentication' | 'awaitsProvider'>>;
};

/**
 * Ends a pending operation that is on record, once. The end takes a new number among the payment's events. The
 * caller holds the payment's lock.
 */
export async function endPending(
  context: Core,
  { found, change = {} }: EndedPending,
  ending: OperationEnd,
): Promise<Transaction> {
  const log = found.payment.lastLog + 1;
  const isHeld = !isWaitingForShopper(found.payment);
  const amounts = isHeld ? withEnd(found, ending) : withImmediateEnd(found, ending);
  const written = {
    ...found,
    operation: { ...found.operation, ...endColumns(ending.decision), log },
    payment: { ...amounts, ...change, lastLog: log },
    settlesAt: settlementOf(found, ending),
  };
  await writeEnd(context, written);
  return finishEnd(context, written, ending);
}

/** The amounts of a payment while its operation has not ended. */
export function withHold(
  { operation, payment, merchant, referredMethod }: BilledOperation,
  at: Date,
): PaymentRow {
  const { effect } = requireEffect(operation.method, referredMethod);
  const moving = { amount: operation.amount, at, settings: merchant.settings };
  return applyHold(payment, { effect, moving });
}

/** The amounts of a payment whose operation ends at once. */
function withImmediateEnd(acting: BilledOperation, ending: OperationEnd): PaymentRow {
  return withEnd({ ...acting, payment: withHold(acting, ending.at) }, ending);
}

/** The amounts of a payment after its held operation has ended. */
function withEnd(acting: BilledOperation, { decision, at }: OperationEnd): PaymentRow {
  const { operation, payment, merchant, referredMethod } = acting;
  const { effect } = requireEffect(operation.method, referredMethod);
  const moving = { amount: operation.amount, at, settings: merchant.settings };
  return applyEnd(payment, { effect, moving, isApproved: decision.approved });
}

/** When the money that an operation moved settles; null where it moved none. Rule: billing/settlement. */
function settlementOf(
  { operation, referredMethod }: Pick<BilledOperation, 'operation' | 'referredMethod'>,
  { decision, at }: OperationEnd,
): Date | null {
  const { settles } = requireEffect(operation.method, referredMethod);
  return settles && decision.approved ? new Date(at.getTime() + SETTLES_AFTER_MS) : null;
}

function endColumns(decision: Decision) {
  const { returnCode } = decision;
  return decision.approved
    ? ({ status: 'SUCCESS', returnCode, declineCode: null, authcode: decision.authcode } as const)
    : ({ status: 'FAILURE', returnCode, declineCode: decision.declineCode, authcode: '' } as const);
}

/** What follows an end: a start that succeeded keeps its card and is timed, and the end is told. */
async function finishEnd(context: Core, written: Transaction, ending: OperationEnd): Promise<Transaction> {
  const { operation } = written;
  const isStarted = operation.status === 'SUCCESS' && isStartMethod(operation.method);
  const kept = isStarted ? await keepCard(context, written) : written;
  if (isStarted) await timeExpiry(context, written);
  return notifyOfEnd(context, kept, ending);
}

async function timeExpiry(context: Core, { payment, operation }: Transaction): Promise<void> {
  const { id: paymentId, authorisationExpiresAt: dueAt } = payment;
  if (dueAt === null) return;
  const operationId = operation.id;
  await setTimer(context, { paymentId, operationId, kind: 'expire-authorisation', dueAt });
}

/**
 * The columns of a token that lasts as long as its card. What its page was bound to, and what its shopper approved, was
 * for the first payment. Rule: tokens/approval.
 */
const LASTING = {
  isSingleUse: false,
  isShortLive: false,
  keepOnSuccess: false,
  expiresAt: null,
  merchantId: null,
  approvedAmount: null,
  approvedCurrency: null,
} as const;

/**
 * The first success with a user's token keeps the card, unless it is kept already. The token then lasts as long as the
 * card. Returns the transaction with both as they are then.
 */
async function keepCard(context: Core, transaction: Transaction): Promise<Transaction> {
  const { token, card } = transaction;
  if (!token.keepOnSuccess || !isIntactToken(context, token, card)) return transaction;
  // A card that was kept before stays as it is, even when it was removed or replaced meanwhile.
  const kept = card.status === 'unlisted' ? await listCard(context, card) : card;
  const lasting = changedToken(context, token, LASTING);
  await enqueueWrite(makeLasting, context.db, { id: token.id, sealed: lasting.sealed });
  return { ...transaction, card: kept, token: lasting };
}

const makeLasting = statement<{ id: number; sealed: Uint8Array }, { id: number }>((db) =>
  db
    .update(cardTokens)
    .set({ ...LASTING, sealed: placeholder('sealed', cardTokens.sealed) })
    .where(eq(cardTokens.id, placeholder('id', cardTokens.id)))
    .returning({ id: cardTokens.id }),
);

/** Tells the merchant, then the wallet session where there is one. */
async function notifyOfEnd(
  context: Core,
  transaction: Transaction,
  ending: OperationEnd,
): Promise<Transaction> {
  const { answerTo, slowMs = 0, event } = ending;
  await notifyMerchant(context, { transaction, answerTo, slowMs });
  if (event) await publishSessionEvent(context, { ...event, operationId: transaction.operation.id });
  return transaction;
}
