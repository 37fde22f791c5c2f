import { and, eq, sql } from 'drizzle-orm';
import { ulid } from '../base/ulid.ts';
import type { ServiceContext } from '../context/context.ts';
import { cardTokens, type OperationRow, operations, type PaymentRow, payments } from '../tables/payments.ts';
import { settlements } from '../tables/timers.ts';
import type { Amounts } from './model/balance.ts';
import type { FollowUpForm, StartForm } from './model/billing-forms.ts';
import type { MetadataEntry, Transaction } from './model/transaction.ts';

/** A billing request past its checks, in inner terms. */
export type Billing<Form extends StartForm | FollowUpForm = StartForm | FollowUpForm> = {
  readonly accountId: number;
  readonly form: Form;
  readonly metadata: MetadataEntry[];
  /** Names of parameters that billing does not know. */
  readonly unknown: readonly string[];
  readonly requestId: string;
  readonly now: Date;
};

/** `slowMs`: how long the processor took, and so the answer. */
export type Billed = { readonly transaction: Transaction; readonly slowMs: number };

/** The store gives `log` and `seq`. */
export type NewOperation = Omit<OperationRow, 'log' | 'seq'>;

type Named = Pick<
  OperationRow,
  'amount' | 'transactionId' | 'paymentId' | 'refTransactionId' | 'callbackUrl'
>;

/** The row of one billing call, before its end. `refTransactionId`: empty for a start. */
export function pendingOperation(billing: Billing, named: Named): NewOperation {
  return {
    ...named,
    id: ulid(billing.now),
    accountId: billing.accountId,
    method: billing.form.method,
    status: 'PENDING',
    returnCode: '',
    declineCode: null,
    authcode: '',
    requestId: billing.requestId,
    metadata: billing.metadata,
    createdAt: billing.now,
  };
}

export type NewStart = {
  readonly payment: PaymentRow;
  readonly operation: NewOperation;
  /** Whether the merchant named the user that the token belongs to. */
  readonly requiresUser: boolean;
};

/**
 * Writes a new payment in one statement, and uses up its token if that is for one use: billing takes one round trip.
 * `settlesAt`: null where no money moved.
 */
export async function insertStart(
  { db }: ServiceContext,
  { payment, operation, requiresUser, settlesAt }: NewStart & { readonly settlesAt: Date | null },
): Promise<OperationRow> {
  const { id: operationId } = operation;
  const paid = db.$with('paid').as(db.insert(payments).values(payment).returning({ id: payments.id }));
  const isForOne = and(eq(cardTokens.id, payment.tokenId), cardTokens.isSingleUse);
  const used = db
    .$with('used')
    .as(
      db
        .update(cardTokens)
        .set({ consumedBy: operationId, requiresUser })
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
    .returning({ log: operations.log, seq: operations.seq });
  if (!written) throw new Error('Cannot start the payment: the insert returned no row, expected one');
  return { ...operation, ...written };
}

/** The caller holds the payment's lock. */
export async function insertFollowUp(context: ServiceContext, operation: NewOperation): Promise<void> {
  const log = await nextLog(context, operation.paymentId);
  await context.db.insert(operations).values({ ...operation, log });
}

/** The number of a payment's next event; the start has 1. The caller holds the payment's lock. */
export async function nextLog({ db }: ServiceContext, paymentId: string): Promise<number> {
  const [row] = await db
    .update(payments)
    .set({ lastLog: sql`${payments.lastLog} + 1` })
    .where(eq(payments.id, paymentId))
    .returning({ log: payments.lastLog });
  if (!row) throw new Error(`Cannot number an event of payment ${paymentId}: found none, expected one`);
  return row.log;
}

/** The caller holds the payment's lock. */
export async function writeAmounts({ db }: ServiceContext, payment: PaymentRow): Promise<void> {
  const amounts: Amounts = {
    failed: payment.failed,
    awaitsProvider: payment.awaitsProvider,
    authentication: payment.authentication,
    authorised: payment.authorised,
    authorisationExpiresAt: payment.authorisationExpiresAt,
    captured: payment.captured,
    capturePending: payment.capturePending,
    refunded: payment.refunded,
    refundPending: payment.refundPending,
    closed: payment.closed,
    closedBy: payment.closedBy,
  };
  await db.update(payments).set(amounts).where(eq(payments.id, payment.id));
}
