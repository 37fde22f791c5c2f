import type { PaymentMethod, PaymentMethodRecord } from '../../contract/billing/payment-method.ts';
import { isProviderCode, issuerOf, sourceOf } from '../../contract/billing/providers.ts';
import { networksOf } from '../../contract/cards/brand-detection.ts';
import type { SavedCard } from '../../contract/frame/wallet-api.ts';
import type { CardRow } from '../tables/cards.ts';
import type { CardTokenRow } from '../tables/payments.ts';
import { type CardExpiry, isExpired } from './card-expiry.ts';
import type { IssuedCardToken } from './issue-card-token.ts';
import { publicIdOf } from './list-card.ts';

/** What `getPaymentMethod` resolves to. Digits are integers, so a card that ends in 0042 gives 42. */
export function paymentMethodOf(card: CardRow, { ccToken, token }: IssuedCardToken): PaymentMethod {
  const { brand } = token;
  return {
    cc_token: ccToken,
    encrypted_cvv: null,
    name: issuerOf(brand).name,
    type: sourceOf(card.brand) === 'card' ? 'card' : 'alternative',
    fingerprint: null,
    credit_type: brand,
    exp_month: monthText(card),
    exp_year4: String(card.expYear),
    last_4_digits: Number(card.last4),
    first_6_digits: Number(card.bin),
    source: sourceOf(card.brand),
  };
}

/** The record `pm` of billing answers. Digits are a string of four. */
export function paymentMethodRecordOf(card: CardRow, token: CardTokenRow, now: Date): PaymentMethodRecord {
  return {
    id: publicIdOf(card),
    source: sourceOf(card.brand),
    issuer_short: token.brand,
    issuer_full: issuerOf(token.brand).issuerFull,
    last_4_digits: card.last4,
    is_single_use: flag(token.isSingleUse),
    is_short_live: flag(token.isShortLive),
    is_capped: flag(token.approvedAmount !== null),
    is_expired: flag(isExpired(card, now)),
    is_default: flag(card.isDefault && card.status === 'listed'),
    metadata: [],
  };
}

export function savedCardOf(card: CardRow, now: Date): SavedCard {
  const networks = isProviderCode(card.brand) ? [] : [...networksOf(card.bin)];
  const savedCard: SavedCard = {
    id: publicIdOf(card),
    brand: card.brand,
    last4: card.last4,
    expMonth: monthText(card),
    expYear: String(card.expYear),
    isDefault: card.isDefault,
    isExpired: isExpired(card, now),
  };
  return networks.length > 1 ? { ...savedCard, networks } : savedCard;
}

function monthText({ expMonth }: CardExpiry): string {
  return String(expMonth).padStart(2, '0');
}

function flag(value: boolean): 0 | 1 {
  return value ? 1 : 0;
}
