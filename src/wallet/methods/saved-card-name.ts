import { isProviderCode, issuerOf } from '../../contract/billing/providers.ts';
import type { SavedCard } from '../../contract/frame/wallet-api.ts';
import type { Translate } from '../i18n/translate.ts';

/** "Visa ending 1111, expires 12/27", as the card is spoken; "PayPal ending 1111" where it is not shown. */
export function savedCardName(card: SavedCard, t: Translate): string {
  if (!showsExpiry(card)) return shortCardName(card, t);
  return t(card.isExpired ? 'saved.name.expired' : 'saved.name', {
    brand: issuerOf(card.brand).name,
    last4: card.last4,
    expiry: shortExpiry(card),
  });
}

/** "Visa ending 1111", where the expiry would be in the way. */
export function shortCardName({ brand, last4 }: SavedCard, t: Translate): string {
  return t('saved.name.short', { brand: issuerOf(brand).name, last4 });
}

/** When a provider ends what it holds is its own care. */
export const showsExpiry = ({ brand, isExpired }: SavedCard) => isExpired || !isProviderCode(brand);

/** An expired card whose date the shopper may change. */
export const isMendable = ({ brand, isExpired }: SavedCard) => isExpired && !isProviderCode(brand);

/** "12/27". */
export const shortExpiry = ({ expMonth, expYear }: SavedCard) => `${expMonth}/${expYear.slice(-2)}`;
