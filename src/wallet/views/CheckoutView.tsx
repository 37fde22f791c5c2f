import { CardForm } from '../card-form/CardForm.tsx';
import type { CardFormModel } from '../card-form/card-form-model.ts';
import type { Translate } from '../i18n/translate.ts';
import { SavedCardCodeField } from '../saved-cards/SavedCardCodeField.tsx';
import { SavedCardList } from '../saved-cards/SavedCardList.tsx';
import type { Checkout } from '../state/checkout.ts';
import type { SavedCards } from '../state/saved-cards.ts';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useLock } from '../ui/use-lock.ts';
import { LoadFailure, problemText } from './LoadFailure.tsx';
import { leaveUnseen, useKeptFocus } from './use-kept-focus.ts';

export type CheckoutProps = {
  readonly checkout: Checkout;
  readonly form: CardFormModel;
  readonly saved: SavedCards;
  readonly t: Translate;
  readonly locale: string;
  readonly isUser: boolean;
  /** Behind another view. */
  readonly isHidden?: boolean;
};

function SavedPart({ checkout, saved, t, locale }: CheckoutProps) {
  const status = saved.status.value;
  const selection = checkout.selection.value;
  if (status.name === 'loading') return <Skeleton rows={1} label={t('saved.loading')} />;
  if (status.name === 'failed') return <LoadFailure error={status.error} t={t} onRetry={saved.load} />;
  if (status.name !== 'listed' || status.cards.length === 0) return null;
  return (
    <SavedCardList
      cards={status.cards}
      refused={checkout.refused.value}
      chosen={selection.kind === 'saved' ? selection.id : null}
      t={t}
      detail={
        checkout.code.isAsked.value && <SavedCardCodeField code={checkout.code} t={t} locale={locale} />
      }
      onChoose={(id) => checkout.select(id === null ? { kind: 'new' } : { kind: 'saved', id })}
    />
  );
}

/** Choose a saved card or type a new one. The form keeps its place in the document, so nothing typed in it is lost. */
export function CheckoutView(props: CheckoutProps) {
  const { checkout, form, saved, t, locale, isUser, isHidden = false } = props;
  const section = useKeptFocus(isHidden);
  useLock(section, checkout.isWorking.value);
  const formFirst = checkout.isFormFirst.value;
  const problem = checkout.problem.value;
  // Until the list has come its one line stands in this offer's place, so that for most nothing moves when it has.
  const offersSaving = isUser && saved.status.value.name !== 'loading';
  return (
    <section
      ref={section}
      class="checkout"
      hidden={isHidden}
      tabIndex={-1}
      aria-label={t('saved.label')}
      onBlurCapture={leaveUnseen}
    >
      {formFirst ? null : <SavedPart {...props} />}
      <div
        class="new-card"
        hidden={checkout.selection.value.kind !== 'new'}
        onFocusIn={checkout.touchForm}
        onInput={checkout.touchForm}
      >
        <CardForm model={form} t={t} locale={locale} offersSaving={offersSaving} />
      </div>
      {formFirst ? <SavedPart {...props} /> : null}
      {problem && <Notice>{t(problemText(problem))}</Notice>}
    </section>
  );
}
