import { eq } from 'drizzle-orm';
import type { Core } from '../../base/runtime/core.ts';
import { ServiceError } from '../../base/service-error.ts';
import { type ProviderPaymentRow, providerPayments } from '../../tables/provider-payments.ts';
import { requireOperation } from '../load.ts';
import { lockPayment } from '../payment-lock.ts';

/** Raises `not_found`. */
export async function requirePayment({ db }: Core, id: string): Promise<ProviderPaymentRow> {
  const [row] = await db.select().from(providerPayments).where(eq(providerPayments.id, id));
  if (row) return row;
  throw new ServiceError('not_found', 'Cannot find the payment: no provider was asked for it');
}

/** Locks the sale of a payment and does its due work. An alternative payment has no sale to lock. */
export async function lockSaleOf(context: Core, { operationId }: ProviderPaymentRow): Promise<void> {
  if (operationId === null) return;
  const { payment } = await requireOperation(context, operationId);
  await lockPayment(context, payment.id);
}

/** The payment after its due work. Its sale is locked. */
export async function lockCurrent(context: Core, row: ProviderPaymentRow): Promise<ProviderPaymentRow> {
  await lockSaleOf(context, row);
  const [now = row] = await context.db.select().from(providerPayments).where(eq(providerPayments.id, row.id));
  return now;
}
