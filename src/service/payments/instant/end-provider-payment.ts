import { and, eq, gt } from 'drizzle-orm';
import type { ServiceContext } from '../../context.ts';
import { type ProviderPaymentRow, providerPayments } from '../../db/tables/provider-payments.ts';
import type { TimerRow } from '../../db/tables/timers.ts';
import type { Decision, ProcessorAnswer } from '../../processor/processor.ts';
import type { Funding } from '../../processor/provider-gateway.ts';
import { handOver } from '../../vault/hand-over.ts';
import { fundProviderMethod, openProviderMethod } from '../../vault/provider-method.ts';
import { amountsOfStart } from '../amounts-of-start.ts';
import { askIssuerFor, decisionIn } from '../ask-issuer.ts';
import { endPending } from '../end-pending.ts';
import { requireOperation, type Transaction } from '../load.ts';
import { writeAmounts } from '../move-money.ts';
import { recordEnd } from '../record-end.ts';
import { setTimer } from '../timers.ts';
import { declinedBy, type EndStatus } from './ending.ts';

/** How a provider's payment ends; what is billed comes with an approval alone. */
export type ProviderEnding =
  | { readonly status: 'APPROVED'; readonly funding: Funding }
  | { readonly status: Exclude<EndStatus, 'APPROVED'> };

type Ended = {
  readonly row: ProviderPaymentRow;
  readonly ending: ProviderEnding;
  readonly at: Date;
};

export async function expireProviderPayment(context: ServiceContext, { operationId, dueAt }: TimerRow) {
  const [row] = await context.db
    .select()
    .from(providerPayments)
    .where(eq(providerPayments.operationId, operationId));
  if (row) await endProviderPayment(context, { row, ending: { status: 'TIMED_OUT' }, at: dueAt });
}

/**
 * Ends a payment at a provider in the caller's transaction, which holds the lock of its sale, if there is one. The first to
 * find it open ends it; whatever comes later changes nothing.
 */
export async function endProviderPayment(context: ServiceContext, { row, ending, at }: Ended): Promise<void> {
  const { id, operationId } = row;
  const isOpen = and(eq(providerPayments.id, id), eq(providerPayments.status, 'OPEN'));
  // A sale's time is up when its timer says so.
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

type Sale = Pick<Ended, 'ending' | 'at'> & { readonly operationId: string };

async function endSale(context: ServiceContext, { operationId, ending, at }: Sale) {
  const found = await requireOperation(context, operationId);
  const answer: ProcessorAnswer =
    ending.status === 'APPROVED'
      ? await charge(context, { found, funding: ending.funding, at })
      : { kind: 'decided', decision: declinedBy(ending.status), slowMs: 0 };
  const decision = decisionIn(answer);
  const { payment, operation } = found;
  const isLater = answer.kind === 'pending';
  await writeSale(context, { found, decision: isLater ? null : decision, at });
  if (isLater) {
    const dueAt = new Date(at.getTime() + answer.afterMs);
    const outcome = decision.returnCode;
    await setTimer(context, { paymentId: payment.id, operationId, kind: 'finish-operation', outcome, dueAt });
    return;
  }
  await endPending(context, { operation, decision });
  const transaction = await requireOperation(context, operationId);
  await recordEnd(context, { transaction, at, answerTo: null });
}

type Charging = { readonly found: Transaction; readonly funding: Funding; readonly at: Date };

/** The provider said yes; whoever stands behind the shopper's account there may still say no. */
async function charge(context: ServiceContext, { found, funding, at }: Charging): Promise<ProcessorAnswer> {
  const card = await fundProviderMethod(context, { method: found.card, funding });
  return askIssuerFor(context, found, { card, now: at });
}

type Sold = { readonly found: Transaction; readonly decision: Decision | null; readonly at: Date };

async function writeSale(context: ServiceContext, { found, decision, at }: Sold) {
  const { operation, payment, merchant } = found;
  const { authorisationDays } = merchant.settings;
  const amounts = amountsOfStart({
    method: 'SALE',
    amount: operation.amount,
    decision,
    at,
    authorisationDays,
  });
  await writeAmounts(context, { ...payment, awaitsProvider: false, ...amounts });
}

async function handOverMethod(context: ServiceContext, row: ProviderPaymentRow, funding: Funding) {
  const { id, accountId, userId, walletSessionId, listOnSuccess } = row;
  const opened = await openProviderMethod(context, { accountId, userId, method: row.method });
  const card = await fundProviderMethod(context, { method: opened, funding });
  const life = listOnSuccess ? 'keep-on-success' : 'once';
  const { token } = await handOver(context, { card, life, walletSessionId });
  await context.db.update(providerPayments).set({ tokenId: token.id }).where(eq(providerPayments.id, id));
}
