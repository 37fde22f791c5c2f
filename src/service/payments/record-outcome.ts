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
import { applyHold, applyOutcome, isWaitingForShopper } from './model/balance.ts';
import type { NewOperation } from './model/billing-request.ts';
import { isStartMethod, requireEffect } from './model/methods.ts';
import type { Transaction } from './model/transaction.ts';
import { notifyMerchant } from './notify-merchant.ts';
import { setTimer } from './timers.ts';
import { insertFollowUp, insertStart, type NewStart, writeOutcome } from './write-operation.ts';

const SETTLES_AFTER_MS = 86_400_000;
/** A start is the first event of its payment. */
const START_LOG = 1;
/** An operation that was written just now has no challenge yet. */
const UNCHALLENGED = { challenge: null, shopName: null, isDue: false } as const;

/** The decision on an operation, however it came. */
export type OperationOutcome = {
  readonly decision: Decision;
  readonly at: Date;
  /** The request that gets the answer; null where no request waits for one. */
  readonly answerTo: string | null;
  /** How long the answer takes, ms. Default: 0. */
  readonly slowMs?: number;
  /** The event for the wallet session. Default: none. */
  readonly event?: {
    readonly walletSessionId: string | null;
    readonly type: SessionEventRow['type'];
  };
};

/** An operation and what its amounts depend on; `payment` before it. */
type BilledOperation = Pick<Transaction, 'payment' | 'merchant' | 'referredMethod'> & {
  readonly operation: Pick<NewOperation, 'method' | 'amount'>;
};

type NewPayment = NewStart & Pick<Transaction, 'merchant' | 'card'>;

/** Writes a start with the commit. `payment`: as it is until the outcome. */
export async function insertPendingStart(context: Core, start: NewPayment): Promise<Transaction> {
  await insertStart(context, start);
  const { payment, merchant, token, card } = start;
  const operation = { ...start.operation, log: START_LOG };
  return {
    operation,
    payment,
    merchant,
    token,
    card,
    settlesAt: null,
    referredMethod: null,
    ...UNCHALLENGED,
  };
}

type NewFollowUp = Omit<BilledOperation, 'operation'> &
  Pick<Transaction, 'token' | 'card'> & { readonly operation: NewOperation };

/** Writes the VOID of a challenge, which has moved the amounts by its end. The caller holds the payment's lock. */
export async function insertVoidOfChallenge(
  context: Core,
  followUp: NewFollowUp,
  outcome: OperationOutcome,
): Promise<Transaction> {
  const operation = { ...followUp.operation, ...outcomeColumns(outcome.decision) };
  const saved = await insertNewFollowUp(context, { ...followUp, operation });
  return notifyOfOutcome(context, saved, outcome);
}

/** Writes a follow-up with the commit, and holds its amount. The caller holds the payment's lock. */
export function insertPendingFollowUp(context: Core, followUp: NewFollowUp): Promise<Transaction> {
  const payment = withHold(followUp, followUp.operation.createdAt);
  return insertNewFollowUp(context, { ...followUp, payment });
}

async function insertNewFollowUp(context: Core, followUp: NewFollowUp): Promise<Transaction> {
  const { merchant, token, card, referredMethod } = followUp;
  const rows = await insertFollowUp(context, followUp);
  return { ...rows, merchant, token, card, settlesAt: null, referredMethod, ...UNCHALLENGED };
}

type PendingOperation = {
  /** The transaction as it was read. */
  readonly found: Transaction;
  /** Further columns of the payment that change. Default: none. */
  readonly change?: Partial<Pick<PaymentRow, 'authentication' | 'awaitsProvider'>>;
  /** Whether nobody was told of the operation before. Default: it was answered as pending. */
  readonly isFirstAnswer?: boolean;
};

/**
 * Records the outcome of a pending operation, once. It takes a new number among the payment's events, unless it is told
 * of for the first time and still is the latest. The caller holds the payment's lock.
 */
export async function recordOutcome(
  context: Core,
  { found, change = {}, isFirstAnswer = false }: PendingOperation,
  outcome: OperationOutcome,
): Promise<Transaction> {
  const { lastLog } = found.payment;
  const log = isFirstAnswer && found.operation.log === lastLog ? lastLog : lastLog + 1;
  const isHeld = !isWaitingForShopper(found.payment);
  const amounts = isHeld ? withOutcome(found, outcome) : withImmediateOutcome(found, outcome);
  const saved = {
    ...found,
    operation: { ...found.operation, ...outcomeColumns(outcome.decision), log },
    payment: { ...amounts, ...change, lastLog: log },
    settlesAt: settlementOf(found, outcome),
  };
  await writeOutcome(context, saved);
  return actOnOutcome(context, saved, outcome);
}

/** The amounts of a payment while its operation is pending. */
export function withHold(
  { operation, payment, merchant, referredMethod }: BilledOperation,
  at: Date,
): PaymentRow {
  const { effect } = requireEffect(operation.method, referredMethod);
  const movement = { amount: operation.amount, at, settings: merchant.settings };
  return applyHold(payment, { effect, movement });
}

