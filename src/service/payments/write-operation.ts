import { randomUUID } from 'node:crypto';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { isAtSandbox } from '../../contract/billing/processor-name.ts';
import type { Database } from '../../store/database.ts';
import {
  columnPlaceholders,
  enqueueWrite,
  orFail,
  placeholder,
  rowPlaceholders,
  rowValues,
  statement,
} from '../../store/statement.ts';
import type { Core } from '../base/runtime/core.ts';
import type { TokenAndCard, UsedToken } from '../base/runtime/service-dependencies.ts';
import { paymentSeal } from '../base/seals/payment-seal.ts';
import { ulid } from '../base/ulid.ts';
import { type CardTokenRow, cardTokens, operations, type PaymentRow, payments } from '../tables/payments.ts';
import { settlements } from '../tables/timers.ts';
import { type Amounts, ZERO_AMOUNTS } from './model/balance.ts';
import type { NewOperation } from './model/billing-request.ts';
import type { Transaction } from './model/transaction.ts';

export type NewStart = {
  readonly payment: PaymentRow;
  readonly operation: NewOperation;
  /** As it is once the start has used it. */
  readonly token: CardTokenRow;
};

type PaymentParts = Pick<
  PaymentRow,
  'accountId' | 'merchantId' | 'processor' | 'startedBy' | 'isAnonymous' | 'currency'
> &
  TokenAndCard & {
    /** Default: a new one. */
    readonly orderId: string | undefined;
    readonly now: Date;
  };

/** The row of a payment before anything was authenticated or authorised. */
export function newPayment(core: Core, { token, card, orderId, now, ...columns }: PaymentParts): PaymentRow {
  const { accountId } = columns;
  const ids = { id: randomUUID(), accountId, userId: card.userId, cardId: card.id, tokenId: token.id };
  return {
    ...ZERO_AMOUNTS,
    ...columns,
    ...ids,
    seal: paymentSeal(core, ids),
    orderId: orderId ?? `ord_${ulid(now)}`,
    externalToken: isAtSandbox(columns) ? core.dependencies.processor.networkToken(card) : '',
    lastLog: 1,
    createdAt: now,
  };
}

type StatementOptions = { readonly settles: boolean; readonly isCompared: boolean };

/** The settlement of the operation that the same statement inserts. */
function settlementInsert(db: Database) {
  const settlement = db
    .insert(settlements)
    .values({
      operationId: placeholder('operations.id', settlements.operationId),
      settlesAt: placeholder('settlesAt', settlements.settlesAt),
    })
    .returning({ at: settlements.settlesAt });
  return db.$with('settled').as(settlement);
}

/** What changes of a payment. */
const CHANGING = [...(Object.keys(ZERO_AMOUNTS) as (keyof Amounts)[]), 'lastLog'] as const;

/** All that a start writes: payment, operation, and the use of a token that is for one. */
const startInsert = statement<Record<string, unknown>, { log: number }>((db) => {
  const paymentInsert = db
    .$with('paid')
    .as(db.insert(payments).values(rowPlaceholders(payments)).returning({ id: payments.id }));
  const isSingleUse = and(
    eq(cardTokens.id, placeholder('payments.tokenId', payments.tokenId)),
    cardTokens.isSingleUse,
  );
  const tokenUpdate = db.$with('used').as(
    db
      .update(cardTokens)
      .set({
        consumedBy: placeholder('operations.id', cardTokens.consumedBy),
        requiresUser: placeholder('requiresUser', cardTokens.requiresUser),
        sealed: placeholder('sealed', cardTokens.sealed),
        code: null,
        browser: null,
      })
      .where(isSingleUse)
      .returning({ id: cardTokens.id }),
  );
  return db
    .with(paymentInsert, tokenUpdate)
    .insert(operations)
    .values(rowPlaceholders(operations, ['log', 'seq']))
    .returning({ log: operations.log });
});

/** Writes a new payment with the commit, in one statement, and uses up its token if that is for one use. */
export async function insertStart({ db }: Core, { payment, operation, token }: NewStart): Promise<void> {
  const values = {
    ...rowValues(payments, payment),
    ...rowValues(operations, operation),
    requiresUser: token.requiresUser,
    sealed: token.sealed,
  };
  await enqueueWrite(startInsert, db, values);
}

/** `payment`: as it is after the follow-up, except `lastLog`. */
type NewFollowUp = {
  readonly payment: PaymentRow;
  readonly operation: NewOperation;
};

type OperationRows = Pick<Transaction, 'operation' | 'payment'>;

/** Writes a follow-up with the commit, in one statement. The caller holds the payment's lock. Returns the rows as written. */
export async function insertFollowUp(core: Core, followUp: NewFollowUp): Promise<OperationRows> {
  const log = followUp.payment.lastLog + 1;
  const payment = { ...followUp.payment, lastLog: log };
  const operation = { ...followUp.operation, log };
  const values = { ...rowValues(payments, payment), ...rowValues(operations, operation) };
  await enqueueWrite(followUpInsert, core.db, values);
  return { payment, operation };
}

