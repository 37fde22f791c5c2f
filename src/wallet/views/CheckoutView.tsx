import { providers } from '../../contract/providers.ts';
import { CardForm } from '../card-form/CardForm.tsx';
import type { CardFormModel } from '../card-form/card-form-model.ts';
import type { Translate } from '../i18n/translate.ts';
import { SavedCardCodeField } from '../saved-cards/SavedCardCodeField.tsx';
import { SavedCardList } from '../saved-cards/SavedCardList.tsx';
import type { Checkout } from '../state/checkout.ts';
import type { SavedCards } from '../state/saved-cards.ts';
import { Checkbox } from '../ui/Checkbox.tsx';
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
  /** From a whole card number on to the expiry; default true. */
  readonly autoAdvance?: boolean;
  /** Behind another view. */
  readonly isHidden?: boolean;
};

function SavedPart({ checkout, saved, t, isUser }: CheckoutProps) {
  const status = saved.status.value;
  const offered = checkout.offers.status.value;
  const room = offered.name === 'awaited' ? offered.room : offered.offers.length;
  const isAwaited = (offered.name === 'awaited' || status.name === 'awaited') && room > 0;
  if (isAwaited || status.name === 'loading') {
    return <Skeleton rows={room + 1} label={t(room > 0 ? 'provider.loading' : 'saved.loading')} />;
  }
  const cards = saved.cards.value;
  const offers = offered.name === 'known' ? offered.offers : [];
  const chosen = checkout.selection.value;
  return (
    <>
      {status.name === 'failed' && <LoadFailure error={status.error} t={t} onRetry={saved.load} />}
      {cards.length + offers.length > 0 && (
        <SavedCardList
          {...{ cards, offers, chosen, t }}
          refused={checkout.refused.value}
          detail={checkout.code.isAsked.value && <SavedCardCodeField code={checkout.code} t={t} />}
          onChoose={checkout.select}
        />
      )}
      {isUser && chosen.kind === 'provider' && chosen.use === 'alternative' && (
        <Checkbox
          label={t('provider.save.label', { name: providers[chosen.method].name })}
          checked={checkout.offers.keepsMethod.value}
          onChange={checkout.offers.keepMethod}
        />
      )}
    </>
  );
}

/** Choose a saved card or type a new one. The form keeps its place in the document, so nothing typed in it is lost. */
export function CheckoutView(props: CheckoutProps) {
  const { checkout, form, saved, t, locale, isUser, autoAdvance = true, isHidden = false } = props;
  const section = useKeptFocus(isHidden);
  useLock(section, checkout.isWorking.value);
  const formFirst = checkout.isFormFirst.value;
  const problem = checkout.problem.value;
  const chosen = checkout.selection.value.kind;
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
        hidden={chosen === 'saved' || (chosen === 'provider' && !formFirst)}
        onFocusIn={checkout.touchForm}
        onInput={checkout.touchForm}
      >
        <CardForm model={form} {...{ t, locale, offersSaving, autoAdvance }} />
      </div>
      {formFirst ? <SavedPart {...props} /> : null}
      {problem && <Notice>{t(problemText(problem))}</Notice>}
    </section>
  );
}
