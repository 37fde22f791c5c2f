import { and, eq, inArray } from 'drizzle-orm';
import { BillingMethod, FollowUpMethod } from '../../contract/billing/billing.ts';
import { isOptimistic } from '../../store/optimistic/optimistic-transaction.ts';
import { placeholder, readStatement } from '../../store/statement.ts';
import type { Decision } from '../base/processor/processor.ts';
import type { Core } from '../base/runtime/core.ts';
import { operations, type PaymentRow } from '../tables/payments.ts';
import type { TimerRow } from '../tables/timers.ts';
import { isAuthorisationOver, remaining } from './model/balance.ts';
import { METHODS } from './model/methods.ts';
import type { Transaction } from './model/transaction.ts';
import { notifyMerchant } from './notify-merchant.ts';
import { recordOutcome } from './record-outcome.ts';
import { requireOperation } from './require-transaction.ts';
import { setTimer } from './timers.ts';
import { writeAmounts } from './write-operation.ts';

/** Starts that hold money for captures. */
const AUTHORISING = BillingMethod.options.filter(
  (method) => METHODS[method].processorRequest === 'authorise',
);

/** Follow-ups that take from an authorisation or end it. */
const USING_AUTHORISATION = FollowUpMethod.options.filter(
  (method) => METHODS[method].authorisation !== 'ignores',
);

type LaterDecision = Pick<TimerRow, 'paymentId' | 'operationId' | 'dueAt'> & {
  readonly decision: Decision;
};

/** Queues the timer that records the decision of an asynchronous processor at `dueAt`. */
export async function finishLater(core: Core, { decision, ...timer }: LaterDecision): Promise<void> {
  await setTimer(core, { ...timer, kind: 'finish-operation', outcome: decision.returnCode });
}

/** Records the outcome of an operation at the time of an asynchronous processor's answer. */
export async function finishOperation(core: Core, timer: TimerRow): Promise<void> {
  const { operationId, outcome, dueAt: at } = timer;
  const transaction = await requireOperation(core, operationId);
  const { operation } = transaction;
  if (operation.status !== 'PENDING') return;
  const decision = core.dependencies.processor.decisionOf(outcome ?? '', operation.transactionId);
  const { payment } = await recordOutcome(core, { transaction }, { decision, at, answerTo: null });
  await expireAfterOutcome(core, payment, at);
}

/** Ends the authorisation of a payment where its time was over before the outcome that has just been written. */
export async function expireAfterOutcome(core: Core, payment: PaymentRow, at: Date): Promise<void> {
  if (!isAuthorisationOver(payment, at)) return;
  if (isOptimistic(core.db)) throw new Error('Cannot end an authorisation optimistically');
  const { id } = await findAuthorisation(core, payment.id);
  await expireIfOver(core, { authorisation: await requireOperation(core, id), at });
}

export async function expireAuthorisation(core: Core, { operationId, dueAt }: TimerRow) {
  await expireIfOver(core, { authorisation: await requireOperation(core, operationId), at: dueAt });
}

/** `authorisation`: the start that holds the money. */
type Expiry = { readonly authorisation: Transaction; readonly at: Date };

/** Releases what an authorisation did not capture in its time, once nothing is under way. Rule: billing/authorisation-end. */
async function expireIfOver(core: Core, { authorisation, at }: Expiry): Promise<void> {
  const { payment, operation } = authorisation;
  const rest = remaining(payment);
  if (!isAuthorisationOver(payment, at) || rest === 0) return;
  if (await isAuthorisationInUse(core, payment.id)) return;
  // The expiry is an event of its own in the payment's order; the operation itself was decided long ago.
  const isNotified = operation.callbackUrl !== null;
  const lastLog = payment.lastLog + (isNotified ? 1 : 0);
  const expiredPayment = { ...payment, closed: payment.closed + rest, closedBy: 'CLOCK' as const, lastLog };
  await writeAmounts(core, expiredPayment);
  const log = isNotified ? lastLog : operation.log;
  const transaction = { ...authorisation, payment: expiredPayment, operation: { ...operation, log } };
  await notifyMerchant(core, { transaction, answerTo: null, event: { info: 'AUTH_EXPIRED' } });
}

async function findAuthorisation({ db }: Core, paymentId: string) {
  const [start] = await db
    .select({ id: operations.id })
    .from(operations)
    .where(and(eq(operations.paymentId, paymentId), inArray(operations.method, AUTHORISING)));
  if (!start) throw new Error(`Cannot expire payment ${paymentId}: found no authorisation, expected one`);
  return start;
}

const pendingUses = readStatement<{ paymentId: string }, { id: string }>((db) =>
  db
    .select({ id: operations.id })
    .from(operations)
    .where(
      and(
        eq(operations.paymentId, placeholder('paymentId', operations.paymentId)),
        inArray(operations.method, USING_AUTHORISATION),
        eq(operations.status, 'PENDING'),
      ),
    ),
);

async function isAuthorisationInUse({ db }: Core, paymentId: string): Promise<boolean> {
  return (await pendingUses(db, { paymentId })).length > 0;
}
