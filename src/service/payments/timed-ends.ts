import { and, eq, inArray } from 'drizzle-orm';
import { BillingMethod } from '../../contract/billing/billing.ts';
import type { ServiceContext } from '../context/context.ts';
import type { Decision } from '../processor/processor.ts';
import { operations } from '../tables/payments.ts';
import type { TimerRow } from '../tables/timers.ts';
import { setTimer } from './due.ts';
import { endPending } from './end.ts';
import { requireOperation } from './load.ts';
import { isAuthorisationOver, remaining } from './model/balance.ts';
import { METHODS } from './model/methods.ts';
import { nextLog, writeAmounts } from './operation.ts';
import { tellMerchant } from './tell-merchant.ts';

/** Starts that hold money for captures. */
const AUTHORISING = BillingMethod.options.filter((method) => METHODS[method].asks === 'authorise');

type Finishing = Pick<TimerRow, 'paymentId' | 'operationId' | 'dueAt'> & { readonly decision: Decision };

/** Makes an operation end as an asynchronous processor decided, once its answer is due. */
export async function finishLater(context: ServiceContext, { decision, ...timer }: Finishing): Promise<void> {
  await setTimer(context, { ...timer, kind: 'finish-operation', outcome: decision.returnCode });
}

/** Ends an operation when an asynchronous processor says how it went. */
export async function finishOperation(context: ServiceContext, timer: TimerRow): Promise<void> {
  const { operationId, paymentId, outcome, dueAt: at } = timer;
  const found = await requireOperation(context, operationId);
  const { operation } = found;
  if (operation.status !== 'PENDING') return;
  const decision = context.processor.decisionOf(outcome ?? '', operation.transactionId);
  await endPending(context, { found }, { decision, at, answerTo: null });
  await expireIfOver(context, { paymentId, at });
}

export async function expireAuthorisation(context: ServiceContext, { paymentId, dueAt }: TimerRow) {
  await expireIfOver(context, { paymentId, at: dueAt });
}

type Expiring = { readonly paymentId: string; readonly at: Date };

/** Releases what an authorisation did not capture in its time, once nothing is under way. Rule: billing/authorisation-end. */
async function expireIfOver(context: ServiceContext, { paymentId, at }: Expiring): Promise<void> {
  const start = await findAuthorisation(context, paymentId);
  if (start === undefined) return;
  const transaction = await requireOperation(context, start.id);
  const { payment, operation } = transaction;
  const rest = remaining(payment);
  if (!isAuthorisationOver(payment, at) || rest === 0 || payment.capturePending > 0) return;
  if (await isVoiding(context, paymentId)) return;
  const expired = { ...payment, closed: payment.closed + rest, closedBy: 'CLOCK' as const };
  await writeAmounts(context, expired);
  // The expiry is an event of its own in the payment's order; the operation itself ended long ago.
  const log = operation.callbackUrl === null ? operation.log : await nextLog(context, paymentId);
  const told = { ...transaction, payment: expired, operation: { ...operation, log } };
  await tellMerchant(context, { transaction: told, answerTo: null, info: 'AUTH_EXPIRED' });
}

async function findAuthorisation({ db }: ServiceContext, paymentId: string) {
  const [start] = await db
    .select({ id: operations.id })
    .from(operations)
    .where(and(eq(operations.paymentId, paymentId), inArray(operations.method, AUTHORISING)));
  return start;
}

async function isVoiding({ db }: ServiceContext, paymentId: string): Promise<boolean> {
  const isPending = and(eq(operations.method, 'VOID'), eq(operations.status, 'PENDING'));
  return (await db.$count(operations, and(eq(operations.paymentId, paymentId), isPending))) > 0;
}
