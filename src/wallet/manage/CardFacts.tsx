import { issuerOf } from '../../contract/billing/providers.ts';
import { expiryStatus } from '../../contract/cards/card-expiry.ts';
import type { SavedCard } from '../../contract/frame/wallet-api.ts';
import type { Translate } from '../i18n/translate.ts';
import { shortExpiry, showsExpiry } from '../methods/saved-card-name.ts';
import { BrandMark } from '../ui/BrandMark.tsx';

type Props = { readonly card: SavedCard; readonly now: number; readonly t: Translate };

const SOON_MS = 60 * 24 * 3600 * 1000;

function endsSoon({ expMonth, expYear, isExpired }: SavedCard, now: number): boolean {
  const date = { month: Number(expMonth), year: Number(expYear) };
  return !isExpired && expiryStatus(date, now + SOON_MS) === 'past';
}

function ExpiryFacts({ card, now, t }: Props) {
  if (!showsExpiry(card)) return null;
  const expiry = shortExpiry(card);
  if (card.isExpired) {
    return <span class="badge badge-expired">{t('saved.expiry.past', { expiry })}</span>;
  }
  return (
    <>
      <span class="managed-expiry">{t('saved.expiry', { expiry })}</span>
      {endsSoon(card, now) && <span class="badge badge-soon">{t('saved.soon')}</span>}
    </>
  );
}

/** What a row shows of a card; screen readers get `savedCardName` instead. */
export function CardFacts(props: Props) {
  const { card, t } = props;
  const { name, issuerFull } = issuerOf(card.brand);
  return (
    <span class="saved-card" aria-hidden="true">
      <BrandMark name={issuerFull} />
      <span class="saved-card-words">
        <span class="managed-name">
          <bdi class="managed-brand" dir="ltr">
            {name}
          </bdi>
          <bdi class="saved-card-digits" dir="ltr">
            •••• {card.last4}
          </bdi>
        </span>
        <span class="managed-facts">
          <ExpiryFacts {...props} />
          {card.isDefault && !card.isExpired && <span class="badge">{t('saved.default')}</span>}
        </span>
      </span>
    </span>
  );
}
