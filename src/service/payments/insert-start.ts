import { and, eq } from 'drizzle-orm';
import type { ServiceContext } from '../context.ts';
import {
  cardTokens,
  type OperationRow,
  operations,
  type PaymentRow,
  payments,
} from '../db/tables/payments.ts';
import { settlements } from '../db/tables/timers.ts';

type StartRows = {
  readonly payment: PaymentRow;
  readonly operation: Omit<OperationRow, 'log' | 'place'>;
  /** Whether the merchant named the user whose token it is. */
  readonly isNamed: boolean;
  /** Null where no money moved. */
  readonly settlesAt: Date | null;
};

/** Writes a new payment as one statement, its token used up if it was for one use: the hot path has one round trip. */
export async function insertStart({ db }: ServiceContext, rows: StartRows): Promise<OperationRow> {
  const { payment, operation, isNamed, settlesAt } = rows;
  const { id: operationId } = operation;
  const paid = db.$with('paid').as(db.insert(payments).values(payment).returning({ id: payments.id }));
  const isForOne = and(eq(cardTokens.id, payment.tokenId), cardTokens.isSingleUse);
  const used = db
    .$with('used')
    .as(
      db
        .update(cardTokens)
        .set({ consumedBy: operationId, isNamed })
        .where(isForOne)
        .returning({ id: cardTokens.id }),
    );
  const settled =
    settlesAt &&
    db
      .$with('settled')
      .as(db.insert(settlements).values({ operationId, settlesAt }).returning({ at: settlements.settlesAt }));
  const [written] = await db
    .with(paid, used, ...(settled ? [settled] : []))
    .insert(operations)
    .values(operation)
    .returning({ log: operations.log, place: operations.place });
  if (!written) throw new Error('Cannot start the payment: the insert returned no row, expected one');
  return { ...operation, ...written };
}
