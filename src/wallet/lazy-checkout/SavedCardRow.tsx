import { issuerOf } from '../../contract/billing/providers.ts';
import type { SavedCard } from '../../contract/frame/wallet-api.ts';
import type { Translate } from '../i18n/translate.ts';
import { isMendable, shortExpiry, showsExpiry } from '../methods/saved-card-name.ts';
import { BrandMark } from '../ui/BrandMark.tsx';

type RowProps = {
  readonly card: SavedCard;
  /** Why it cannot be chosen. */
  readonly note?: string | undefined;
  /** Id of the description spoken after the name: the note, how to update an expired card, or the badge. */
  readonly descriptionId: string;
  readonly t: Translate;
};

/** The line below the number: why the card cannot be chosen, or its expiry. */
function CardNote({ card, note, descriptionId, t }: RowProps) {
  if (!(note || showsExpiry(card))) return null;
  const expiry = { expiry: shortExpiry(card) };
  return (
    <span class="saved-card-expiry">
      <span id={note && descriptionId}>
        {note ?? t(card.isExpired ? 'saved.expiry.past' : 'saved.expiry', expiry)}
      </span>
      {isMendable(card) && (
        <>
          {' · '}
          <span id={descriptionId}>{t('saved.expiry.way')}</span>
        </>
      )}
    </span>
  );
}

/** What a row shows of a card; its spoken name is `savedCardName`. */
export function SavedCardRow(props: RowProps) {
  const { card, note, descriptionId, t } = props;
  const { name, issuerFull } = issuerOf(card.brand);
  return (
    <span class="saved-card" aria-hidden="true">
      <BrandMark name={issuerFull} />
      <span class="saved-card-words">
        <span class="saved-card-number">
          <bdi dir="ltr">
            {name} <span class="saved-card-digits">•••• {card.last4}</span>
          </bdi>
        </span>
        <CardNote {...props} />
      </span>
      {card.isDefault && !card.isExpired && !note && (
        <span class="badge" id={descriptionId}>
          {t('saved.default')}
        </span>
      )}
    </span>
  );
}
