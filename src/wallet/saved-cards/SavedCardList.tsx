import type { ComponentChildren, ComponentProps } from 'preact';
import { Fragment } from 'preact';
import { useId } from 'preact/hooks';
import type { Offer } from '../../contract/frame-boot.ts';
import type { SavedCard } from '../../contract/wallet-api.ts';
import type { Translate } from '../i18n/translate.ts';
import type { Selection } from '../state/checkout.ts';
import { Choice } from '../ui/Choice.tsx';
import { ProviderRow } from './ProviderRow.tsx';
import { SavedCardRow, savedCardName } from './SavedCardRow.tsx';

type Props = {
  readonly cards: readonly SavedCard[];
  /** Ids of cards whose brand is not accepted. */
  readonly refused: readonly number[];
  readonly offers: readonly Offer[];
  readonly chosen: Selection;
  /** Stands below the chosen card. */
  readonly detail?: ComponentChildren;
  readonly t: Translate;
  readonly onChoose: (selection: Selection) => void;
};

type CardChoiceProps = Pick<ComponentProps<typeof Choice>, 'group' | 'isChosen' | 'onChoose'> & {
  readonly card: SavedCard;
  readonly isRefused: boolean;
  readonly t: Translate;
};

/** A card that cannot be paid with stays in its place and says why. */
function CardChoice({ card, isChosen, isRefused, t, ...choice }: CardChoiceProps) {
  const id = useId();
  const note = isRefused ? { id, text: t('error.card_brand_not_accepted') } : undefined;
  return (
    <Choice
      {...choice}
      isChosen={isChosen && !isRefused}
      disabled={card.isExpired || isRefused}
      label={savedCardName(card, t)}
      describedBy={note?.id}
    >
      <SavedCardRow card={card} note={note} t={t} />
    </Choice>
  );
}

/** Cards and providers' methods are told apart by what they are called. */
const nameOf = (selection: Selection) =>
  selection.kind === 'saved' ? selection.id : selection.kind === 'provider' ? selection.method : 'new';

/** The user's cards and the providers' methods to choose from, and a new card as the last of the group. */
export function SavedCardList({ cards, refused, offers, chosen, detail, t, onChoose }: Props) {
  const choice = (selection: Selection) => ({
    group: 'payment-method',
    isChosen: nameOf(chosen) === nameOf(selection),
    onChoose: () => onChoose(selection),
  });
  return (
    <fieldset class="choices">
      <legend class="visually-hidden">{t('saved.label')}</legend>
      {cards.map((card) => (
        <Fragment key={card.id}>
          <CardChoice
            {...{ card, t }}
            {...choice({ kind: 'saved', id: card.id })}
            isRefused={!card.isExpired && refused.includes(card.id)}
          />
          {nameOf(chosen) === card.id && detail}
        </Fragment>
      ))}
      {offers.map((offer) => (
        <Choice {...choice({ kind: 'provider', ...offer })} key={offer.method}>
          <ProviderRow method={offer.method} t={t} />
        </Choice>
      ))}
      <Choice {...choice({ kind: 'new' })}>
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