const followUpInsert = statement<Record<string, unknown>, { log: number }>((db) =>
  db
    .with(db.$with('moved').as(updateAmounts(db)))
    .insert(operations)
    .values(rowPlaceholders(operations, ['seq']))
    .returning({ log: operations.log }),
);

/** A stored operation with its outcome, and its payment after it. */
type OutcomeRows = OperationRows & {
  /** Null where nothing settles. */
  readonly settlesAt: Date | null;
  /** The payment as it still has to be. Default: the caller holds its lock. */
  readonly expected?: PaymentRow | undefined;
};

/** Queues the outcome of a pending operation. The commit fails if it is no longer pending, or its payment another. */
export async function writeOutcome({ db }: Core, { payment, operation, settlesAt, expected }: OutcomeRows) {
  const values = { ...rowValues(payments, payment), ...rowValues(operations, operation), settlesAt };
  const { settling, plain } = expected ? comparingOutcome : outcome;
  await enqueueWrite(settlesAt ? settling : plain, db, {
    ...values,
    ...(expected && expectedValues(expected)),
  });
}

const OUTCOME_COLUMNS = [
  'status',
  'returnCode',
  'declineCode',
  'authcode',
  'processorReference',
  'log',
] as const;

function outcomeStatement({ settles, isCompared }: StatementOptions) {
  return statement<Record<string, unknown>, unknown>((db) => {
    const isPending = and(
      eq(operations.id, placeholder('operations.id', operations.id)),
      eq(operations.status, 'PENDING'),
    );
    const operationUpdate = db.$with('ended').as(
      db
        .update(operations)
        .set({ ...columnPlaceholders(operations, OUTCOME_COLUMNS), seq: sql`default` })
        .where(isPending)
        .returning({ id: operations.id }),
    );
    const amountsUpdate = db.$with('moved').as(updateAmounts(db, isCompared ? isAsExpected : undefined));
    return db
      .with(amountsUpdate, operationUpdate, ...(settles ? [settlementInsert(db)] : []))
      .select(orFail)
      .from(operationUpdate)
      .innerJoin(amountsUpdate, sql`true`);
  });
}

const outcomeStatements = (isCompared: boolean) => ({
  settling: outcomeStatement({ settles: true, isCompared }),
  plain: outcomeStatement({ settles: false, isCompared }),
});
const outcome = outcomeStatements(false);
const comparingOutcome = outcomeStatements(true);

/** Queues a payment's amounts and the number of its last event. The caller holds its lock. */
export async function writeAmounts({ db }: Core, payment: PaymentRow): Promise<void> {
  await enqueueWrite(amountsUpdate, db, rowValues(payments, payment));
}

const amountsUpdate = statement<Record<string, unknown>, { id: string }>((db) => updateAmounts(db));

function updateAmounts(db: Database, condition?: SQL) {
  return db
    .update(payments)
    .set(columnPlaceholders(payments, CHANGING))
    .where(and(eq(payments.id, placeholder('payments.id', payments.id)), condition))
    .returning({ id: payments.id });
}

/** Whether a payment still has all that changes of one as `expectedValues` says. */
const isAsExpected = and(
  ...CHANGING.map(
    (key) => sql`${payments[key]} is not distinct from ${placeholder(`expected.${key}`, payments[key])}`,
  ),
);

const expectedValues = (payment: PaymentRow) =>
  Object.fromEntries(CHANGING.map((key) => [`expected.${key}`, payment[key]]));

/** Takes back what a start wrote that no acquirer heard of: its token, as it was before, can be used again. */
export async function deleteStart(
  { db }: Core,
  { payment, operation }: OperationRows,
  { token, usesCode }: UsedToken,
): Promise<void> {
  const { id, consumedBy, requiresUser, sealed, code, browser } = token;
  // Others may use a token that lasts meanwhile, so only what this start did to it is taken back.
  if (usesCode) await db.update(cardTokens).set({ isCvvUsed: false }).where(eq(cardTokens.id, id));
  await db
    .update(cardTokens)
    .set({ consumedBy, requiresUser, sealed, code, browser })
    .where(and(eq(cardTokens.id, id), eq(cardTokens.consumedBy, operation.id)));
  await db.delete(operations).where(eq(operations.id, operation.id));
  await db.delete(payments).where(eq(payments.id, payment.id));
}

/** Takes back what a follow-up wrote that no acquirer heard of. `payment`: without its hold. */
export async function deleteFollowUp(core: Core, { payment, operation }: OperationRows): Promise<void> {
  const isLatest = payment.lastLog === operation.log;
  await writeAmounts(core, { ...payment, lastLog: payment.lastLog - (isLatest ? 1 : 0) });
  await core.db.delete(operations).where(eq(operations.id, operation.id));
}
