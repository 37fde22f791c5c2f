import { eq } from 'drizzle-orm';
import type { ServiceContext } from '../context.ts';
import { type PaymentRow, payments } from '../db/tables/payments.ts';
import type { TimerRow } from '../db/tables/timers.ts';
import { expireAuthorisation } from './expire-authorisation.ts';
import { finishOperation } from './finish-operation.ts';
import { expireProviderPayment } from './instant/end-provider-payment.ts';
import { answerChallenge, expireChallenge } from './threeds/end-challenge.ts';
import { takeDueTimer } from './timers.ts';

type OnTime = (context: ServiceContext, timer: TimerRow) => Promise<void>;

/** Everything happens as at its time, however late it is done. */
const ON_TIME: Record<TimerRow['kind'], OnTime> = {
  'finish-operation': finishOperation,
  'expire-authorisation': expireAuthorisation,
  'answer-challenge': answerChallenge,
  'expire-challenge': expireChallenge,
  'expire-provider-payment': expireProviderPayment,
};

/**
 * Locks a payment and lets happen what is due, inside the caller's transaction: whoever decides on a payment, or reads it,
 * finds it as it would be had the sweeper never slept.
 */
export async function lockPayment(context: ServiceContext, paymentId: string): Promise<PaymentRow> {
  const payment = await lock(context, paymentId);
  return (await letHappen(context, paymentId)) ? lock(context, paymentId) : payment;
}

/**
 * Does the same where nobody holds the payment: whoever does is not waited for, and a later sweep finds what is left.
 * Returns whether anything was due.
 */
export async function sweepPayment(context: ServiceContext, paymentId: string): Promise<boolean> {
  const free = await context.db
    .select({ id: payments.id })
    .from(payments)
    .where(eq(payments.id, paymentId))
    .for('update', { skipLocked: true });
  return free.length > 0 && letHappen(context, paymentId);
}

/** Whether anything was due. */
async function letHappen(context: ServiceContext, paymentId: string): Promise<boolean> {
  const first = await takeDueTimer(context, paymentId);
  for (let timer = first; timer; timer = await takeDueTimer(context, paymentId)) {
    await ON_TIME[timer.kind](context, timer);
  }
  return first !== undefined;
}

async function lock({ db }: ServiceContext, paymentId: string): Promise<PaymentRow> {
  const [payment] = await db.select().from(payments).where(eq(payments.id, paymentId)).for('update');
  if (!payment) throw new Error(`Cannot lock payment ${paymentId}: found none, expected one`);
  return payment;
}
