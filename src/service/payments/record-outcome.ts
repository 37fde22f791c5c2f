import { eq } from 'drizzle-orm';
import { enqueueWrite, placeholder, statement } from '../../store/statement.ts';
import type { Decision } from '../base/processor/processor.ts';
import type { Core } from '../base/runtime/core.ts';
import { changedToken } from '../base/seals/card-token.ts';
import { isIntactToken } from '../base/seals/intact-rows.ts';
import { publishSessionEvent } from '../shoppers/session-events/publish-session-event.ts';
import { cardTokens, type PaymentRow } from '../tables/payments.ts';
import { listCard } from '../vault/list-card.ts';
import { applyHold, applyOutcome, isWaitingForShopper } from './model/balance.ts';
import type { NewOperation } from './model/billing-request.ts';
import { isStartMethod, requireEffect } from './model/methods.ts';
import type { Transaction } from './model/transaction.ts';
import { notifyMerchant } from './notify-merchant.ts';
import { setTimer } from './timers.ts';
import { insertFollowUp, insertStart, type NewStart, writeOutcome } from './write-operation.ts';

/** How long after an operation has ended its money settles. */
export const SETTLES_AFTER_MS = 86_400_000;
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
  /** The processor's name of the operation. Default: it has told none. */
  readonly processorReference?: string | undefined;
};

/** An operation and what its amounts depend on; `payment` before it. */
type BilledOperation = Pick<Transaction, 'payment' | 'merchant' | 'referredMethod'> & {
  readonly operation: Pick<NewOperation, 'method' | 'amount'>;
};

type NewPayment = NewStart & Pick<Transaction, 'merchant' | 'card'>;

/** Writes a start with the commit. `payment`: as it is until the outcome. */
export async function insertPendingStart(core: Core, start: NewPayment): Promise<Transaction> {
  await insertStart(core, start);
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
    referredReference: null,
    ...UNCHALLENGED,
  };
}

type NewFollowUp = Omit<BilledOperation, 'operation'> &
  Pick<Transaction, 'token' | 'card' | 'referredReference'> & { readonly operation: NewOperation };

/** Writes the VOID of a challenge, which has moved the amounts by its end. The caller holds the payment's lock. */
export async function insertVoidOfChallenge(
  core: Core,
  followUp: NewFollowUp,
  outcome: OperationOutcome,
): Promise<Transaction> {
  const operation = { ...followUp.operation, ...outcomeColumns(outcome.decision) };
  const saved = await insertNewFollowUp(core, { ...followUp, operation });
  await notifyOfOutcome(core, saved, outcome);
  return saved;
}

/** Writes a follow-up with the commit, and holds its amount. The caller holds the payment's lock. */
export function insertPendingFollowUp(core: Core, followUp: NewFollowUp): Promise<Transaction> {
  const payment = withHold(followUp, followUp.operation.createdAt);
  return insertNewFollowUp(core, { ...followUp, payment });
}

async function insertNewFollowUp(core: Core, followUp: NewFollowUp): Promise<Transaction> {
  const { payment, operation, ...referred } = followUp;
  const rows = await insertFollowUp(core, { payment, operation });
  return { ...referred, ...rows, settlesAt: null, ...UNCHALLENGED };
}

export type PendingOperation = {
  /** The transaction as it was read. */
  readonly transaction: Transaction;
  /** Further columns of the payment that change. Default: none. */
  readonly change?: Partial<Pick<PaymentRow, 'authentication' | 'awaitsProvider'>>;
  /** Whether nobody was told of the operation before. Default: it was answered as pending. */
  readonly isFirstAnswer?: boolean;
  /** Whether the commit compares the rows, because they were not read under the lock. Default: the lock is held. */
  readonly isCompared?: boolean;
};

/**
 * Records the outcome of a pending operation, once. It takes a new number among the payment's events, unless it is told
 * of for the first time and still is the latest.
 */
