import { and, eq, exists, isNotNull, lte, ne, notExists, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { TransactionId } from '../../contract/billing/billing.ts';
import type { Database } from '../../store/database.ts';
import { placeholder, readStatement } from '../../store/statement.ts';
import type { Core } from '../base/runtime/core.ts';
import { ownedCard } from '../base/seals/card-owner.ts';
import { ServiceError } from '../base/service-error.ts';
import { shopNameOf } from '../shoppers/accounts/shop-name.ts';
import { accounts, merchants } from '../tables/accounts.ts';
import { cards } from '../tables/cards.ts';
import { challenges } from '../tables/challenges.ts';
import { cardTokens, operations, payments } from '../tables/payments.ts';
import { users } from '../tables/sessions.ts';
import { settlements, timers } from '../tables/timers.ts';
import type { Transaction } from './model/transaction.ts';

export type NamedTransaction = {
  readonly accountId: number;
  readonly transactionId: string;
  /** The parameter in which the caller named the transaction. Default: that of the form. */
  readonly param?: 'transactionID' | 'transaction_id';
};

/** Undefined where its claim was taken back. */
export async function findOperation(core: Core, id: string): Promise<Transaction | undefined> {
  const [transaction] = await operationById(core.db, { id, now: core.clock.now() });
  return transaction;
}

export async function requireOperation(core: Core, id: string): Promise<Transaction> {
  const transaction = await findOperation(core, id);
  if (!transaction) throw new Error(`Cannot load operation ${id}: found none, expected one`);
  return transaction;
}

/** Raises `transaction_not_found` for an unknown id, and alike for another account's. */
export async function requireTransaction(
  core: Core,
  { accountId, transactionId, param = 'transactionID' }: NamedTransaction,
): Promise<Transaction> {
  // A malformed id names nothing, and the store may refuse to compare it.
  const canExist = TransactionId.safeParse(transactionId).success;
  const name = { accountId, transactionId, now: core.clock.now() };
  const [transaction] = canExist ? await operationByName(core.db, name) : [];
  if (transaction) return transaction;
  throw new ServiceError(
    'transaction_not_found',
    'Cannot find the transaction: no transaction of this account has the id',
    { param },
  );
}

const operationById = readStatement<{ id: string; now: Date }, Transaction>((db) =>
  selectOperation(db, eq(operations.id, placeholder('id', operations.id))),
);

type OperationName = { readonly accountId: number; readonly transactionId: string; readonly now: Date };

const operationByName = readStatement<OperationName, Transaction>((db) =>
  selectOperation(
    db,
    and(
      eq(operations.accountId, placeholder('accountId', operations.accountId)),
      eq(operations.transactionId, placeholder('transactionId', operations.transactionId)),
    ),
  ),
);

/** An operation with everything its answers show, as it is `now`. */
function selectOperation(db: Database, condition: SQL | undefined) {
  const isDue = and(eq(timers.paymentId, payments.id), lte(timers.dueAt, placeholder('now', timers.dueAt)));
  const referred = alias(operations, 'referred');
  const isReferred = and(
    eq(referred.accountId, operations.accountId),
    eq(referred.transactionId, operations.refTransactionId),
  );
  return db
    .select({
      operation: operations,
      payment: payments,
      merchant: merchants,
      token: cardTokens,
      card: ownedCard,
      challenge: challenges,
      shopName: shopNameOf(),
      settlesAt: settlements.settlesAt,
      referredMethod: referred.method,
      referredReference: referred.processorReference,
      isDue: exists(db.select().from(timers).where(isDue)).mapWith(Boolean),
    })
    .from(operations)
    .innerJoin(payments, eq(payments.id, operations.paymentId))
    .innerJoin(merchants, eq(merchants.id, payments.merchantId))
    .innerJoin(cardTokens, eq(cardTokens.id, payments.tokenId))
    .innerJoin(cards, eq(cards.id, payments.cardId))
    .innerJoin(users, eq(users.id, cards.userId))
    .leftJoin(challenges, eq(challenges.operationId, operations.id))
    .leftJoin(accounts, and(isNotNull(challenges.id), eq(accounts.id, payments.accountId)))
    .leftJoin(referred, isReferred)
    .leftJoin(settlements, and(eq(settlements.operationId, operations.id), notExists(voidOf(db))))
    .where(condition);
}

/** A VOID, not failed, of the operation being read. */
function voidOf(db: Core['db']) {
  const voiding = alias(operations, 'voiding');
  return db
    .select()
    .from(voiding)
    .where(
      and(
        eq(voiding.paymentId, operations.paymentId),
        eq(voiding.method, 'VOID'),
        ne(voiding.status, 'FAILURE'),
        eq(voiding.refTransactionId, operations.transactionId),
      ),
    );
}
