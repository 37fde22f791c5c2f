import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { SavedCard } from '../../contract/frame/wallet-api.ts';
import { ExpiryField } from '../card-form/ExpiryField.tsx';
import { FormAnnouncer } from '../card-form/FormAnnouncer.tsx';
import { NetworkChoice } from '../card-form/NetworkChoice.tsx';
import { errorTexts } from '../card-input/card-texts.ts';
import { shortCardName } from '../methods/saved-card-name.ts';
import { Button } from '../ui/Button.tsx';
import { CardFacts } from './CardFacts.tsx';
import type { ManageProps } from './manage-props.ts';
import { focusTargetName } from './model/focus-and-messages.ts';

type Props = ManageProps & { readonly card: SavedCard };

/** Edits a saved card's expiry, and its network if it has two, in its row. */
export function EditCard({ manage, card, t, locale }: Props) {
  const { editCard } = manage;
  const inputRef = useRef<HTMLInputElement>(null);
  const noBrand = useSignal(null);
  const reason = editCard.reason.value;
  const cancel = () => manage.cancelEditing(card.id);
  return (
    <form
      class="managed-edit"
      noValidate
      aria-label={t('manage.edit.label', { card: shortCardName(card, t) })}
      data-place={focusTargetName({ kind: 'edit', id: card.id })}
      onKeyDown={({ key }) => key === 'Escape' && cancel()}
      onSubmit={(event) => {
        event.preventDefault();
        editCard.save();
      }}
    >
      <CardFacts card={card} now={manage.now()} t={t} />
      <ExpiryField
        t={t}
        inputRef={inputRef}
        value={editCard.expiry}
        error={reason && errorTexts.expiry(reason, { t, brand: null, accepted: [] })}
        onInput={editCard.type}
        onLeave={editCard.leave}
      />
      {card.networks && (
        <NetworkChoice
          t={t}
          brands={card.networks}
          chosen={editCard.network.value}
          onChoose={editCard.choose}
        />
      )}
      <div class="add-card-actions">
        <Button onClick={cancel}>{t('manage.cancel')}</Button>
        <Button class="button button-primary" type="submit" aria-disabled={editCard.isSaving.value}>
          {t('manage.edit.save')}
        </Button>
      </div>
      <FormAnnouncer model={editCard.announcerModel} t={t} locale={locale} brand={noBrand} />
    </form>
  );
}
