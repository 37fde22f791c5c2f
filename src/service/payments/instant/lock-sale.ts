import { eq } from 'drizzle-orm';
import type { ServiceContext } from '../../context.ts';
import { type ProviderPaymentRow, providerPayments } from '../../db/tables/provider-payments.ts';
import { lockPayment } from '../due.ts';
import { requireOperation } from '../load.ts';

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
