import { and, eq } from 'drizzle-orm';
import { Attempt } from '../../../contract/instant-api.ts';
import type { ServiceContext, WalletCaller } from '../../context.ts';
import { type ProviderPaymentRow, providerPayments } from '../../db/tables/provider-payments.ts';
import { ServiceError } from '../../service-error.ts';
import { requireView } from '../../sessions/require-view.ts';
import { lockPayment } from '../due.ts';
import { requireOperation } from '../load.ts';

/** Raises `not_found`. */
export async function requirePayment({ db }: ServiceContext, id: string): Promise<ProviderPaymentRow> {
  const [row] = await db.select().from(providerPayments).where(eq(providerPayments.id, id));
  if (row) return row;
  throw new ServiceError('not_found', 'Cannot find the payment: no provider was asked for it');
}

/** `attempt`: what the wallet calls it. */
export type OwnPayment = { readonly caller: WalletCaller; readonly attempt: string };

/** The shopper's own. Raises `not_found`. */
export async function requireOwnPayment(
  { db }: ServiceContext,
  { caller, attempt }: OwnPayment,
): Promise<ProviderPaymentRow> {
  requireView(caller, 'CHECKOUT');
  const isOwn = and(eq(providerPayments.userId, caller.userId), eq(providerPayments.attempt, attempt));
  // A name that breaks the form names nothing, and may hold what the store cannot compare.
  const canExist = Attempt.safeParse(attempt).success;
  const [row] = canExist ? await db.select().from(providerPayments).where(isOwn) : [];
  if (row) return row;
  throw new ServiceError('not_found', 'Cannot find the payment: not one that this wallet started', {
    param: 'attempt',
  });
}

/** Takes the lock of a payment's sale and lets happen what is due; an alternative one has no sale to lock. */
export async function lockSaleOf(
  context: ServiceContext,
  { operationId }: ProviderPaymentRow,
): Promise<void> {
  if (operationId === null) return;
  const { payment } = await requireOperation(context, operationId);
  await lockPayment(context, payment.id);
}

/** The payment once what is due has happened, its sale locked. */
export async function lockAsItStands(
  context: ServiceContext,
  row: ProviderPaymentRow,
): Promise<ProviderPaymentRow> {
  await lockSaleOf(context, row);
  const [now = row] = await context.db.select().from(providerPayments).where(eq(providerPayments.id, row.id));
  return now;
}
