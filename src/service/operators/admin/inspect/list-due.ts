import { asc, eq, sql } from 'drizzle-orm';
import type { DueAnswer, DueEntry } from '../../../../contract/admin/service.ts';
import { isAnyOf } from '../../../../store/any-of.ts';
import type { Core } from '../../../base/runtime/core.ts';
import { heldUntil, isPauseOf, pauseEnd } from '../../../callbacks/callback-pauses.ts';
import { callbackPauses, callbacks } from '../../../tables/callbacks.ts';
import { operations, payments } from '../../../tables/payments.ts';
import { timers } from '../../../tables/timers.ts';

const MOST = 100;

/** Timers and callbacks that are due next, soonest first. Each kind is read by its own index. */
export async function listDue(core: Core): Promise<Omit<DueAnswer, 'status'>> {
  const due = [...(await dueTimers(core)), ...(await dueCallbacks(core))].sort(
    (one, other) => one.at.getTime() - other.at.getTime(),
  );
  const first = due.slice(0, MOST);
  const subjects = await subjectsOf(
    core,
    first.map(({ operationId }) => operationId),
  );
  return {
    now: core.clock.now().toISOString(),
    due: first.flatMap(({ at, kind, operationId, callbackId, heldUntil }): DueEntry[] => {
      const subject = subjects.get(operationId);
      if (!subject) return [];
      // A shopper who returned from the provider in time leaves a timer without effect.
      if (kind === 'expire-provider-payment' && !subject.awaitsProvider) return [];
      return [
        {
          at: at.toISOString(),
          kind,
          account_id: subject.accountId,
          payment_id: subject.paymentId,
          order_id: subject.orderId,
          transaction_id: subject.transactionId,
          callback_id: callbackId,
          held_until: heldUntil?.toISOString() ?? null,
        },
      ];
    }),
    has_more: due.length > MOST,
  };
}

type Due = {
  readonly at: Date;
  readonly kind: DueEntry['kind'];
  readonly operationId: string;
  readonly callbackId: string | null;
  readonly heldUntil: Date | null;
};

async function dueTimers({ db }: Core): Promise<Due[]> {
  const rows = await db
    .select({ at: timers.dueAt, kind: timers.kind, operationId: timers.operationId })
    .from(timers)
    .orderBy(asc(timers.dueAt))
    .limit(MOST + 1);
  return rows.map((row) => ({ ...row, callbackId: null, heldUntil: null }));
}

async function dueCallbacks({ db, clock }: Core): Promise<Due[]> {
  const rows = await db
    .select({
      dueAt: callbacks.dueAt,
      operationId: callbacks.operationId,
      callbackId: callbacks.id,
      until: pauseEnd(callbacks.lane),
    })
    .from(callbacks)
    .leftJoin(callbackPauses, isPauseOf(callbacks, clock.now()))
    // Spelled as the index has it.
    .where(sql`${callbacks.status} in ('waiting', 'sending')`)
    .orderBy(asc(callbacks.dueAt))
    .limit(MOST + 1);
  return rows.map(({ dueAt, until, ...row }) => {
    const pausedUntil = heldUntil(until, dueAt);
    return { ...row, kind: 'send-callback' as const, at: pausedUntil ?? dueAt, heldUntil: pausedUntil };
  });
}

/** By operation. */
async function subjectsOf({ db }: Core, operationIds: readonly string[]) {
  const rows = await db
    .select({
      operationId: operations.id,
      accountId: payments.accountId,
      paymentId: payments.id,
      orderId: payments.orderId,
      awaitsProvider: payments.awaitsProvider,
      transactionId: operations.transactionId,
    })
    .from(operations)
    .innerJoin(payments, eq(payments.id, operations.paymentId))
    .where(isAnyOf(operations.id, operationIds));
  return new Map(rows.map((row) => [row.operationId, row]));
}