/** The amounts of a payment whose pending follow-up never was. */
export function withoutHold(billed: BilledOperation, at: Date): PaymentRow {
  const { effect } = requireEffect(billed.operation.method, billed.referredMethod);
  const movement = { amount: billed.operation.amount, at, settings: billed.merchant.settings };
  return applyOutcome(billed.payment, { effect, movement, isApproved: false });
}

/** The amounts of a payment whose operation was decided at once. */
function withImmediateOutcome(billed: BilledOperation, outcome: OperationOutcome): PaymentRow {
  return withOutcome({ ...billed, payment: withHold(billed, outcome.at) }, outcome);
}

/** The amounts of a payment after its held operation was decided. */
function withOutcome(billed: BilledOperation, { decision, at }: OperationOutcome): PaymentRow {
  const { operation, payment, merchant, referredMethod } = billed;
  const { effect } = requireEffect(operation.method, referredMethod);
  const movement = { amount: operation.amount, at, settings: merchant.settings };
  return applyOutcome(payment, { effect, movement, isApproved: decision.approved });
}

/** When the money that an operation moved settles; null where it moved none. Rule: billing/settlement. */
function settlementOf(
  { operation, referredMethod }: Pick<BilledOperation, 'operation' | 'referredMethod'>,
  { decision, at }: OperationOutcome,
): Date | null {
  const { settles } = requireEffect(operation.method, referredMethod);
  return settles && decision.approved ? new Date(at.getTime() + SETTLES_AFTER_MS) : null;
}

function outcomeColumns(decision: Decision) {
  const { returnCode } = decision;
  return decision.approved
    ? ({ status: 'SUCCESS', returnCode, declineCode: null, authcode: decision.authcode } as const)
    : ({ status: 'FAILURE', returnCode, declineCode: decision.declineCode, authcode: '' } as const);
}

/** Saves the card of a start that succeeded, sets the timer of its expiry, and notifies of the outcome. */
async function actOnOutcome(
  context: Core,
  saved: Transaction,
  outcome: OperationOutcome,
): Promise<Transaction> {
  const { operation } = saved;
  const hasStarted = operation.status === 'SUCCESS' && isStartMethod(operation.method);
  const transaction = hasStarted ? await saveCard(context, saved) : saved;
  if (hasStarted) await setExpiryTimer(context, saved);
  return notifyOfOutcome(context, transaction, outcome);
}

async function setExpiryTimer(context: Core, { payment, operation }: Transaction): Promise<void> {
  const { id: paymentId, authorisationExpiresAt: dueAt } = payment;
  if (dueAt === null) return;
  const operationId = operation.id;
  await setTimer(context, { paymentId, operationId, kind: 'expire-authorisation', dueAt });
}

/**
 * The columns of a token that lasts as long as its card. Its merchant and its approved amount limited only the first
 * payment. Rule: tokens/approval.
 */
const LASTING_TOKEN_COLUMNS = {
  isSingleUse: false,
  isShortLive: false,
  keepOnSuccess: false,
  expiresAt: null,
  merchantId: null,
  approvedAmount: null,
  approvedCurrency: null,
} as const;

/**
 * Saves the card at the first success with a user's token, unless it is saved already. The token then lasts as long as the
 * card. Returns the transaction with both as they are then.
 */
async function saveCard(context: Core, transaction: Transaction): Promise<Transaction> {
  const { token, card } = transaction;
  if (!token.keepOnSuccess || !isIntactToken(context, token, card)) return transaction;
  // A card that was saved before stays as it is, even when it was removed or replaced meanwhile.
  const savedCard = card.status === 'unlisted' ? await listCard(context, card) : card;
  const lastingToken = changedToken(context, token, LASTING_TOKEN_COLUMNS);
  await enqueueWrite(updateToken, context.db, { id: token.id, sealed: lastingToken.sealed });
  return { ...transaction, card: savedCard, token: lastingToken };
}

const updateToken = statement<{ id: number; sealed: Uint8Array }, { id: number }>((db) =>
  db
    .update(cardTokens)
    .set({ ...LASTING_TOKEN_COLUMNS, sealed: placeholder('sealed', cardTokens.sealed) })
    .where(eq(cardTokens.id, placeholder('id', cardTokens.id)))
    .returning({ id: cardTokens.id }),
);

/** Notifies the merchant, and the wallet session if there is one. */
async function notifyOfOutcome(
  context: Core,
  transaction: Transaction,
  outcome: OperationOutcome,
): Promise<Transaction> {
  const { answerTo, slowMs = 0, event } = outcome;
  await notifyMerchant(context, { transaction, answerTo, slowMs });
  if (event) await publishSessionEvent(context, { ...event, operationId: transaction.operation.id });
  return transaction;
}
