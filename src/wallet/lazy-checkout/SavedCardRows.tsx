import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { SavedCard } from '../../contract/frame/wallet-api.ts';
import type { Translate } from '../i18n/translate.ts';
import { SHOWN_FIRST } from '../methods/RowPlaceholders.tsx';
import { isMendable, savedCardName } from '../methods/saved-card-name.ts';
import { Button } from '../ui/Button.tsx';
import { Choice, type ChoiceProps, keepFocus } from '../ui/Choice.tsx';
import { moveFocusToView } from '../ui/move-focus-to-view.ts';
import { SavedCardRow } from './SavedCardRow.tsx';

type RowChoice = Pick<ChoiceProps, 'group' | 'isChosen' | 'onChoose'>;

type Props = {
  /** Usable cards first. */
  readonly cards: readonly SavedCard[];
  /** Ids of cards whose brand is not accepted. */
  readonly refused: readonly number[];
  /** Shown below the chosen card. */
  readonly detail?: ComponentChildren;
  readonly t: Translate;
  readonly choiceOf: (card: SavedCard) => RowChoice;
};

type RowProps = Pick<Props, 't' | 'detail'> & {
  readonly card: SavedCard;
  readonly isRefused: boolean;
  readonly choice: RowChoice;
  /** Takes the focus when it appears. */
  readonly isFocused: boolean;
};

/** One card. Its description says why it cannot be chosen, or that it is the default. */
function CardChoice({ card, isRefused, isFocused, detail, choice, t }: RowProps) {
  const id = useId();
  const isChosen = choice.isChosen && !isRefused;
  const hasMore = isRefused || isMendable(card) || (card.isDefault && !card.isExpired);
  return (
    <Choice
      {...choice}
      isChosen={isChosen}
      isFocused={isFocused}
      isBarred={card.isExpired || isRefused}
      label={savedCardName(card, t)}
      describedBy={hasMore ? id : undefined}
      detail={isChosen && detail}
    >
      <SavedCardRow card={card} note={isRefused ? t('saved.refused') : undefined} descriptionId={id} t={t} />
    </Choice>
  );
}

/** The user's cards: three, and all of them after "show more" or if one of the others is chosen. */
export function SavedCardRows({ cards, refused, detail, t, choiceOf }: Props) {
  const firstOfRest = useSignal<number | null>(null);
  const rest = cards.slice(SHOWN_FIRST);
  const isWhole = firstOfRest.value !== null || rest.some((card) => choiceOf(card).isChosen);
  const showRest = () => {
    firstOfRest.value = rest[0]?.id ?? 0;
  };
  return (
    <>
      {(isWhole ? cards : cards.slice(0, SHOWN_FIRST)).map((card) => (
        <CardChoice
          key={card.id}
          card={card}
          detail={detail}
          t={t}
          choice={choiceOf(card)}
          isFocused={card.id === firstOfRest.value}
          isRefused={!card.isExpired && refused.includes(card.id)}
        />
      ))}
      {!isWhole && rest.length > 0 && (
        <button type="button" class="choice-more" onClick={showRest}>
          {t('saved.more', { count: rest.length })}
        </button>
      )}
    </>
  );
}

type ShowSavedCardsProps = { readonly onShow: () => void; readonly t: Translate };

/** A button for saved cards that came while the shopper typed: rows above the form would move it. */
export function ShowSavedCards({ onShow, t }: ShowSavedCardsProps) {
  const show = (press: { readonly currentTarget: HTMLElement }) => {
    moveFocusToView(press);
    onShow();
  };
  return (
    <div role="status">
      <Button onMouseDown={keepFocus} onClick={show}>
        {t('manage.label')}
      </Button>
    </div>
  );
}
