import type { Translate } from '../i18n/translate.ts';
import { SavedCardRow, savedCardName } from '../saved-cards/SavedCardRow.tsx';
import type { SavedCards } from '../state/saved-cards.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { LoadFailure } from './LoadFailure.tsx';

type Props = { readonly saved: SavedCards; readonly t: Translate };

/** The user's saved cards. */
export function ManageView({ saved, t }: Props) {
  return (
    <section tabIndex={-1} aria-label={t('saved.label')}>
      {content({ saved, t })}
    </section>
  );
}

function content({ saved, t }: Props) {
  const status = saved.status.value;
  if (status.name === 'guest') return <p class="empty">{t('saved.empty.guest')}</p>;
  if (status.name === 'failed') return <LoadFailure error={status.error} t={t} onRetry={saved.load} />;
  if (status.name !== 'listed') return <Skeleton rows={2} label={t('saved.loading')} />;
  if (status.cards.length === 0) return <p class="empty">{t('saved.empty')}</p>;
  return (
    <ul class="choices">
      {status.cards.map((card) => (
        <li class="choice" key={card.id}>
          <span class="visually-hidden">{savedCardName(card, t)}</span>
          <SavedCardRow card={card} t={t} />
        </li>
      ))}
    </ul>
  );
}
