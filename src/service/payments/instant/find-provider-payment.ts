import { eq } from 'drizzle-orm';
import type { Core } from '../../base/runtime/core.ts';
import { ServiceError } from '../../base/service-error.ts';
import { type ProviderPaymentRow, providerPayments } from '../../tables/provider-payments.ts';
import { lockPayment } from '../payment-lock.ts';
import { requireOperation } from '../require-transaction.ts';

/** Raises `not_found`. */
export async function requireProviderPayment({ db }: Core, id: string): Promise<ProviderPaymentRow> {
  const [row] = await db.select().from(providerPayments).where(eq(providerPayments.id, id));
  if (row) return row;
  throw new ServiceError('not_found', 'Cannot find the payment: no provider was asked for it');
}

/** Locks the sale of a payment and runs its due timers. An alternative payment has no sale to lock. */
export async function lockSale(core: Core, { operationId }: ProviderPaymentRow): Promise<void> {
  if (operationId === null) return;
  const { payment } = await requireOperation(core, operationId);
  await lockPayment(core, payment.id);
}

/** Locks the sale, runs its due timers and reads the provider payment again. */
export async function lockAndReadAgain(core: Core, row: ProviderPaymentRow): Promise<ProviderPaymentRow> {
  await lockSale(core, row);
  const [now = row] = await core.db.select().from(providerPayments).where(eq(providerPayments.id, row.id));
  return now;
}
