import type { ComponentChildren } from 'preact';
import { Fragment } from 'preact';
import type { SavedCard } from '../../contract/wallet-api.ts';
import type { Translate } from '../i18n/translate.ts';
import { Choice } from '../ui/Choice.tsx';
import { SavedCardRow, savedCardName } from './SavedCardRow.tsx';

type Props = {
  readonly cards: readonly SavedCard[];
  /** Id of the chosen card; null while a new card is. */
  readonly chosen: number | null;
  /** Stands below the chosen card. */
  readonly detail?: ComponentChildren;
  readonly t: Translate;
  readonly onChoose: (id: number | null) => void;
};

/** The user's cards to choose from, and a new card as the last of the group. */
export function SavedCardList({ cards, chosen, detail, t, onChoose }: Props) {
  const choice = (id: number | null) => ({
    group: 'payment-method',
    isChosen: chosen === id,
    onChoose: () => onChoose(id),
  });
  return (
    <fieldset class="choices">
      <legend class="visually-hidden">{t('saved.label')}</legend>
      {cards.map((card) => (
        <Fragment key={card.id}>
          <Choice {...choice(card.id)} disabled={card.isExpired} label={savedCardName(card, t)}>
            <SavedCardRow card={card} t={t} />
          </Choice>
          {chosen === card.id && detail}
        </Fragment>
      ))}
      <Choice {...choice(null)}>
        <span class="saved-card">
          <svg class="new-card-sign" viewBox="0 0 32 20" aria-hidden="true">
            <path d="M16 6v8M12 10h8" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" />
          </svg>
          <span class="saved-card-number">{t('saved.new')}</span>
        </span>
      </Choice>
    </fieldset>
  );
}
