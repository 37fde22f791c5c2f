import { eq } from 'drizzle-orm';
import { requireOperation } from '../billing/load-transaction.ts';
import { lockPayment } from '../billing/lock-payment.ts';
import type { ServiceContext } from '../context/context.ts';
import { type ProviderPaymentRow, providerPayments } from '../tables/provider-payments.ts';

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
