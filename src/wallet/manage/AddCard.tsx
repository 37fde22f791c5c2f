import { useRef } from 'preact/hooks';
import { CardForm } from '../card-form/CardForm.tsx';
import { problemText } from '../errors/problem-text.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useLock } from '../ui/use-lock.ts';
import type { ManageProps } from './manage-props.ts';
import type { OpenForm } from './model/add-card-model.ts';

type Props = ManageProps & { readonly form: OpenForm };

/** The card form with its own buttons, in place of the list. */
export function AddCard({ manage, form: { model, state }, t, locale, autoAdvance }: Props) {
  const isSaving = state.name === 'saving';
  const part = useRef<HTMLDivElement>(null);
  useLock(part, isSaving);
  const problem = state.name === 'filling' ? state.problem : null;
  return (
    <div ref={part} class="add-card" data-place="form">
      <h2 class="add-card-title">{t('manage.add')}</h2>
      <CardForm
        model={model}
        t={t}
        locale={locale}
        autoAdvance={autoAdvance}
        offersSaving={false}
        onSubmit={manage.addCard.save}
      >
        {problem && (
          <Notice>
            {t('manage.error.save', { reason: t(problemText(problem, 'manage.error.unavailable')) })}
          </Notice>
        )}
        <div class="add-card-actions">
          <Button onClick={manage.cancelAdding}>{t('manage.cancel')}</Button>
          <Button class="button button-primary" type="submit" aria-disabled={isSaving}>
            {t('manage.save')}
          </Button>
        </div>
      </CardForm>
    </div>
  );
}
