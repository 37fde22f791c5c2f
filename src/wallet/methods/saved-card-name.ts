import { isProviderCode, issuerOf } from '../../contract/billing/providers.ts';
import type { SavedCard } from '../../contract/frame/wallet-api.ts';
import type { Translate } from '../i18n/translate.ts';

/** "Visa ending 1111, expires 12/27" for screen readers; "PayPal ending 1111" if no expiry is shown. */
export function savedCardName(card: SavedCard, t: Translate): string {
  if (!showsExpiry(card)) return shortCardName(card, t);
  return t(card.isExpired ? 'saved.name.expired' : 'saved.name', {
    brand: issuerOf(card.brand).name,
    last4: card.last4,
    expiry: shortExpiry(card),
  });
}

/** "Visa ending 1111", without the expiry. */
export function shortCardName({ brand, last4 }: SavedCard, t: Translate): string {
  return t('saved.name.short', { brand: issuerOf(brand).name, last4 });
}

/** A provider's method shows no expiry before it has expired. */
export const showsExpiry = ({ brand, isExpired }: SavedCard) => isExpired || !isProviderCode(brand);

/** An expired card whose date the shopper may change. */
export const isMendable = ({ brand, isExpired }: SavedCard) => isExpired && !isProviderCode(brand);

/** "12/27". */
export const shortExpiry = ({ expMonth, expYear }: SavedCard) => `${expMonth}/${expYear.slice(-2)}`;
