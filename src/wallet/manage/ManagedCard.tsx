import { isProviderCode } from '../../contract/providers.ts';
import type { SavedCard } from '../../contract/wallet-api.ts';
import { SavedCardRow, savedCardName, shortCardName } from '../saved-cards/SavedCardRow.tsx';
import { Button } from '../ui/Button.tsx';
import { placeName } from './attention.ts';
import { FailureNotice } from './FailureNotice.tsx';
import type { ManageProps } from './manage-props.ts';

type Props = ManageProps & { readonly card: SavedCard };

/** The card and what can be done with it. */
function CardLine({ managing, card, t }: Props) {
  const names = { card: shortCardName(card, t) };
  const name = savedCardName(card, t);
  const isWorking = managing.promoting.value === card.id;
  return (
    <div class="managed-line">
      <span class="visually-hidden">{card.isDefault ? t('manage.name.default', { card: name }) : name}</span>
      <SavedCardRow card={card} t={t} />
      <div class="managed-actions">
        {!card.isDefault && !card.isExpired && (
          <Button
            class="button button-quiet"
            aria-label={t('manage.default.label', names)}
            aria-disabled={isWorking}
            onClick={() => managing.makeDefault(card)}
          >
            {t('manage.default')}
          </Button>
        )}
        <Button
          class="button button-quiet"
          data-place={placeName({ kind: 'remove', id: card.id })}
          aria-label={t('manage.remove.label', names)}
          onClick={() => managing.ask(card.id)}
        >
          {t('manage.remove')}
        </Button>
      </div>
    </div>
  );
}

/** Asks in the card's own place, where the way back comes first. */
function RemoveQuestion({ managing, card, t }: Props) {
  const question = t('manage.remove.question', { card: shortCardName(card, t) });
  const keep = () => managing.keep(card.id);
  const isCard = !isProviderCode(card.brand);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would have to be undressed of all that it looks like.
    <div
      class="managed-line"
      role="group"
      aria-label={question}
      onKeyDown={({ key }) => key === 'Escape' && keep()}
    >
      <span class="managed-question" aria-hidden="true">
        {question}
      </span>
      <div class="managed-actions">
        <Button data-place={placeName({ kind: 'keep', id: card.id })} onClick={keep}>
          {t(isCard ? 'manage.remove.keep' : 'manage.cancel')}
        </Button>
        <Button class="button button-danger" onClick={() => managing.remove(card)}>
          {t(isCard ? 'manage.remove.confirm' : 'manage.remove')}
        </Button>
      </div>
    </div>
  );
}

/** One saved card in the list. */
export function ManagedCard(props: Props) {
  const { managing, card, t } = props;
  const failure = managing.attention.failure.value;
  const isAsked = managing.asked.value === card.id;
  return (
    <li class="managed" tabIndex={-1} data-place={placeName({ kind: 'row', id: card.id })}>
      {isAsked ? <RemoveQuestion {...props} /> : <CardLine {...props} />}
      {failure?.card.id === card.id && <FailureNotice {...{ failure, t }} />}
    </li>
  );
}
