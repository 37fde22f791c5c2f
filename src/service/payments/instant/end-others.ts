import { and, asc, eq } from 'drizzle-orm';
import type { ServiceContext } from '../../context.ts';
import { providerPayments } from '../../db/tables/provider-payments.ts';
import { endProviderPayment } from './end-provider-payment.ts';
import { lockSaleOf } from './lock-sale.ts';

/**
 * A shopper who starts anew has left what was open: a page that was reloaded knows nothing of its attempt, and mostly has
 * a refresh token of its own.
 */
export async function endOthers(context: ServiceContext, userId: number): Promise<void> {
  const open = await context.db
    .select()
    .from(providerPayments)
    .where(and(eq(providerPayments.userId, userId), eq(providerPayments.status, 'OPEN')))
    .orderBy(asc(providerPayments.createdAt));
  for (const row of open) {
    await lockSaleOf(context, row);
    await endProviderPayment(context, { row, ending: { status: 'CANCELLED' }, at: context.clock.now() });
  }
}
