import { and, asc, eq, gt } from 'drizzle-orm';
import type { DeclineCode } from '../../../contract/errors/errors.ts';
import type { Decision } from '../../base/processor/processor.ts';
import type { Funding } from '../../base/processor/provider-gateway.ts';
import type { Core } from '../../base/runtime/core.ts';
import type { Claim } from '../../base/runtime/service-dependencies.ts';
import { isIntactPayment } from '../../base/seals/payment-seal.ts';
import { type ProviderPaymentRow, providerPayments } from '../../tables/provider-payments.ts';
import type { TimerRow } from '../../tables/timers.ts';
import { issueCardToken } from '../../vault/issue-card-token.ts';
import { fillProviderMethod, openProviderMethod } from '../../vault/provider-method.ts';
import { claimQuestion } from '../attempts.ts';
import type { Transaction } from '../model/transaction.ts';
import { startQuestion } from '../questions.ts';
import { recordOutcome, withHold } from '../record-outcome.ts';
import { requireOperation } from '../require-transaction.ts';
import { writeAmounts } from '../write-operation.ts';
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

/**
 * Ends a payment at a provider. The caller holds the lock of its sale, if there is one. The first end counts. An approved
 * sale claims the question for its money.
 */
export async function endProviderPayment(
  core: Core,
  { row, outcome, at }: ProviderEnd,
): Promise<Claim | undefined> {
  const { id, operationId } = row;
  const isOpen = and(eq(providerPayments.id, id), eq(providerPayments.status, 'OPEN'));
  // A sale ends by its timer. An alternative payment has none, so its `expiresAt` is compared here.
  const inTime = operationId === null ? and(isOpen, gt(providerPayments.expiresAt, at)) : isOpen;
  const [updated] = await core.db
    .update(providerPayments)
    .set({ status: outcome.status, endedAt: at })
    .where(inTime)
    .returning({ id: providerPayments.id });
  if (!updated) return undefined;
  if (operationId !== null) return endSale(core, { operationId, outcome, at });
  if (outcome.status === 'APPROVED') await handOverMethod(core, row, outcome.funding);
  return undefined;
}

type Sale = Pick<ProviderEnd, 'outcome' | 'at'> & { readonly operationId: string };

/** A sale that its provider refused ends; the issuer behind an approved one may still decline, so that is asked. */
async function endSale(core: Core, { operationId, outcome, at }: Sale): Promise<Claim | undefined> {
  const sale = await requireOperation(core, operationId);
  const change = { awaitsProvider: false };
  if (outcome.status !== 'APPROVED' || !isIntactPayment(core, sale)) {
    const decision = declineOf(outcome.status === 'APPROVED' ? 'REFUSED' : outcome.status);
    await recordOutcome(core, { transaction: sale, change }, { decision, at, answerTo: null });
    return undefined;
  }
  const funded = await withFunding(core, sale, outcome.funding);
  const transaction = { ...funded, payment: { ...funded.payment, ...change } };
  const question = startQuestion(core, transaction);
  if (!question) throw new Error(`Cannot ask for operation ${operationId}: its card does not open`);
  await writeAmounts(core, withHold(transaction, at));
  return claimQuestion(core, { question, transaction, step: 'start', at });
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
