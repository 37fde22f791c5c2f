import { eq } from 'drizzle-orm';
import type { ServiceContext } from '../context/context.ts';
import type { Decision } from '../processor/processor.ts';
import { tellSession } from '../session-events/tell-session.ts';
import { cardTokens, type PaymentRow } from '../tables/payments.ts';
import type { SessionEventRow } from '../tables/session-events.ts';
import { listCard } from '../vault/list-card.ts';
import { setTimer } from './due.ts';
import { requireOperation } from './load.ts';
import { endedAmounts, heldAmounts, isWaitingForShopper } from './model/balance.ts';
import { isStartMethod, requireAct } from './model/methods.ts';
import type { Transaction } from './model/transaction.ts';
import { insertFollowUp, insertStart, type NewOperation, type NewStart, writeEnd } from './operation.ts';
import { tellMerchant } from './tell-merchant.ts';

const SETTLES_AFTER_MS = 86_400_000;
/** A start is the first event of its payment. */
const START_LOG = 1;
/** Of an operation that was written just now and asks no shopper. */
const UNCHALLENGED = { challenge: null, shopName: null, isDue: false } as const;

/** How an operation ended, in whichever way. */
export type Ending = {
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
type Acting = Pick<Transaction, 'payment' | 'merchant' | 'referredMethod'> & {
  readonly operation: Pick<NewOperation, 'method' | 'amount'>;
};

type Begun = NewStart & Pick<Transaction, 'merchant' | 'token' | 'card'>;

/** Writes a start that ended at once, with the commit: row, amounts and settlement are one statement. */
export async function insertEndedStart(
  context: ServiceContext,
  begun: Begun,
  ending: Ending,
): Promise<Transaction> {
  const acting = { ...begun, referredMethod: null };
  const settlesAt = settlementOf(acting, ending);
  const payment = amountsAtOnce(acting, ending);
  const operation = { ...begun.operation, ...endColumns(ending.decision) };
  const written = await insertNewStart(context, { ...begun, payment, operation, settlesAt });
  return keepAndTell(context, written, ending);
}

/** Writes a start whose end comes later, with the commit. `payment`: as it stands until then. */
export function insertPendingStart(context: ServiceContext, begun: Begun): Promise<Transaction> {
  return insertNewStart(context, { ...begun, settlesAt: null });
}

async function insertNewStart(
  context: ServiceContext,
  writing: Begun & Pick<Transaction, 'settlesAt'>,
): Promise<Transaction> {
  await insertStart(context, writing);
  const { payment, merchant, token, card, settlesAt } = writing;
  const operation = { ...writing.operation, log: START_LOG };
  return { operation, payment, merchant, token, card, settlesAt, referredMethod: null, ...UNCHALLENGED };
}

type EndedFollowUp = Omit<Acting, 'operation'> &
  Pick<Transaction, 'token' | 'card'> & {
    readonly operation: NewOperation;
    /** Whether the end of a challenge has moved the amounts already. */
    readonly hasMoved: boolean;
  };

/** Writes a follow-up that ended at once, with the commit. The caller holds the payment's lock. */
export async function insertEndedFollowUp(
  context: ServiceContext,
  acting: EndedFollowUp,
  ending: Ending,
): Promise<Transaction> {
  const { payment, hasMoved } = acting;
  const written = await insertNewFollowUp(context, {
    ...acting,
    operation: { ...acting.operation, ...endColumns(ending.decision) },
    payment: hasMoved ? payment : amountsAtOnce(acting, ending),
    settlesAt: settlementOf(acting, ending),
  });
  return tell(context, written, ending);
}

/** Writes a follow-up whose end comes later. The caller holds the payment's lock. */
export async function insertPendingFollowUp(
  context: ServiceContext,
  acting: Omit<EndedFollowUp, 'hasMoved'>,
): Promise<Transaction> {
  const payment = amountsHeld(acting, acting.operation.createdAt);
  return insertNewFollowUp(context, { ...acting, payment, settlesAt: null });
}

type NewFollowUp = Omit<EndedFollowUp, 'hasMoved'> & Pick<Transaction, 'settlesAt'>;

async function insertNewFollowUp(context: ServiceContext, writing: NewFollowUp): Promise<Transaction> {
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
  context: ServiceContext,
  { found, change = {} }: EndedPending,
  ending: Ending,
): Promise<Transaction> {
  const log = found.payment.lastLog + 1;
  const isHeld = !isWaitingForShopper(found.payment);
  const amounts = isHeld ? amountsAtEnd(found, ending) : amountsAtOnce(found, ending);
  const written = {
    ...found,
    operation: { ...found.operation, ...endColumns(ending.decision), log },
    payment: { ...amounts, ...change, lastLog: log },
    settlesAt: settlementOf(found, ending),
  };
  await writeEnd(context, written);
  return keepAndTell(context, written, ending);
}

/** The amounts of a payment whose operation was asked for and has not ended. */
export function amountsHeld({ operation, payment, merchant, referredMethod }: Acting, at: Date): PaymentRow {
  const { effect } = requireAct(operation.method, referredMethod);
  const moving = { amount: operation.amount, at, settings: merchant.settings };
  return heldAmounts(payment, { effect, moving });
}

/** The amounts of a payment whose operation ends at once. */
function amountsAtOnce(acting: Acting, ending: Ending): PaymentRow {
  return amountsAtEnd({ ...acting, payment: amountsHeld(acting, ending.at) }, ending);
}

/** The amounts of a payment after the end of an operation that was held. */
function amountsAtEnd(acting: Acting, { decision, at }: Ending): PaymentRow {
  const { operation, payment, merchant, referredMethod } = acting;
  const { effect } = requireAct(operation.method, referredMethod);
  const moving = { amount: operation.amount, at, settings: merchant.settings };
  return endedAmounts(payment, { effect, moving, isApproved: decision.approved });
}

/** When the money that an operation moved settles; null where it moved none. Rule: billing/settlement. */
function settlementOf(
  { operation, referredMethod }: Pick<Acting, 'operation' | 'referredMethod'>,
  { decision, at }: Ending,
): Date | null {
  const { settles } = requireAct(operation.method, referredMethod);
  return settles && decision.approved ? new Date(at.getTime() + SETTLES_AFTER_MS) : null;
}

function endColumns(decision: Decision) {
  const { returnCode } = decision;
  return decision.approved
    ? ({ status: 'SUCCESS', returnCode, declineCode: null, authcode: decision.authcode } as const)
    : ({ status: 'FAILURE', returnCode, declineCode: decision.declineCode, authcode: '' } as const);
}

/**
 * Keeps the card of a start that succeeded, and times the end of its authorisation. Returns whether the card was listed,
 * which changes the rows of card and token.
 */
async function keepCardAndTimeExpiry(context: ServiceContext, ended: Transaction): Promise<boolean> {
  const { operation, payment } = ended;
  if (operation.status !== 'SUCCESS' || !isStartMethod(operation.method)) return false;
  const isListed = await keepCard(context, ended);
  if (payment.authorisationExpiresAt !== null) {
    const { authorisationExpiresAt: dueAt } = payment;
    const timer = {
      paymentId: payment.id,
      operationId: operation.id,
      kind: 'expire-authorisation',
      dueAt,
    } as const;
    await setTimer(context, timer);
  }
  return isListed;
}

/**
 * The first success with a user's token keeps the card, unless it is kept already. The token then lasts as long as the
 * card.
 */
async function keepCard(context: ServiceContext, { token, card }: Transaction): Promise<boolean> {
  if (!token.keepOnSuccess) return false;
  // A card that was kept before stays as it is, even when it was removed or replaced meanwhile.
  if (card.status === 'unlisted') await listCard(context, card);
  const lasting = { isSingleUse: false, isShortLive: false, keepOnSuccess: false, expiresAt: null };
  await context.db.update(cardTokens).set(lasting).where(eq(cardTokens.id, token.id));
  return true;
}

/** What follows the end of a start or of what was pending. Nothing is read again unless the card was listed. */
async function keepAndTell(
  context: ServiceContext,
  written: Transaction,
  ending: Ending,
): Promise<Transaction> {
  const isListed = await keepCardAndTimeExpiry(context, written);
  const { id } = written.operation;
  return tell(context, isListed ? await requireOperation(context, id) : written, ending);
}

/** Tells the merchant, then the wallet session where there is one. */
async function tell(context: ServiceContext, transaction: Transaction, ending: Ending): Promise<Transaction> {
  const { answerTo, slowMs = 0, event } = ending;
  await tellMerchant(context, { transaction, answerTo, slowMs });
  if (event) await tellSession(context, { ...event, operationId: transaction.operation.id });
  return transaction;
}
