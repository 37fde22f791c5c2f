import { and, desc, eq } from 'drizzle-orm';
import type { Reversal } from '../../../contract/billing/callback.ts';
import { type AcquirerNotification, accountAt, type Reply } from '../../base/processor/acquirer.ts';
import type { ProcessorRequest } from '../../base/processor/processor.ts';
import type { Core } from '../../base/runtime/core.ts';
import type { NotificationRow } from '../../tables/acquirer-notifications.ts';
import { type AttemptRow, attempts } from '../../tables/attempts.ts';
import { METHODS } from '../model/methods.ts';
import { concerns, isUndoing } from '../model/reversal.ts';
import type { Transaction } from '../model/transaction.ts';
import { requireOperation } from '../require-transaction.ts';
import type { ToldReversal } from '../reversals/record-reversal.ts';
import { FREED, isAuthorisation } from './free-authorisation.ts';
import { openNotification } from './notifications.ts';

type Judgement =
  | { readonly attempt: AttemptRow; readonly reply: Reply }
  | { readonly reversal: ToldReversal }
  /** Why it is kept. */
  | { readonly reason: string };

/** What a notification means for which question. Nothing about money rests on what is not compared here. */
export async function judgeNotification(core: Core, row: NotificationRow): Promise<Judgement> {
  const acquirer = await core.dependencies.acquirers.named(row.processor, core);
  if (!acquirer) return { reason: 'not_configured' };
  const notification = openNotification(core, row);
  if (!notification) return { reason: 'unreadable' };
  if (notification.isLive !== acquirer.isLive) return { reason: 'another_system' };
  const meaning = MEANINGS[notification.kind];
  if (!meaning) return { reason: 'another_event' };
  const attempt = await findNamedAttempt(core, row.processor, notification);
  if (!attempt) return { reason: 'operation_unknown' };
  const transaction = await requireOperation(core, attempt.operationId);
  if (accountAt(acquirer, transaction.merchant) !== notification.merchantAccount)
    return { reason: 'another_merchant' };
  const told = { notification, attempt, transaction };
  return 'ends' in meaning ? judgeEnd(told, meaning.ends) : judgeReversal(told, { id: row.id, ...meaning });
}

/** The requests that such an event ends, or what it says of an operation that had succeeded. */
type Meaning = { readonly ends: readonly ProcessorRequest['kind'][] } | { readonly reversal: Reversal };

/** Undefined: it is about no operation. */
const MEANINGS: Readonly<Record<AcquirerNotification['kind'], Meaning | undefined>> = {
  start: { ends: ['authorise', 'sale'] },
  capture: { ends: ['capture'] },
  refund: { ends: ['refund'] },
  cancel: { ends: ['void'] },
  captureFailed: { reversal: 'CAPTURE_REVERSED' },
  refundFailed: { reversal: 'REFUND_REVERSED' },
  chargeback: { reversal: 'CHARGEBACK_OPENED' },
  chargebackReversed: { reversal: 'CHARGEBACK_WON' },
  chargebackLost: { reversal: 'CHARGEBACK_LOST' },
  report: undefined,
  other: undefined,
};

type Told = {
  readonly notification: AcquirerNotification;
  readonly attempt: AttemptRow;
  /** The operation that it names. */
  readonly transaction: Transaction;
};

function judgeEnd(
  { notification, attempt, transaction }: Told,
  requests: readonly ProcessorRequest['kind'][],
): Judgement {
  const { operation } = transaction;
  if (isFreed(notification, transaction)) return { attempt, reply: FREED };
  if (!requests.includes(METHODS[operation.method].processorRequest)) return { reason: 'kind_differs' };
  if (!isOfMoney(notification, transaction)) return { reason: 'amount_differs' };
  // The first end counts; another one is for a person.
  const hasEnded = attempt.state === 'ended' && operation.status !== 'PENDING';
  if (hasEnded && (operation.status === 'SUCCESS') !== notification.isSuccess)
    return { reason: 'end_differs' };
  return { attempt, reply: replyOf(notification) };
}

/** Whether it tells of a cancel by our reference, which the resolver asks for where nobody knows of an authorisation. */
const isFreed = ({ kind, isSuccess }: AcquirerNotification, transaction: Transaction) =>
  kind === 'cancel' &&
  isSuccess &&
  transaction.operation.status === 'PENDING' &&
  isAuthorisation(transaction);

/** A dispute may be of a part. */
function judgeReversal(
  { notification, transaction: { operation, payment } }: Told,
  named: Pick<ToldReversal, 'id' | 'reversal'>,
): Judgement {
  const { amount = operation.amount, currency } = notification;
  if (!concerns(named.reversal, operation.method)) return { reason: 'kind_differs' };
  const isOfMoney = isUndoing(named.reversal) ? amount === operation.amount : amount > 0;
  const isOfCurrency = currency === undefined || currency === payment.currency;
  if (!isOfMoney || !isOfCurrency) return { reason: 'amount_differs' };
  return { reversal: { ...named, operation, amount } };
}

/**
 * By the acquirer's own name of the operation, else by ours; a dispute, whose name is its own, also by the acquirer's name of
 * the payment. Of a start that was asked for twice it is the later question.
 */
async function findNamedAttempt(
  { db }: Core,
  processor: string,
  { kind, processorReference, reference, paymentProcessorReference: payment }: AcquirerNotification,
): Promise<AttemptRow | undefined> {
  const names = [
    eq(attempts.processorReference, processorReference),
    ...(reference === undefined ? [] : [eq(attempts.reference, reference)]),
    ...(kind.startsWith('chargeback') && payment !== undefined
      ? [eq(attempts.processorReference, payment)]
      : []),
  ];
  for (const name of names) {
    const named = db
      .select({ operationId: attempts.operationId })
      .from(attempts)
      .where(and(eq(attempts.processor, processor), name))
      .orderBy(desc(attempts.createdAt))
      .limit(1);
    const [latest] = await db
      .select()
      .from(attempts)
      .where(eq(attempts.operationId, named))
      .orderBy(desc(attempts.createdAt), desc(attempts.key))
      .limit(1);
    if (latest) return latest;
  }
  return undefined;
}

function isOfMoney(
  { amount, currency }: AcquirerNotification,
  { operation, payment }: Pick<Transaction, 'operation' | 'payment'>,
): boolean {
  return (
    (amount === undefined || amount === operation.amount) &&
    (currency === undefined || currency === payment.currency)
  );
}

function replyOf(notification: AcquirerNotification): Reply {
  const { isSuccess, processorReference, authcode = '', reason: text = '' } = notification;
  if (isSuccess) return { kind: 'approved', processorReference, authcode };
  const { returnCode = '05', declineCode = 'do_not_honor' } = notification;
  return { kind: 'declined', processorReference, returnCode, declineCode, text };
}
