import { randomUUID } from 'node:crypto';
import type { Core } from '../base/runtime/core.ts';
import type { TokenAndCard } from '../base/runtime/service-dependencies.ts';
import { paymentSeal } from '../base/seals/payment-seal.ts';
import { ulid } from '../base/ulid.ts';
import type { PaymentRow } from '../tables/payments.ts';
import { ZERO_AMOUNTS } from './model/balance.ts';

type PaymentParts = Pick<PaymentRow, 'accountId' | 'merchantId' | 'startedBy' | 'isAnonymous' | 'currency'> &
  TokenAndCard & {
    /** Default: a new one. */
    readonly orderId: string | undefined;
    readonly now: Date;
  };

/** The row of a payment before anything was authenticated or authorised. */
export function newPayment(core: Core, { token, card, orderId, now, ...columns }: PaymentParts): PaymentRow {
  const { accountId } = columns;
  const ids = { id: randomUUID(), accountId, userId: card.userId, cardId: card.id, tokenId: token.id };
  return {
    ...ZERO_AMOUNTS,
    ...columns,
    ...ids,
    seal: paymentSeal(core, ids),
    orderId: orderId ?? `ord_${ulid(now)}`,
    externalToken: core.dependencies.processor.networkToken(card),
    lastLog: 1,
    createdAt: now,
  };
}
