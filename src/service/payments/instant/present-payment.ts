import { eq } from 'drizzle-orm';
import type { InstantPayment } from '../../../contract/billing/instant-api.ts';
import type { Core } from '../../base/runtime/core.ts';
import { openCardToken } from '../../base/seals/card-token.ts';
import { readShopName } from '../../shoppers/accounts/shop-name.ts';
import { newestSeq } from '../../shoppers/session-events/stored-events.ts';
import { cards } from '../../tables/cards.ts';
import { cardTokens } from '../../tables/payments.ts';
import type { ProviderPaymentRow } from '../../tables/provider-payments.ts';
import { paymentMethodOf } from '../../vault/present-card.ts';
import { requireOperation } from '../load.ts';
import { failureOf } from './end-provider-payment.ts';

/** Path where shoppers come back, followed by the payment's id. */
export const RETURN_PATH = '/wallet/instant/return/';

type ProviderRow = Pick<
  ProviderPaymentRow,
  'id' | 'merchantId' | 'method' | 'use' | 'amount' | 'currency' | 'locale'
>;

/** Where the provider asks the shopper; undefined while the provider is down. */
export async function openAtProvider(context: Core, row: ProviderRow): Promise<string | undefined> {
  const { id, merchantId, method, use, amount, currency, locale } = row;
  const returnUrl = `${context.config.baseUrl}${RETURN_PATH}${id}`;
  const shop = await readShopName(context, merchantId);
  return context.dependencies.providers.open(context, {
    id,
    method,
    use,
    shop,
    amount,
    currency,
    locale,
    returnUrl,
  });
}

/** The state of a payment, as the frame and the return page read it. */
export async function presentPayment(context: Core, row: ProviderPaymentRow): Promise<InstantPayment> {
  const { attempt, method, use } = row;
  const found = row.operationId === null ? undefined : await requireOperation(context, row.operationId);
  const status = found ? found.operation.status : statusOf(row, context.clock.now());
  const failure = found ? found.operation.declineCode : failureOf(row.status);
  const isOpen = status === 'PENDING' && row.status === 'OPEN';
  const address = isOpen ? await openAtProvider(context, row) : undefined;
  return {
    attempt,
    method,
    use,
    status,
    ...(address !== undefined && { provider_url: address }),
    ...(found && { transaction_id: found.operation.transactionId }),
    ...(row.tokenId !== null && {
      payment_method: await methodOf(context, row.tokenId),
      seq: await newestSeq(context, row.walletSessionId),
    }),
    ...(status === 'FAILURE' && { failure_code: failure ?? 'timeout' }),
  };
}

/** No timer ends an alternative payment: an open one has failed once its time is over. */
function statusOf({ status, expiresAt }: ProviderPaymentRow, now: Date): InstantPayment['status'] {
  if (status === 'OPEN') return expiresAt <= now ? 'FAILURE' : 'PENDING';
  return status === 'APPROVED' ? 'SUCCESS' : 'FAILURE';
}

async function methodOf(context: Core, tokenId: number) {
  const [row] = await context.db
    .select({ token: cardTokens, card: cards })
    .from(cardTokens)
    .innerJoin(cards, eq(cards.id, cardTokens.cardId))
    .where(eq(cardTokens.id, tokenId));
  if (!row) throw new Error('Cannot show the method: its token has no card, expected one');
  return paymentMethodOf(row.card, { ccToken: openCardToken(context, row.token), token: row.token });
}
