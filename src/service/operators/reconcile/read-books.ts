import { and, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { BillingMethod } from '../../../contract/billing/billing.ts';
import { type Acquirer, accountAt, type ReportLine } from '../../base/processor/acquirer.ts';
import type { Core } from '../../base/runtime/core.ts';
import { firstUlid } from '../../base/ulid.ts';
import { effectOf, isStartMethod } from '../../payments/model/methods.ts';
import { SETTLES_AFTER_MS } from '../../payments/record-outcome.ts';
import { merchants } from '../../tables/accounts.ts';
import { attempts } from '../../tables/attempts.ts';
import { operations, payments } from '../../tables/payments.ts';
import { settlements } from '../../tables/timers.ts';
import { addDays, startOfDay } from './day.ts';
import type { BookEntry, MoneyKind } from './ledgers.ts';

/** How long before a day an operation that ends on it may have been asked for. */
const LOOK_BACK_DAYS = 8;
/** References in one query. */
const CHUNK = 1_000;
const STARTS = BillingMethod.options.filter(isStartMethod);

type Books = {
  readonly acquirer: Acquirer;
  readonly day: string;
  readonly lines: readonly ReportLine[];
};

/** Our operations at an acquirer that may stand in its report of a day, and those whose payments its lines name. */
export async function readBooks(core: Core, { acquirer, day, lines }: Books): Promise<BookEntry[]> {
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
  return [...byReference.values()];
}

/** Ids begin with the time, so the primary key finds them. */
function isAskedAround(day: string): SQL | undefined {
  return and(
    gte(operations.id, firstUlid(startOfDay(addDays(day, -LOOK_BACK_DAYS)))),
    lt(operations.id, firstUlid(startOfDay(addDays(day, 2)))),
  );
}

function isOfPayments({ db }: Core, references: readonly string[]): SQL {
  const named = alias(operations, 'named');
  return inArray(
    operations.paymentId,
    db.select({ id: named.paymentId }).from(named).where(inArray(named.id, references)),
  );
}

async function entriesOf({ db }: Core, acquirer: Acquirer, condition: SQL | undefined): Promise<BookEntry[]> {
  const referred = alias(operations, 'referred');
  const first = alias(operations, 'first');
  const start = db
    .select({ id: sql<string>`min(${first.id})` })
    .from(first)
    .where(and(eq(first.paymentId, operations.paymentId), inArray(first.method, STARTS)));
  const rows = await db
    .select({
      operation: operations,
      currency: payments.currency,
      ref: merchants.ref,
      processorReference: sql<string | null>`max(${attempts.processorReference})`,
      referredMethod: referred.method,
      settlesAt: settlements.settlesAt,
      start: sql<string>`(${start})`,
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
