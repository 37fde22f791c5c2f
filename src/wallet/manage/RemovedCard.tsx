import { shortCardName } from '../methods/saved-card-name.ts';
import { Button } from '../ui/Button.tsx';
import type { ManageProps } from './manage-props.ts';
import type { Removal } from './model/removals.ts';
import { reasonText } from './reason-text.ts';

type Props = ManageProps & { readonly removal: Removal };

/** Says that a card was removed, and offers to undo that until the bar below has run out. */
export function RemovedCard({ manage, removal, t }: Props) {
  const { card, state } = removal;
  const names = { card: shortCardName(card, t) };
  const problem = state.name === 'gone' ? state.problem : null;
  return (
    <div class="removed">
      {problem ? (
        <span class="removed-text" role="alert">
          {t('manage.error.restore', { reason: t(reasonText(problem)) })}
        </span>
      ) : (
        <span class="removed-text">
          {t(state.name === 'waiting' ? 'manage.removed.offline' : 'manage.removed', names)}
        </span>
      )}
      {problem?.code !== 'not_found' && (
        <Button
          class="button button-quiet"
          aria-label={t('manage.undo.label', names)}
          aria-disabled={state.name === 'returning'}
          onClick={() => manage.removals.undo(card.id)}
        >
          {t('manage.undo')}
        </Button>
      )}
      {state.name === 'gone' && (
        // The animation is the timer: styles pause it on hover and focus.
        <span class="removed-time" onAnimationEnd={() => manage.removals.forget(card.id)} />
      )}
    </div>
  );
}
