import { and, asc, eq, gt } from 'drizzle-orm';
import type { DeclineCode } from '../../../contract/errors/errors.ts';
import type { Decision, ProcessorAnswer } from '../../base/processor/processor.ts';
import type { Funding } from '../../base/processor/provider-gateway.ts';
import type { Core } from '../../base/runtime/core.ts';
import { isIntactPayment } from '../../base/seals/payment-seal.ts';
import { type ProviderPaymentRow, providerPayments } from '../../tables/provider-payments.ts';
import type { TimerRow } from '../../tables/timers.ts';
import { issueCardToken } from '../../vault/issue-card-token.ts';
import { fillProviderMethod, openProviderMethod } from '../../vault/provider-method.ts';
import { askForRecordedStart, decisionIn } from '../ask-processor.ts';
import { requireOperation } from '../load.ts';
import type { Transaction } from '../model/transaction.ts';
import { recordOutcome, withHold } from '../record-outcome.ts';
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

/** How a payment at a provider ended. Only an approval names the card that is billed. */
export type ProviderOutcome =
  | { readonly status: 'APPROVED'; readonly funding: Funding }
  | { readonly status: ProviderFailure };

type ProviderEnd = {
  readonly row: ProviderPaymentRow;
  readonly outcome: ProviderOutcome;
  readonly at: Date;
};

/** Undefined where nothing has failed. */
export function failureOf(status: ProviderPaymentRow['status']): DeclineCode | undefined {
  return status === 'OPEN' || status === 'APPROVED' ? undefined : FAILURES[status].declineCode;
}

export async function expireProviderPayment(context: Core, { operationId, dueAt }: TimerRow) {
  const [row] = await context.db
    .select()
    .from(providerPayments)
    .where(eq(providerPayments.operationId, operationId));
  if (row) await endProviderPayment(context, { row, outcome: { status: 'TIMED_OUT' }, at: dueAt });
}

/**
 * Ends a user's open payments at providers. A new start abandons them: a reloaded page does not know its former
 * attempt, and mostly has another refresh token.
 */
export async function endOpenPayments(context: Core, userId: number): Promise<void> {
  const open = await context.db
    .select()
    .from(providerPayments)
    .where(and(eq(providerPayments.userId, userId), eq(providerPayments.status, 'OPEN')))
    .orderBy(asc(providerPayments.createdAt));
  for (const row of open) {
    await lockSaleOf(context, row);
    await endProviderPayment(context, { row, outcome: { status: 'CANCELLED' }, at: context.clock.now() });
  }
}

/**
 * Ends a payment at a provider, in the caller's transaction, which holds the lock of its sale, if there is one. The first
 * end counts; whatever comes later changes nothing.
 */
export async function endProviderPayment(context: Core, { row, outcome, at }: ProviderEnd): Promise<void> {
  const { id, operationId } = row;
  const isOpen = and(eq(providerPayments.id, id), eq(providerPayments.status, 'OPEN'));
  // Its timer says when the time of a sale is over.
  const inTime = operationId === null ? and(isOpen, gt(providerPayments.expiresAt, at)) : isOpen;
  const [updated] = await context.db
    .update(providerPayments)
    .set({ status: outcome.status, endedAt: at })
    .where(inTime)
    .returning({ id: providerPayments.id });
  if (!updated) return;
  if (operationId !== null) await endSale(context, { operationId, outcome, at });
  else if (outcome.status === 'APPROVED') await handOverMethod(context, row, outcome.funding);
}

type Sale = Pick<ProviderEnd, 'outcome' | 'at'> & { readonly operationId: string };

/** The sale ends with its provider's answer, or waits on for the processor's. */
async function endSale(context: Core, { operationId, outcome, at }: Sale): Promise<void> {
  const sale = await requireOperation(context, operationId);
  const isApproved = outcome.status === 'APPROVED' && isIntactPayment(context, sale);
  const found = isApproved ? await withFunding(context, sale, outcome.funding) : sale;
  // The issuer of the card behind the shopper's account at the provider may still decline.
  const answer: ProcessorAnswer = isApproved
    ? askForRecordedStart(context, { found, now: at })
    : {
        kind: 'decided',
        decision: declineOf(outcome.status === 'APPROVED' ? 'REFUSED' : outcome.status),
        slowMs: 0,
      };
  const decision = decisionIn(context, answer);
  const change = { awaitsProvider: false };
  if (answer.kind !== 'pending') {
    await recordOutcome(context, { found, change }, { decision, at, answerTo: null });
    return;
  }
  const paymentId = found.payment.id;
  await writeAmounts(context, { ...withHold(found, at), ...change });
  const dueAt = new Date(at.getTime() + answer.afterMs);
  await finishLater(context, { paymentId, operationId, decision, dueAt });
}

/** The decision on a transaction whose provider takes no money. */
function declineOf(status: ProviderFailure): Decision {
  return { approved: false, ...FAILURES[status] };
}

/** The transaction with the card behind the shopper's account, as reported by the provider. */
async function withFunding(context: Core, found: Transaction, funding: Funding): Promise<Transaction> {
  return { ...found, card: await fillProviderMethod(context, { method: found.card, funding }) };
}

async function handOverMethod(context: Core, row: ProviderPaymentRow, funding: Funding) {
  const { id, accountId, userId, walletSessionId, merchantId, listOnSuccess } = row;
  const emptyMethod = await openProviderMethod(context, { accountId, userId, method: row.method });
  const card = await fillProviderMethod(context, { method: emptyMethod, funding });
  const life = listOnSuccess ? 'keep-on-success' : 'once';
  const approved = { amount: row.amount, currency: row.currency };
  const issue = { card, life, walletSessionId, merchantId, approved, mayHaveEnded: true } as const;
  const { token } = await issueCardToken(context, issue);
  await context.db.update(providerPayments).set({ tokenId: token.id }).where(eq(providerPayments.id, id));
}
