import { and, eq, sql } from 'drizzle-orm';
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

type StatementOptions = { readonly settles: boolean };

/** The settlement of the operation that the same statement inserts. */
function settled(db: Database) {
  const settlement = db
    .insert(settlements)
    .values({
      operationId: placeholder('operations.id', settlements.operationId),
      settlesAt: placeholder('settlesAt', settlements.settlesAt),
    })
    .returning({ at: settlements.settlesAt });
  return db.$with('settled').as(settlement);
}

const AMOUNTS = Object.keys(ZERO_AMOUNTS) as (keyof Amounts)[];

/** All that a start writes: payment, operation, settlement, and the use of a token that is for one. */
function startStatement({ settles }: StatementOptions) {
  return statement<Record<string, unknown>, { log: number }>((db) => {
    const paid = db
      .$with('paid')
      .as(db.insert(payments).values(rowPlaceholders(payments)).returning({ id: payments.id }));
    const isForOne = and(
      eq(cardTokens.id, placeholder('payments.tokenId', payments.tokenId)),
      cardTokens.isSingleUse,
    );
    const used = db.$with('used').as(
      db
        .update(cardTokens)
        .set({
          consumedBy: placeholder('operations.id', cardTokens.consumedBy),
          requiresUser: placeholder('requiresUser', cardTokens.requiresUser),
          sealed: placeholder('sealed', cardTokens.sealed),
        })
        .where(isForOne)
        .returning({ id: cardTokens.id }),
    );
    return db
      .with(paid, used, ...(settles ? [settled(db)] : []))
      .insert(operations)
      .values(rowPlaceholders(operations, ['log', 'seq']))
      .returning({ log: operations.log });
  });
}

const startThatSettles = startStatement({ settles: true });
const startThatMovesNothing = startStatement({ settles: false });

/**
 * Writes a new payment with the commit, in one statement, and uses up its token if that is for one use. `settlesAt`: null
 * where no money moved.
 */
export async function insertStart(
  { db }: Core,
  { payment, operation, token, settlesAt }: NewStart & { readonly settlesAt: Date | null },
): Promise<void> {
  const values = {
    ...rowValues(payments, payment),
    ...rowValues(operations, operation),
    requiresUser: token.requiresUser,
    sealed: token.sealed,
    settlesAt,
  };
  await enqueueWrite(settlesAt ? startThatSettles : startThatMovesNothing, db, values);
}

/** `payment`: as it is after the follow-up, except `lastLog`. `settlesAt`: null where no money moved. */
type NewFollowUp = {
  readonly payment: PaymentRow;
  readonly operation: NewOperation;
  readonly settlesAt: Date | null;
};

type WrittenOperation = Pick<Transaction, 'operation' | 'payment'>;

/** Writes a follow-up with the commit, in one statement. The caller holds the payment's lock. Returns the rows as written. */
export async function insertFollowUp(context: Core, writing: NewFollowUp): Promise<WrittenOperation> {
  const { settlesAt } = writing;
  const log = writing.payment.lastLog + 1;
  const payment = { ...writing.payment, lastLog: log };
  const operation = { ...writing.operation, log };
  const values = { ...rowValues(payments, payment), ...rowValues(operations, operation), settlesAt };
  await enqueueWrite(settlesAt ? followUpThatSettles : followUpThatMovesNothing, context.db, values);
  return { payment, operation };
}

function followUpStatement({ settles }: StatementOptions) {
  return statement<Record<string, unknown>, { log: number }>((db) =>
    db
      .with(db.$with('moved').as(movePayment(db)), ...(settles ? [settled(db)] : []))
      .insert(operations)
      .values(rowPlaceholders(operations, ['seq']))
      .returning({ log: operations.log }),
  );
}

const followUpThatSettles = followUpStatement({ settles: true });
const followUpThatMovesNothing = followUpStatement({ settles: false });

/** A stored operation that has now ended, with its payment as it then stands. `settlesAt`: as above. */
type WriteEndInput = WrittenOperation & Pick<NewFollowUp, 'settlesAt'>;

/** Writes the end of a pending operation with the commit, which fails where it has ended. The caller holds the payment's lock. */
export async function writeEnd({ db }: Core, { payment, operation, settlesAt }: WriteEndInput) {
  const values = { ...rowValues(payments, payment), ...rowValues(operations, operation), settlesAt };
  await enqueueWrite(settlesAt ? endThatSettles : endThatMovesNothing, db, values);
}

const END_COLUMNS = ['status', 'returnCode', 'declineCode', 'authcode', 'log'] as const;

function endStatement({ settles }: StatementOptions) {
  return statement<Record<string, unknown>, unknown>((db) => {
    const isPending = and(
      eq(operations.id, placeholder('operations.id', operations.id)),
      eq(operations.status, 'PENDING'),
    );
    const ended = db.$with('ended').as(
      db
        .update(operations)
        .set({ ...columnPlaceholders(operations, END_COLUMNS), seq: sql`default` })
        .where(isPending)
        .returning({ id: operations.id }),
    );
    return db
      .with(db.$with('moved').as(movePayment(db)), ended, ...(settles ? [settled(db)] : []))
      .select(orFail)
      .from(ended);
  });
}

const endThatSettles = endStatement({ settles: true });
const endThatMovesNothing = endStatement({ settles: false });

/** Writes a payment's amounts and the number of its last event with the commit. The caller holds its lock. */
export async function writeAmounts({ db }: Core, payment: PaymentRow): Promise<void> {
  await enqueueWrite(amountsOf, db, rowValues(payments, payment));
}

const amountsOf = statement<Record<string, unknown>, { id: string }>(movePayment);

function movePayment(db: Database) {
  return db
    .update(payments)
    .set(columnPlaceholders(payments, [...AMOUNTS, 'lastLog']))
    .where(eq(payments.id, placeholder('payments.id', payments.id)))
    .returning({ id: payments.id });
}
