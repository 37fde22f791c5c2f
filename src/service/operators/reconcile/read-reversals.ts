import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Reversal } from '../../../contract/billing/callback.ts';
import { accountAt } from '../../base/processor/acquirer.ts';
import type { Core } from '../../base/runtime/core.ts';
import { openNotification } from '../../payments/asking/notifications.ts';
import { merchants } from '../../tables/accounts.ts';
import { acquirerNotifications, type NotificationRow } from '../../tables/acquirer-notifications.ts';
import { operations, payments } from '../../tables/payments.ts';
import { reversals } from '../../tables/reversals.ts';
import { addDays, startOfDay } from './day.ts';
import type { BookEntry, MoneyKind, ReportedDay } from './ledgers.ts';
import { CHUNK, isOfPayments, LOOK_BACK_DAYS, startReference } from './payment-references.ts';

/** A dispute that is lost moves nothing: the money had gone when it was opened. */
const MOVEMENT_OF: Readonly<
  Record<Reversal, { readonly kind: MoneyKind; readonly sign: 1 | -1 } | undefined>
> = {
  CAPTURE_REVERSED: { kind: 'captureFailed', sign: -1 },
  REFUND_REVERSED: { kind: 'refundFailed', sign: 1 },
  CHARGEBACK_OPENED: { kind: 'chargeback', sign: -1 },
  CHARGEBACK_WON: { kind: 'chargebackReversed', sign: 1 },
  CHARGEBACK_LOST: undefined,
};

/** What became of money at an acquirer, as it told us: around a day, and of the payments that lines of its report name. */
export async function readReversals(core: Core, { acquirer, day, lines }: ReportedDay): Promise<BookEntry[]> {
  const ofReversals = lines.filter(({ kind }) => kind !== 'captured' && kind !== 'refunded');
  const references = [...new Set(ofReversals.flatMap(({ reference }) => reference ?? []))];
  const conditions: (SQL | undefined)[] = [
    and(
      gte(reversals.createdAt, startOfDay(addDays(day, -1))),
      lt(reversals.createdAt, startOfDay(addDays(day, 2))),
    ),
  ];
  for (let start = 0; start < references.length; start += CHUNK)
    conditions.push(isOfPayments(core, references.slice(start, start + CHUNK)));
  const byId = new Map<string, BookEntry>();
  for (const condition of conditions)
    for (const [id, entry] of await entriesOf(core, acquirer, condition)) byId.set(id, entry);
  return [...byId.values()];
}

async function entriesOf(core: Core, acquirer: ReportedDay['acquirer'], condition: SQL | undefined) {
  const { db } = core;
  const prefix = `${acquirer.name}:`;
  const rows = await db
    .select({
      reversal: reversals,
      notification: acquirerNotifications,
      operation: operations,
      currency: payments.currency,
      ref: merchants.ref,
      start: startReference(db),
    })
    .from(reversals)
    .leftJoin(acquirerNotifications, eq(acquirerNotifications.id, reversals.id))
    .innerJoin(operations, eq(operations.id, reversals.operationId))
    .innerJoin(payments, eq(payments.id, operations.paymentId))
    .innerJoin(merchants, eq(merchants.id, payments.merchantId))
    .where(and(condition, sql`starts_with(${reversals.id}, ${prefix})`));
  return rows.flatMap((row): [string, BookEntry][] => {
    const { reversal, notification, operation, currency, start } = row;
    const movement = MOVEMENT_OF[reversal.reversal];
    if (!movement) return [];
    const { id: reference, transactionId, paymentId, method } = operation;
    const entry: BookEntry = {
      reference,
      paymentReference: start,
      processorReference: reversal.id.slice(prefix.length),
      merchantAccount: accountAt(acquirer, row),
      kind: movement.kind,
      amount: movement.sign * reversal.amount,
      currency,
      status: 'SUCCESS',
      askedAt: toldAt(core, notification, reversal.createdAt),
      endedAt: reversal.createdAt,
      transactionId,
      paymentId,
      method,
    };
    return [[reversal.id, entry]];
  });
}

/** When the acquirer says that it happened. A notification may have waited for days, and be signed without its date. */
function toldAt(core: Core, row: NotificationRow | null, recordedAt: Date): Date {
  const at = (row && openNotification(core, row)?.at.getTime()) ?? Number.NaN;
  const earliest = recordedAt.getTime() - LOOK_BACK_DAYS * 86_400_000;
  return at < recordedAt.getTime() ? new Date(Math.max(at, earliest)) : recordedAt;
}
