import { isProviderCode } from '../../contract/billing/providers.ts';
import type { SavedCard } from '../../contract/frame/wallet-api.ts';
import { savedCardName, shortCardName } from '../methods/saved-card-name.ts';
import { Button } from '../ui/Button.tsx';
import { ActionButton } from './ActionButton.tsx';
import { CardFacts } from './CardFacts.tsx';
import { EditCard } from './EditCard.tsx';
import { FailureNotice } from './FailureNotice.tsx';
import type { ManageProps } from './manage-props.ts';
import { focusTargetName } from './model/focus-and-messages.ts';

type Props = ManageProps & { readonly card: SavedCard };

/** A card with its actions. */
function CardActions({ manage, card, t }: Props) {
  const names = { card: shortCardName(card, t) };
  const name = savedCardName(card, t);
  const isWorking = manage.newDefault.value === card.id;
  return (
    <div class="managed-line">
      <span class="visually-hidden">{card.isDefault ? t('manage.name.default', { card: name }) : name}</span>
      <CardFacts card={card} now={manage.now()} t={t} />
      <div class="managed-actions">
        {!card.isDefault && !card.isExpired && (
          <ActionButton
            icon="default"
            text={t('manage.default')}
            aria-label={t('manage.default.label', names)}
            aria-disabled={isWorking}
            onClick={() => manage.makeDefault(card)}
          />
        )}
        {!isProviderCode(card.brand) && (
          <ActionButton
            icon="edit"
            text={t('manage.edit')}
            data-place={focusTargetName({ kind: 'change', id: card.id })}
            aria-label={t('manage.edit.label', names)}
            onClick={() => manage.edit(card)}
          />
        )}
        <ActionButton
          icon="remove"
          text={t('manage.remove')}
          data-place={focusTargetName({ kind: 'remove', id: card.id })}
          aria-label={t('manage.remove.label', names)}
          onClick={() => manage.ask(card.id)}
        />
      </div>
    </div>
  );
}

/** Asks for confirmation in the card's row; "keep" comes first. */
function RemoveQuestion({ manage, card, t }: Props) {
  const question = t('manage.remove.question', { card: shortCardName(card, t) });
  const keep = () => manage.keep(card.id);
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
        <Button data-place={focusTargetName({ kind: 'keep', id: card.id })} onClick={keep}>
          {t(isCard ? 'manage.remove.keep' : 'manage.cancel')}
        </Button>
        <Button class="button button-danger" onClick={() => manage.remove(card)}>
          {t(isCard ? 'manage.remove.confirm' : 'manage.remove')}
        </Button>
      </div>
    </div>
  );
}

/** Shows that the card was saved or changed; the live region announces it. */
function CardNews({ manage, card, t }: Props) {
  const news = manage.attention.news.value;
  const isShown = news?.key === 'manage.saved' || news?.key === 'manage.edited';
  if (!(isShown && news.card.id === card.id)) return null;
  return (
    <p class="managed-news" aria-hidden="true">
      {t(news.key, { card: shortCardName(card, t) })}
    </p>
  );
}

function RowContent(props: Props) {
  const { manage, card } = props;
  if (manage.cardToRemove.value === card.id) return <RemoveQuestion {...props} />;
  return manage.editCard.card.value?.id === card.id ? <EditCard {...props} /> : <CardActions {...props} />;
}

/** One saved card in the list. */
export function ManagedCard(props: Props) {
  const { manage, card, t } = props;
  const failure = manage.attention.failure.value;
  return (
    <li class="managed" tabIndex={-1} data-place={focusTargetName({ kind: 'row', id: card.id })}>
      <RowContent {...props} />
      <CardNews {...props} />
      {failure?.card.id === card.id && <FailureNotice failure={failure} t={t} />}
    </li>
  );
}
