import type { ServiceContext } from '../context.ts';
import { operations } from '../db/tables/payments.ts';
import type { ProcessorAnswer } from '../processor/processor.ts';
import { requireOperation, type Transaction } from './load.ts';
import type { Family } from './locked-payment.ts';
import type { FollowUpForm } from './model/methods.ts';
import { effectOf, endedAmounts, heldAmounts, writeAmounts } from './move-money.ts';
import { nextLog } from './next-log.ts';
import { type Billing, operationOf } from './operation.ts';
import { recordEnd } from './record-end.ts';
import { endChallenge } from './threeds/end-challenge.ts';
import { setTimer } from './timers.ts';

type Move = {
  readonly family: Family;
  readonly billing: Billing<FollowUpForm>;
  /** Minor units. */
  readonly amount: number;
  readonly transactionId: string;
  readonly answer: Exclude<ProcessorAnswer, { kind: 'unavailable' }>;
  readonly callbackUrl: string | null;
};

/** The rows of a follow-up, and what they now show; the family is locked. */
export async function writeMove(context: ServiceContext, move: Move): Promise<Transaction> {
  const { family, billing, amount, transactionId, answer, callbackUrl } = move;
  const { payment, referred } = family;
  const decision = answer.kind === 'decided' ? answer.decision : null;
  const operation = operationOf(billing, {
    ...{ decision, amount, transactionId, paymentId: payment.id, callbackUrl },
    refTransactionId: referred.transactionId,
  });
  // First, so that the order of the rows is that of the callbacks.
  if (payment.authentication === 'PENDING') await cancelChallenge(context, move);
  const log = await nextLog(context, payment.id);
  await context.db.insert(operations).values({ ...operation, log });
  if (payment.authentication !== 'PENDING') await writeAmounts(context, amountsAfter(move));
  if (answer.kind === 'pending') {
    await setTimer(context, {
      ...{ paymentId: payment.id, operationId: operation.id, kind: 'finish-operation' },
      outcome: answer.decision.returnCode,
      dueAt: new Date(billing.now.getTime() + answer.afterMs),
    });
  }
  const transaction = await requireOperation(context, operation.id);
  if (answer.kind === 'pending') return transaction;
  const { now: at, requestId: answerTo } = billing;
  return recordEnd(context, { transaction, at, answerTo, slowMs: answer.slowMs });
}

function cancelChallenge(context: ServiceContext, { family, billing }: Move) {
  return endChallenge(context, {
    operationId: family.referred.id,
    ending: 'VOIDED',
    at: billing.now,
    answerTo: billing.requestId,
  });
}

function amountsAfter({ family, billing, amount, answer }: Move) {
  const { payment, referred, merchant } = family;
  const effect = effectOf(billing.form.method, referred.method);
  const moving = { amount, at: billing.now, multiCapture: merchant.settings.multiCapture };
  const held = heldAmounts(payment, { effect, moving });
  return answer.kind === 'pending' ? held : endedAmounts(held, { effect, moving, decision: answer.decision });
}
