import { eq } from 'drizzle-orm';
import type { ServiceContext } from '../context.ts';
import { type PaymentRow, payments } from '../db/tables/payments.ts';
import type { TimerRow } from '../db/tables/timers.ts';
import { expireProviderPayment } from '../instant/end-provider-payment.ts';
import { answerChallenge, expireChallenge } from '../threeds/end-challenge.ts';
import { expireAuthorisation } from './expire-authorisation.ts';
import { finishOperation } from './finish-operation.ts';
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
  let timer = await takeDueTimer(context, paymentId);
  if (!timer) return payment;
  while (timer) {
    await ON_TIME[timer.kind](context, timer);
    timer = await takeDueTimer(context, paymentId);
  }
  return lock(context, paymentId);
}

async function lock({ db }: ServiceContext, paymentId: string): Promise<PaymentRow> {
  const [payment] = await db.select().from(payments).where(eq(payments.id, paymentId)).for('update');
  if (!payment) throw new Error(`Cannot lock payment ${paymentId}: found none, expected one`);
  return payment;
}
