import type { OwnedCard } from '../../tables/cards.ts';
import type { CardTokenRow, PaymentRow } from '../../tables/payments.ts';
import { noteBrokenSeal } from '../audit/broken-seals.ts';
import { equalDigests, type HasMasterKey } from '../keys/master-key.ts';
import type { Core } from '../runtime/core.ts';
import { isIntactToken } from './intact-rows.ts';

type PaymentIds = Pick<PaymentRow, 'id' | 'accountId' | 'userId' | 'cardId' | 'tokenId'>;

type SealedPayment = {
  readonly payment: PaymentRow;
  readonly token: CardTokenRow;
  readonly card: OwnedCard;
};

/**
 * A digest of a payment's owner and of what it bills: nobody can move it to another card while it waits for its
 * shopper.
 */
export function paymentSeal({ masterKey }: HasMasterKey, ids: PaymentIds): Uint8Array {
  const { id, accountId, userId, cardId, tokenId } = ids;
  return masterKey.digest('payment', JSON.stringify([id, accountId, userId, cardId, tokenId]));
}

/** Whether a payment bills what it was begun with. */
export function isIntactPayment(core: Core, { payment, token, card }: SealedPayment): boolean {
  const { id, accountId, seal } = payment;
  const isSealed = seal ? equalDigests(seal, paymentSeal(core, payment)) : core.masterKey.takesFormerRows();
  if (!isSealed) noteBrokenSeal(core, { of: 'payment', id, accountId });
  return isSealed && card.userId === payment.userId && isIntactToken(core, token, card);
}
