import { isProviderCode, issuerOf } from '../../contract/providers.ts';
import type { SavedCard } from '../../contract/wallet-api.ts';
import type { Translate } from '../i18n/translate.ts';
import { BrandMark } from '../ui/BrandMark.tsx';

/** "Visa ending 1111, expires 12/27", as the card is spoken; "PayPal ending 1111", whose expiry is its provider's care. */
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

const showsExpiry = ({ brand, isExpired }: SavedCard) => isExpired || !isProviderCode(brand);

const shortExpiry = ({ expMonth, expYear }: SavedCard) => `${expMonth}/${expYear.slice(-2)}`;

type RowProps = {
  readonly card: SavedCard;
  /** Why it cannot be chosen. */
  readonly note?: { readonly id: string; readonly text: string } | undefined;
  readonly t: Translate;
};

/** Below the number, one line: why the card cannot be chosen, or its expiry. */
function CardLine({ card, note, t }: RowProps) {
  if (!(note || showsExpiry(card))) return null;
  const expiry = { expiry: shortExpiry(card) };
  return (
    <span class="saved-card-expiry" id={note?.id}>
      {note ? note.text : t(card.isExpired ? 'saved.expiry.past' : 'saved.expiry', expiry)}
    </span>
  );
}

/** What a row shows of a card; its spoken name is `savedCardName`. */
export function SavedCardRow(props: RowProps) {
  const { card, note, t } = props;
  const { name, issuerFull } = issuerOf(card.brand);
  return (
    <span class="saved-card" aria-hidden="true">
      <BrandMark name={issuerFull} />
      <span class="saved-card-words">
        <span class="saved-card-number">
          {name} <bdi dir="ltr">•••• {card.last4}</bdi>
        </span>
        <CardLine {...props} />
      </span>
      {card.isDefault && !card.isExpired && !note && <span class="badge">{t('saved.default')}</span>}
    </span>
  );
}
