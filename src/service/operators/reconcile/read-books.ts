import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { BillingMethod } from '../../../contract/billing/billing.ts';
import { type Acquirer, accountAt } from '../../base/processor/acquirer.ts';
import type { Core } from '../../base/runtime/core.ts';
import { firstUlid } from '../../base/ulid.ts';
import { effectOf } from '../../payments/model/methods.ts';
import { SETTLES_AFTER_MS } from '../../payments/record-outcome.ts';
import { merchants } from '../../tables/accounts.ts';
import { attempts } from '../../tables/attempts.ts';
import { operations, payments } from '../../tables/payments.ts';
import { settlements } from '../../tables/timers.ts';
import { addDays, startOfDay } from './day.ts';
import type { BookEntry, MoneyKind, ReportedDay } from './ledgers.ts';
import { CHUNK, isOfPayments, LOOK_BACK_DAYS, startReference } from './payment-references.ts';
import { readReversals } from './read-reversals.ts';

/** Our operations at an acquirer that may stand in its report of a day, and those whose payments its lines name. */
export async function readBooks(core: Core, { acquirer, day, lines }: ReportedDay): Promise<BookEntry[]> {
  const ofDays = await entriesOf(core, acquirer, isAskedAround(day));
  const byReference = new Map(ofDays.map((entry) => [entry.reference, entry]));
  const isKnown = new Set(ofDays.flatMap((entry) => [entry.reference, entry.paymentReference]));
  const wanted = [...new Set(lines.flatMap(({ reference }) => reference ?? []))].filter(
    (reference) => !isKnown.has(reference),
  );
  for (let start = 0; start < wanted.length; start += CHUNK) {
    const named = await entriesOf(core, acquirer, isOfPayments(core, wanted.slice(start, start + CHUNK)));
    for (const entry of named) byReference.set(entry.reference, entry);
  }
  return [...byReference.values(), ...(await readReversals(core, { acquirer, day, lines }))];
}

/** Ids begin with the time, so the primary key finds them. */
function isAskedAround(day: string): SQL | undefined {
  return and(
    gte(operations.id, firstUlid(startOfDay(addDays(day, -LOOK_BACK_DAYS)))),
    lt(operations.id, firstUlid(startOfDay(addDays(day, 2)))),
  );
}

async function entriesOf({ db }: Core, acquirer: Acquirer, condition: SQL | undefined): Promise<BookEntry[]> {
  const referred = alias(operations, 'referred');
  const rows = await db
    .select({
      operation: operations,
      currency: payments.currency,
      ref: merchants.ref,
      processorReference: sql<string | null>`max(${attempts.processorReference})`,
      referredMethod: referred.method,
      settlesAt: settlements.settlesAt,
      start: startReference(db),
    })
    .from(operations)
    .innerJoin(payments, eq(payments.id, operations.paymentId))
    .innerJoin(merchants, eq(merchants.id, payments.merchantId))
    .innerJoin(attempts, and(eq(attempts.operationId, operations.id), eq(attempts.processor, acquirer.name)))
    .leftJoin(
      referred,
      and(
        eq(referred.accountId, operations.accountId),
        eq(referred.transactionId, operations.refTransactionId),
      ),
    )
    .leftJoin(settlements, eq(settlements.operationId, operations.id))
    .where(condition)
    .groupBy(operations.id, payments.currency, merchants.ref, referred.method, settlements.settlesAt);
  return rows.flatMap((row) => {
    const { operation, currency, processorReference, referredMethod, settlesAt } = row;
    const kind = kindOf(operation.method, referredMethod);
    if (kind === undefined) return [];
    const { id, status, amount, createdAt, transactionId, paymentId, method } = operation;
    return [
      {
        reference: id,
        paymentReference: row.start,
        processorReference,
        merchantAccount: accountAt(acquirer, row),
        kind,
        amount: kind === 'captured' ? amount : 0 - amount,
        currency,
        status,
        askedAt: createdAt,
        endedAt: settlesAt ? new Date(settlesAt.getTime() - SETTLES_AFTER_MS) : createdAt,
        transactionId,
        paymentId,
        method,
      },
    ];
  });
}

/** Undefined for what moves no money at the acquirer: an authorisation, and what gives one back. */
function kindOf(method: BillingMethod, referred: BillingMethod | null): MoneyKind | undefined {
  const effect = effectOf(method, referred)?.name;
  if (effect === 'sale' || effect === 'capture') return 'captured';
  return effect === 'refund' || effect === 'void-capture' ? 'refunded' : undefined;
}

/** Names of the acquirers: those that merchants are at, and those that were asked around a day. */
export async function acquirerNames({ db }: Core, day: string): Promise<readonly string[]> {
  const all = await db.select({ settings: merchants.settings }).from(merchants);
  const asked = await db
    .selectDistinct({ processor: attempts.processor })
    .from(attempts)
    .innerJoin(operations, eq(operations.id, attempts.operationId))
    .where(isAskedAround(day));
  const names = [
    ...all.map(({ settings }) => settings.processor),
    ...asked.map(({ processor }) => processor),
  ];
  return [...new Set(names)].toSorted();
}
