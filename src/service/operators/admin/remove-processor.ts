import { and, eq, gt, ne, or, type SQL, sql } from 'drizzle-orm';
import { ProcessorName } from '../../../contract/billing/processor-name.ts';
import type { Core } from '../../base/runtime/core.ts';
import { ServiceError } from '../../base/service-error.ts';
import { notifyKeyChange } from '../../shoppers/accounts/notify-key-change.ts';
import { merchants } from '../../tables/accounts.ts';
import { attempts } from '../../tables/attempts.ts';
import { payments } from '../../tables/payments.ts';
import { processors } from '../../tables/processors.ts';

/** Forgets a processor with its credentials. Raises `not_found`, and `processor_in_use` where somebody may still need it. */
export async function removeProcessor(
  core: Core,
  { accountId, name }: { readonly accountId: number; readonly name: string },
): Promise<void> {
  const { db } = core;
  const none = new ServiceError(
    'not_found',
    'Cannot remove the processor: the account has none of this name',
  );
  if (!ProcessorName.safeParse(name).success) throw none;
  const isThis = and(eq(processors.name, name), eq(processors.accountId, accountId));
  // A merchant that moves to it meanwhile waits for this lock, and then finds none.
  const [row] = await db.select({ name: processors.name }).from(processors).where(isThis).for('update');
  if (!row) throw none;
  const [merchant] = await db
    .select({ id: merchants.id })
    .from(merchants)
    .where(eq(sql`${merchants.settings} ->> 'processor'`, name))
    .limit(1);
  if (merchant) throw inUse(`merchant ${merchant.id} is there`);
  const [attempt] = await db
    .select({ paymentId: attempts.paymentId })
    .from(attempts)
    .where(and(eq(attempts.processor, name), ne(attempts.state, 'ended')))
    .limit(1);
  if (attempt) throw inUse(`nobody knows the end of payment ${attempt.paymentId} yet`);
  const [payment] = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.processor, name), isOpen()))
    .limit(1);
  if (payment) throw inUse(`payment ${payment.id} can still be captured or refunded`);
  await db.delete(processors).where(isThis);
  await notifyKeyChange(db);
}

/** Whether something of it may still be captured, given back or ended. */
function isOpen(): SQL | undefined {
  const { failed, authorised, captured, closed, refunded, chargedBack } = payments;
  return and(
    eq(failed, false),
    or(
      eq(authorised, 0),
      gt(authorised, sql`${captured} + ${closed}`),
      gt(captured, sql`${refunded} + ${chargedBack}`),
    ),
  );
}

function inUse(found: string): ServiceError {
  return new ServiceError('processor_in_use', `Cannot remove the processor: ${found}`);
}
