import { and, eq } from 'drizzle-orm';
import { TransactionId } from '../../contract/billing.ts';
import type { ServiceContext } from '../context.ts';
import { cards, cardTokens, merchants, operations, payments } from '../db/schema.ts';
import { ServiceError } from '../service-error.ts';

type Named = { readonly accountId: number; readonly transactionId: string };

/** An operation with everything its answers show. */
export type Transaction = NonNullable<Awaited<ReturnType<typeof loadTransaction>>>;

export async function loadTransaction({ db }: ServiceContext, { accountId, transactionId }: Named) {
  const [row] = await db
    .select({
      operation: operations,
      payment: payments,
      merchant: merchants,
      token: cardTokens,
      card: cards,
    })
    .from(operations)
    .innerJoin(payments, eq(payments.id, operations.paymentId))
    .innerJoin(merchants, eq(merchants.id, payments.merchantId))
    .innerJoin(cardTokens, eq(cardTokens.token, payments.token))
    .innerJoin(cards, eq(cards.id, payments.cardId))
    .where(and(eq(operations.accountId, accountId), eq(operations.transactionId, transactionId)));
  return row;
}

/** Raises `transaction_not_found` for an unknown id and for another account's alike. */
export async function requireTransaction(context: ServiceContext, named: Named): Promise<Transaction> {
  // An id that breaks the form names nothing, and may hold what the store cannot compare.
  const canExist = TransactionId.safeParse(named.transactionId).success;
  const found = canExist ? await loadTransaction(context, named) : undefined;
  if (found) return found;
  throw new ServiceError(
    'transaction_not_found',
    'Cannot find the transaction: no transaction of this account has the id',
    { param: 'transactionID' },
  );
}
