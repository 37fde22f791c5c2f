import { eq } from 'drizzle-orm';
import type { InstantPayment } from '../../../contract/billing/instant-api.ts';
import type { Core } from '../../base/runtime/core.ts';
import { openCardToken } from '../../base/seals/card-token.ts';
import { newestSeq } from '../../shoppers/session-events/stored-events.ts';
import { cards } from '../../tables/cards.ts';
import { cardTokens } from '../../tables/payments.ts';
import type { ProviderPaymentRow } from '../../tables/provider-payments.ts';
import { paymentMethodOf } from '../../vault/present-card.ts';
import { requireOperation } from '../require-transaction.ts';
import { failureOf } from './end-provider-payment.ts';
import { providerAddress } from './provider-address.ts';

/** The state of a payment, as the frame and the return page read it. */
export async function presentPayment(core: Core, row: ProviderPaymentRow): Promise<InstantPayment> {
  const { attempt, method, use } = row;
  const transaction = row.operationId === null ? undefined : await requireOperation(core, row.operationId);
  const status = transaction ? transaction.operation.status : statusOf(row, core.clock.now());
  const failure = transaction ? transaction.operation.declineCode : failureOf(row.status);
  const isOpen = status === 'PENDING' && row.status === 'OPEN';
  const address = isOpen ? await providerAddress(core, row) : undefined;
  return {
    attempt,
    method,
    use,
    status,
    ...(address !== undefined && { provider_url: address }),
    ...(transaction && { transaction_id: transaction.operation.transactionId }),
    ...(row.tokenId !== null && {
      payment_method: await methodOf(core, row.tokenId),
      seq: await newestSeq(core, row.walletSessionId),
    }),
    ...(status === 'FAILURE' && { failure_code: failure ?? 'timeout' }),
  };
}

/** An alternative payment has no timer: an open one has failed once it has expired. */
function statusOf({ status, expiresAt }: ProviderPaymentRow, now: Date): InstantPayment['status'] {
  if (status === 'OPEN') return expiresAt <= now ? 'FAILURE' : 'PENDING';
  return status === 'APPROVED' ? 'SUCCESS' : 'FAILURE';
}

async function methodOf(core: Core, tokenId: number) {
  const [row] = await core.db
    .select({ token: cardTokens, card: cards })
    .from(cardTokens)
    .innerJoin(cards, eq(cards.id, cardTokens.cardId))
    .where(eq(cardTokens.id, tokenId));
  if (!row) throw new Error('Cannot show the method: its token has no card, expected one');
  return paymentMethodOf(row.card, { ccToken: openCardToken(core, row.token), token: row.token });
}
