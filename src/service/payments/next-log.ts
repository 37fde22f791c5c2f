import { eq, sql } from 'drizzle-orm';
import type { ServiceContext } from '../context.ts';
import { payments } from '../db/tables/payments.ts';

/** The place of a payment's next event in its order; the caller holds the payment's lock. The start itself has 1. */
export async function nextLog({ db }: ServiceContext, paymentId: string): Promise<number> {
  const [row] = await db
    .update(payments)
    .set({ lastLog: sql`${payments.lastLog} + 1` })
    .where(eq(payments.id, paymentId))
    .returning({ log: payments.lastLog });
  if (!row) throw new Error(`Cannot number an event of payment ${paymentId}: found none, expected one`);
  return row.log;
}
