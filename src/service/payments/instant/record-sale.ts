import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { ServiceContext } from '../../context.ts';
import type { MerchantRow } from '../../db/tables/accounts.ts';
import { cardTokens, operations, payments } from '../../db/tables/payments.ts';
import type { ProviderPaymentRow } from '../../db/tables/provider-payments.ts';
import { processor } from '../../processor/processor.ts';
import { ulid } from '../../ulid.ts';
import { handOver } from '../../vault/hand-over.ts';
import { openProviderMethod } from '../../vault/provider-method.ts';
import type { MetadataEntry } from '../metadata.ts';
import { setTimer } from '../timers.ts';
import type { InstantStart } from './start-instant-payment.ts';

type Sale = {
  readonly start: InstantStart;
  readonly merchant: MerchantRow;
  readonly metadata: MetadataEntry[];
  /** Where its end is told. */
  readonly callbackUrl: string | undefined;
  /** `amount` in minor units. */
  readonly row: Pick<ProviderPaymentRow, 'amount' | 'expiresAt'>;
};

/** The rows of a sale that waits for its provider. Returns its operation's id. */
export async function recordSale(context: ServiceContext, sale: Sale): Promise<string> {
  const { start, merchant, metadata, callbackUrl, row } = sale;
  const { amount, expiresAt } = row;
  const { form, requestId } = start;
  const { accountId, userId, walletSessionId } = start.caller;
  const createdAt = context.clock.now();
  const method = await openProviderMethod(context, { accountId, userId, method: form.method });
  const { token } = await handOver(context, { card: method, life: 'once', walletSessionId });
  const paymentId = randomUUID();
  const operationId = ulid(createdAt);
  await context.db.insert(payments).values({
    ...{ id: paymentId, accountId, merchantId: merchant.id, userId, cardId: method.id, createdAt },
    tokenId: token.id,
    orderId: `ord_${ulid(createdAt)}`,
    currency: form.currency,
    awaitsProvider: true,
    externalToken: processor.networkToken(method),
  });
  await context.db.insert(operations).values({
    ...{ id: operationId, accountId, paymentId, amount, requestId, metadata, createdAt },
    ...{ method: 'SALE', status: 'PENDING', returnCode: '', authcode: '', refTransactionId: '' },
    transactionId: `txn_${ulid(createdAt)}`,
    callbackUrl: callbackUrl ?? null,
  });
  await context.db.update(cardTokens).set({ consumedBy: operationId }).where(eq(cardTokens.id, token.id));
  await setTimer(context, { paymentId, operationId, kind: 'expire-provider-payment', dueAt: expiresAt });
  return operationId;
}