export async function recordOutcome(
  core: Core,
  { transaction, change = {}, isFirstAnswer = false, isCompared = false }: PendingOperation,
  outcome: OperationOutcome,
): Promise<Transaction> {
  const { lastLog } = transaction.payment;
  const log = isFirstAnswer && transaction.operation.log === lastLog ? lastLog : lastLog + 1;
  const isHeld = !isWaitingForShopper(transaction.payment);
  const amounts = isHeld ? withOutcome(transaction, outcome) : withImmediateOutcome(transaction, outcome);
  const saved = {
    ...transaction,
    challenge: await closeChallengeOf(core, transaction, outcome),
    operation: {
      ...transaction.operation,
      ...outcomeColumns(outcome.decision),
      processorReference: outcome.processorReference ?? null,
      log,
    },
    payment: { ...amounts, ...change, lastLog: log },
    settlesAt: settlementOf(transaction, outcome),
  };
  await writeOutcome(core, { ...saved, expected: isCompared ? transaction.payment : undefined });
  return actOnOutcome(core, saved, outcome);
}

/** A challenge that is still open when its payment ends: nobody was asked, or the acquirer knows what came of it. */
async function closeChallengeOf(core: Core, { challenge }: Transaction, { decision, at }: OperationOutcome) {
  if (challenge?.status !== 'OPEN') return challenge;
  const status = decision.approved ? 'PASSED' : 'FAILED';
  return core.dependencies.payments.closeChallenge(core, challenge, { status, at });
}

/** The amounts of a payment while its operation is pending. */
export function withHold(
  { operation, payment, merchant, referredMethod }: BilledOperation,
  at: Date,
): PaymentRow {
  const { name: effect } = requireEffect(operation.method, referredMethod);
  const movement = { amount: operation.amount, at, settings: merchant.settings };
  return applyHold(payment, { effect, movement });
}

/** The amounts of a payment whose pending follow-up never was. */
export function withoutHold(billed: BilledOperation, at: Date): PaymentRow {
  const { name: effect } = requireEffect(billed.operation.method, billed.referredMethod);
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
  const { name: effect } = requireEffect(operation.method, referredMethod);
  const movement = { amount: operation.amount, at, settings: merchant.settings };
  return applyOutcome(payment, { effect, movement, isApproved: decision.approved });
}

/** When the money that an operation moved settles; null where nothing settles, as for a VOID. Rule: billing/settlement. */
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
async function actOnOutcome(core: Core, saved: Transaction, outcome: OperationOutcome): Promise<Transaction> {
  const { operation } = saved;
  const hasStarted = operation.status === 'SUCCESS' && isStartMethod(operation.method);
  const transaction = hasStarted ? await saveCard(core, saved) : saved;
  if (hasStarted) await setExpiryTimer(core, saved);
  await notifyOfOutcome(core, transaction, outcome);
  return transaction;
}

async function setExpiryTimer(core: Core, { payment, operation }: Transaction): Promise<void> {
  const { id: paymentId, authorisationExpiresAt: dueAt } = payment;
  if (dueAt === null) return;
  const operationId = operation.id;
  await setTimer(core, { paymentId, operationId, kind: 'expire-authorisation', dueAt });
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
async function saveCard(core: Core, transaction: Transaction): Promise<Transaction> {
  const { token, card } = transaction;
  if (!token.keepOnSuccess || !isIntactToken(core, token, card)) return transaction;
  // A card that was saved before stays as it is, even when it was removed or replaced meanwhile.
  const savedCard = card.status === 'unlisted' ? await listCard(core, card) : card;
  const lastingToken = changedToken(core, token, LASTING_TOKEN_COLUMNS);
  await enqueueWrite(updateToken, core.db, { id: token.id, sealed: lastingToken.sealed });
  return { ...transaction, card: savedCard, token: lastingToken };
}

const updateToken = statement<{ id: number; sealed: Uint8Array }, { id: number }>((db) =>
  db
    .update(cardTokens)
    .set({ ...LASTING_TOKEN_COLUMNS, sealed: placeholder('sealed', cardTokens.sealed) })
    .where(eq(cardTokens.id, placeholder('id', cardTokens.id)))
    .returning({ id: cardTokens.id }),
);

/** Notifies the merchant, and of a start with a challenge the wallet session too. */
async function notifyOfOutcome(
  core: Core,
  transaction: Transaction,
  { answerTo, slowMs = 0 }: OperationOutcome,
): Promise<void> {
  await notifyMerchant(core, { transaction, answerTo, slowMs });
  const { challenge, operation } = transaction;
  if (!challenge) return;
  const { walletSessionId } = challenge;
  await publishSessionEvent(core, { walletSessionId, operationId: operation.id, type: '3ds_result' });
}
