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
import { askForRecordedStart } from '../ask-processor.ts';
import type { Transaction } from '../model/transaction.ts';
import { requireOperation } from '../require-transaction.ts';
import { recordAnswer } from '../timed-outcomes.ts';
import { lockSale } from './find-provider-payment.ts';

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

export async function expireProviderPayment(core: Core, { operationId, dueAt }: TimerRow) {
  const [row] = await core.db
    .select()
    .from(providerPayments)
    .where(eq(providerPayments.operationId, operationId));
  if (row) await endProviderPayment(core, { row, outcome: { status: 'TIMED_OUT' }, at: dueAt });
}

/**
 * Ends a user's open payments at providers. A new start abandons them: a reloaded page does not know its former
 * attempt, and mostly has another refresh token.
 */
export async function endOpenPayments(core: Core, userId: number): Promise<void> {
  const open = await core.db
    .select()
    .from(providerPayments)
    .where(and(eq(providerPayments.userId, userId), eq(providerPayments.status, 'OPEN')))
    .orderBy(asc(providerPayments.createdAt));
  for (const row of open) {
    await lockSale(core, row);
    await endProviderPayment(core, { row, outcome: { status: 'CANCELLED' }, at: core.clock.now() });
  }
}

/** Ends a payment at a provider. The caller holds the lock of its sale, if there is one. The first end counts. */
export async function endProviderPayment(core: Core, { row, outcome, at }: ProviderEnd): Promise<void> {
  const { id, operationId } = row;
  const isOpen = and(eq(providerPayments.id, id), eq(providerPayments.status, 'OPEN'));
  // A sale ends by its timer. An alternative payment has none, so its `expiresAt` is compared here.
  const inTime = operationId === null ? and(isOpen, gt(providerPayments.expiresAt, at)) : isOpen;
  const [updated] = await core.db
    .update(providerPayments)
    .set({ status: outcome.status, endedAt: at })
    .where(inTime)
    .returning({ id: providerPayments.id });
  if (!updated) return;
  if (operationId !== null) await endSale(core, { operationId, outcome, at });
  else if (outcome.status === 'APPROVED') await handOverMethod(core, row, outcome.funding);
}

type Sale = Pick<ProviderEnd, 'outcome' | 'at'> & { readonly operationId: string };

/** Answers a sale: by its provider's refusal, or by the processor once the provider approved. */
async function endSale(core: Core, { operationId, outcome, at }: Sale): Promise<void> {
  const sale = await requireOperation(core, operationId);
  const isApproved = outcome.status === 'APPROVED' && isIntactPayment(core, sale);
  const transaction = isApproved ? await withFunding(core, sale, outcome.funding) : sale;
  // The issuer of the card behind the shopper's account at the provider may still decline.
  const answer: ProcessorAnswer = isApproved
    ? askForRecordedStart(core, { transaction, now: at })
    : {
        kind: 'decided',
        decision: declineOf(outcome.status === 'APPROVED' ? 'REFUSED' : outcome.status),
        slowMs: 0,
      };
  await recordAnswer(core, { transaction, change: { awaitsProvider: false }, answer, at });
}

/** The decision on a transaction whose provider takes no money. */
function declineOf(status: ProviderFailure): Decision {
  return { approved: false, ...FAILURES[status] };
}

/** The transaction with the card behind the shopper's account, as reported by the provider. */
async function withFunding(core: Core, sale: Transaction, funding: Funding): Promise<Transaction> {
  return { ...sale, card: await fillProviderMethod(core, { method: sale.card, funding }) };
}

async function handOverMethod(core: Core, row: ProviderPaymentRow, funding: Funding) {
  const { id, accountId, userId, walletSessionId, merchantId, listOnSuccess } = row;
  const emptyMethod = await openProviderMethod(core, { accountId, userId, method: row.method });
  const card = await fillProviderMethod(core, { method: emptyMethod, funding });
  const life = listOnSuccess ? 'keep-on-success' : 'once';
  const approved = { amount: row.amount, currency: row.currency };
  const issue = { card, life, walletSessionId, merchantId, approved, mayHaveEnded: true } as const;
  const { token } = await issueCardToken(core, issue);
  await core.db.update(providerPayments).set({ tokenId: token.id }).where(eq(providerPayments.id, id));
}
