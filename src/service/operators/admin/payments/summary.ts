import { and, eq, type SQL } from 'drizzle-orm';
import type { PaymentSummary } from '../../../../contract/admin/payments.ts';
import { sourceOf } from '../../../../contract/billing/providers.ts';
import type { Database } from '../../../../store/database.ts';
import { ownedCard } from '../../../base/seals/card-owner.ts';
import { decimalText } from '../../../payments/model/money.ts';
import { paymentState } from '../../../payments/model/states.ts';
import { accounts, merchants } from '../../../tables/accounts.ts';
import { cards } from '../../../tables/cards.ts';
import { cardTokens, type OperationRow, operations, payments } from '../../../tables/payments.ts';
import { users } from '../../../tables/sessions.ts';

/** A start refers to no other transaction. */
const isStart = eq(operations.refTransactionId, '');

export type PaymentStart = Awaited<ReturnType<typeof selectStarts>>[number];

/** Payments by their starts, with what a list shows of them. */
export function selectStarts(db: Database, condition: SQL | undefined) {
  return db
    .select({
      start: operations,
      payment: payments,
      merchant: merchants,
      accountName: accounts.name,
      externalId: users.externalId,
      card: ownedCard,
      token: cardTokens,
    })
    .from(operations)
    .innerJoin(payments, eq(payments.id, operations.paymentId))
    .innerJoin(merchants, eq(merchants.id, payments.merchantId))
    .innerJoin(accounts, eq(accounts.id, payments.accountId))
    .innerJoin(users, eq(users.id, payments.userId))
    .innerJoin(cards, eq(cards.id, payments.cardId))
    .innerJoin(cardTokens, eq(cardTokens.id, payments.tokenId))
    .where(and(isStart, condition))
    .$dynamic();
}

/** The order as the shop's page or backend names it in metadata. */
export function metadataOrderOf({ metadata }: Pick<OperationRow, 'metadata'>): string | null {
  return metadata.find(({ key }) => key === 'order_id')?.value ?? null;
}

export function paymentSummary(found: PaymentStart): PaymentSummary {
  const { start, payment, merchant, accountName, externalId, card, token } = found;
  const source = sourceOf(card.brand);
  return {
    payment_id: payment.id,
    account_id: payment.accountId,
    account_name: accountName,
    merchant_id: merchant.id,
    merchant_ref: merchant.ref,
    order_id: payment.orderId,
    metadata_order_id: metadataOrderOf(start),
    transaction_id: start.transactionId,
    method: start.method,
    amount: decimalText(start.amount, payment.currency),
    currency: payment.currency,
    state: paymentState(payment),
    user_id: payment.userId,
    external_id: externalId,
    brand: token.brand,
    last4: source === 'card' ? card.last4 : null,
    provider: source === 'card' ? null : source,
    created_at: start.createdAt.toISOString(),
  };
}
