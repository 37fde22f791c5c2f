import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { BillingMethod } from '../../../contract/billing/billing.ts';
import type { Core } from '../../base/runtime/core.ts';
import { isStartMethod } from '../../payments/model/methods.ts';
import { operations } from '../../tables/payments.ts';

/** How long before a day an operation that ends on it may have been asked for. */
export const LOOK_BACK_DAYS = 8;
/** References in one query. */
export const CHUNK = 1_000;
const STARTS = BillingMethod.options.filter(isStartMethod);

/** The first start of an operation's payment. */
export function startReference(db: Core['db']): SQL<string> {
  const first = alias(operations, 'first');
  const start = db
    .select({ id: sql<string>`min(${first.id})` })
    .from(first)
    .where(and(eq(first.paymentId, operations.paymentId), inArray(first.method, STARTS)));
  return sql<string>`(${start})`;
}

/** Operations of the payments that references name. */
export function isOfPayments({ db }: Core, references: readonly string[]): SQL {
  const named = alias(operations, 'named');
  return inArray(
    operations.paymentId,
    db.select({ id: named.paymentId }).from(named).where(inArray(named.id, references)),
  );
}
