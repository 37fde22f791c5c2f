import type { ServiceContext } from '../context.ts';
import type { TimerRow } from '../db/tables/timers.ts';
import { processor } from '../processor/processor.ts';
import { endPending } from './end-pending.ts';
import { expireIfOver } from './expire-authorisation.ts';
import { keepCard } from './keep-card.ts';
import { requireOperation } from './load.ts';
import { isStartMethod } from './model/methods.ts';
import { effectOf, endedAmounts, writeAmounts } from './move-money.ts';
import { recordEnd } from './record-end.ts';

/** An asynchronous processor says how it went. */
export async function finishOperation(context: ServiceContext, timer: TimerRow): Promise<void> {
  const found = await requireOperation(context, timer.operationId);
  const { operation, payment, merchant } = found;
  if (operation.status !== 'PENDING') return;
  const decision = processor.decisionOf(timer.outcome ?? '', operation.transactionId);
  const effect = effectOf(operation.method, found.referredMethod);
  const moving = {
    amount: operation.amount,
    at: timer.dueAt,
    multiCapture: merchant.settings.multiCapture,
  };
  const ended = { ...payment, ...endedAmounts(payment, { effect, decision, moving }) };
  const isStart = isStartMethod(operation.method);
  const failed = isStart && !decision.approved ? { failed: true, authorised: 0 } : {};
  await endPending(context, { operation, decision });
  await writeAmounts(context, { ...ended, ...failed });
  if (isStart && decision.approved) await keepCard(context, found);
  const transaction = await requireOperation(context, operation.id);
  await recordEnd(context, { transaction, at: timer.dueAt, answerTo: null });
  await expireIfOver(context, { paymentId: payment.id, at: timer.dueAt });
}
