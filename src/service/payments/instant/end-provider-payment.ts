import { and, asc, eq, gt } from 'drizzle-orm';
import type { DeclineCode } from '../../../contract/errors/errors.ts';
import type { Decision, ProcessorAnswer } from '../../base/processor/processor.ts';
import type { Funding } from '../../base/processor/provider-gateway.ts';
import type { ServiceContext } from '../../base/runtime/context.ts';
import { isIntactPayment } from '../../base/seals/payment-seal.ts';
import { type ProviderPaymentRow, providerPayments } from '../../tables/provider-payments.ts';
import type { TimerRow } from '../../tables/timers.ts';
import { issueCardToken } from '../../vault/issue-card-token.ts';
import { fillProviderMethod, openProviderMethod } from '../../vault/provider-method.ts';
import { askForRecordedStart, decisionIn } from '../ask-processor.ts';
import { requireOperation } from '../load.ts';
import type { Transaction } from '../model/transaction.ts';
import { endPending, withHold } from '../record-outcome.ts';
import { finishLater } from '../timed-outcomes.ts';
import { writeAmounts } from '../write-operation.ts';
import { lockSaleOf } from './find-provider-payment.ts';

type ProviderFailure = Exclude<ProviderPaymentRow['status'], 'OPEN' | 'APPROVED'>;

/** ISO 8583: do not honour, customer cancellation, response received too late. */
const FAILURES: Record<ProviderFailure, { readonly returnCode: string; readonly declineCode: DeclineCode }> =
  {
    REFUSED: { returnCode: '05', declineCode: 'do_not_honor' },
    CANCELLED: { returnCode: '17', declineCode: 'cancelled_by_cardholder' },
    TIMED_OUT: { returnCode: '68', declineCode: 'timeout' },
  };

/** How a provider's payment ends. Only an approval says what is billed. */
export type ProviderEnding =
  | { readonly status: 'APPROVED'; readonly funding: Funding }
  | { readonly status: ProviderFailure };

type ProviderEnd = {
  readonly row: ProviderPaymentRow;
  readonly ending: ProviderEnding;
  readonly at: Date;
};

/** Undefined where nothing has failed. */
export function failureOf(status: ProviderPaymentRow['status']): DeclineCode | undefined {
  return status === 'OPEN' || status === 'APPROVED' ? undefined : FAILURES[status].declineCode;
}

export async function expireProviderPayment(context: ServiceContext, { operationId, dueAt }: TimerRow) {
  const [row] = await context.db
    .select()
    .from(providerPayments)
    .where(eq(providerPayments.operationId, operationId));
  if (row) await endProviderPayment(context, { row, ending: { status: 'TIMED_OUT' }, at: dueAt });
}

/**
 * Ends what a user has open at providers. A shopper who starts anew has left it: a reloaded page knows nothing of its
 * attempt, and mostly has another refresh token.
 */
export async function endOpenPayments(context: ServiceContext, userId: number): Promise<void> {
  const open = await context.db
    .select()
    .from(providerPayments)
    .where(and(eq(providerPayments.userId, userId), eq(providerPayments.status, 'OPEN')))
    .orderBy(asc(providerPayments.createdAt));
  for (const row of open) {
    await lockSaleOf(context, row);
    await endProviderPayment(context, { row, ending: { status: 'CANCELLED' }, at: context.clock.now() });
  }
}

/**
 * Ends a payment at a provider, in the caller's transaction, which holds the lock of its sale, if there is one. The first
 * end counts; whatever comes later changes nothing.
 */
export async function endProviderPayment(
  context: ServiceContext,
  { row, ending, at }: ProviderEnd,
): Promise<void> {
  const { id, operationId } = row;
  const isOpen = and(eq(providerPayments.id, id), eq(providerPayments.status, 'OPEN'));
  // The time of a sale is up when its timer says so.
  const inTime = operationId === null ? and(isOpen, gt(providerPayments.expiresAt, at)) : isOpen;
  const [ended] = await context.db
    .update(providerPayments)
    .set({ status: ending.status, endedAt: at })
    .where(inTime)
    .returning({ id: providerPayments.id });
  if (!ended) return;
  if (operationId !== null) await endSale(context, { operationId, ending, at });
  else if (ending.status === 'APPROVED') await handOverMethod(context, row, ending.funding);
}

type Sale = Pick<ProviderEnd, 'ending' | 'at'> & { readonly operationId: string };

/** The sale ends with its provider's answer, or waits on for the processor's. */
async function endSale(context: ServiceContext, { operationId, ending, at }: Sale): Promise<void> {
  const asked = await requireOperation(context, operationId);
  const isApproved = ending.status === 'APPROVED' && isIntactPayment(context, asked);
  const found = isApproved ? await funded(context, asked, ending.funding) : asked;
  // The issuer of the card behind the shopper's account at the provider may still decline.
  const answer: ProcessorAnswer = isApproved
    ? askForRecordedStart(context, { found, now: at })
    : {
        kind: 'decided',
        decision: declinedBy(ending.status === 'APPROVED' ? 'REFUSED' : ending.status),
        slowMs: 0,
      };
  const decision = decisionIn(context, answer);
  const change = { awaitsProvider: false };
  if (answer.kind !== 'pending') {
    await endPending(context, { found, change }, { decision, at, answerTo: null });
    return;
  }
  const paymentId = found.payment.id;
  await writeAmounts(context, { ...withHold(found, at), ...change });
  const dueAt = new Date(at.getTime() + answer.afterMs);
  await finishLater(context, { paymentId, operationId, decision, dueAt });
}

/** The decision on a transaction whose provider takes no money. */
function declinedBy(status: ProviderFailure): Decision {
  return { approved: false, ...FAILURES[status] };
}

/** A transaction whose provider has told the card behind the shopper's account there. */
async function funded(context: ServiceContext, found: Transaction, funding: Funding): Promise<Transaction> {
  return { ...found, card: await fillProviderMethod(context, { method: found.card, funding }) };
}

async function handOverMethod(context: ServiceContext, row: ProviderPaymentRow, funding: Funding) {
  const { id, accountId, userId, walletSessionId, merchantId, listOnSuccess } = row;
  const opened = await openProviderMethod(context, { accountId, userId, method: row.method });
  const card = await fillProviderMethod(context, { method: opened, funding });
  const life = listOnSuccess ? 'keep-on-success' : 'once';
  const approved = { amount: row.amount, currency: row.currency };
  const issue = { card, life, walletSessionId, merchantId, approved, mayHaveEnded: true } as const;
  const { token } = await issueCardToken(context, issue);
  await context.db.update(providerPayments).set({ tokenId: token.id }).where(eq(providerPayments.id, id));
}
