import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { providers } from '../../contract/billing/providers.ts';
import { CardForm } from '../card-form/CardForm.tsx';
import type { CardFormModel } from '../card-input/card-form-model.ts';
import type { ExpressPart } from '../express/express-part.ts';
import type { Translate } from '../i18n/translate.ts';
import type { AnswerViews } from '../lazy-checkout/answer-views.ts';
import { LoadFailure } from '../methods/LoadFailure.tsx';
import { ProviderRow } from '../methods/ProviderRow.tsx';
import { RowPlaceholders } from '../methods/RowPlaceholders.tsx';
import type { Checkout } from '../state/checkout.ts';
import type { SavedCards } from '../state/saved-cards.ts';
import { newCard, type Selection } from '../state/selection.ts';
import { Checkbox } from '../ui/Checkbox.tsx';
import { ChoiceHead } from '../ui/Choice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { ignoreHiddenBlur, useFocusRestore } from '../ui/use-focus-restore.ts';
import { useLock } from '../ui/use-lock.ts';
import { ProblemNotice } from './ProblemNotice.tsx';

export type CheckoutProps = {
  readonly checkout: Checkout;
  readonly form: CardFormModel;
  readonly saved: SavedCards;
  /** Null until they are loaded, together with the service client; a list of saved cards comes later. */
  readonly answerViews: ReadonlySignal<AnswerViews | null>;
  /** Null without express buttons, and until their chunk and the page connection, which gets the press, are loaded. */
  readonly express: ReadonlySignal<ExpressPart | null>;
  readonly t: Translate;
  readonly locale: string;
  readonly isUser: boolean;
  /** Moves the focus from a whole card number to the expiry. Default: true. */
  readonly autoAdvance?: boolean;
  /** Whether another view is shown. */
  readonly isHidden?: boolean;
};

/** Identifies a row. */
const nameOf = (selection: Selection) =>
  selection.kind === 'saved' ? selection.id : selection.kind === 'provider' ? selection.method : 'new';

/** A row's props of the choice. */
const choiceOf = (checkout: Checkout, selection: Selection) => ({
  group: 'payment-method',
  isChosen: nameOf(checkout.selection.value) === nameOf(selection),
  onChoose: () => checkout.select(selection),
});

function SavedRows({ checkout, answerViews, t }: CheckoutProps) {
  const views = answerViews.value;
  if (checkout.expected.value > 0 || !views) return <RowPlaceholders count={checkout.expected.value} t={t} />;
  const { SavedCardRows, SavedCardCodeField } = views;
  return (
    <SavedCardRows
      t={t}
      cards={checkout.cards.value}
      refused={checkout.refused.value}
      detail={checkout.code.isAsked.value && <SavedCardCodeField code={checkout.code} t={t} />}
      choiceOf={({ id }) => choiceOf(checkout, { kind: 'saved', id })}
    />
  );
}

/** Space for the buttons is reserved from the first paint on: their number is known by then. */
function Express({ checkout, express, t }: CheckoutProps) {
  const part = express.value;
  return (
    <div class="express">
      {part && <part.ExpressButtons offers={checkout.offers.buttons.value} onPress={checkout.press} t={t} />}
    </div>
  );
}

const ProviderRows = ({ checkout, t, isUser }: CheckoutProps) =>
  checkout.offers.list.value.map((offer) => (
    <ProviderRow
      key={offer.method}
      {...choiceOf(checkout, { kind: 'provider', ...offer })}
      method={offer.method}
      t={t}
    >
      {isUser && offer.use === 'alternative' && (
        <Checkbox
          label={t('provider.save.label', { name: providers[offer.method].name })}
          checked={checkout.offers.keepsMethod.value}
          onChange={checkout.offers.keepMethod}
        />
      )}
    </ProviderRow>
  ));

const CardSign = () => (
  <svg class="card-sign" viewBox="0 0 30 20" aria-hidden="true">
    <path d="M1 3q0-2 2-2h24q2 0 2 2v14q0 2-2 2H3q-2 0-2-2zM1 7h28M5 14h6" />
  </svg>
);

type CardRowProps = CheckoutProps & { readonly isAlone: boolean; readonly isHydrated: boolean };

/** The form in its row. It keeps its place in the document, so that nothing typed is lost. */
function CardRow({ isAlone, isHydrated, ...props }: CardRowProps) {
  const { checkout, form, saved, t, locale, isUser, autoAdvance = true } = props;
  const { isChosen, ...choice } = choiceOf(checkout, newCard);
  const isOpen = isChosen && !(isHydrated && checkout.isUndecided.value);
  const others = checkout.cards.value.length + checkout.expected.value;
  const isListOnWay = saved.status.value.name === 'loading' && others === 0;
  return (
    <div class="choice choice-tab" onFocusIn={checkout.touchForm} onInput={checkout.touchForm}>
      {!isAlone && (
        <ChoiceHead {...choice} isChosen={isOpen}>
          <span class="saved-card">
            <CardSign />
            <span class="saved-card-number">{t(others > 0 ? 'saved.new' : 'saved.card')}</span>
          </span>
        </ChoiceHead>
      )}
      <div class="choice-body" hidden={!isOpen}>
        <CardForm
          model={form}
          t={t}
          locale={locale}
          autoAdvance={autoAdvance}
          offersSaving={isUser && !isListOnWay}
        />
        {isListOnWay && <Skeleton rows={1} label={t('saved.loading')} />}
      </div>
    </div>
  );
}

/** Whether the document's HTML, which contains only the form's row, has been hydrated. */
function useHydrated(): boolean {
  const isHydrated = useSignal(false);
  useLayoutEffect(() => {
    isHydrated.value = true;
  }, []);
  return isHydrated.value;
}

/** All ways to pay as one group of rows, of which the chosen one is open. A form that is the only way has no row. */
export function CheckoutView(props: CheckoutProps) {
  const { checkout, saved, t, isHidden = false } = props;
  const views = props.answerViews.value;
  const section = useFocusRestore(isHidden);
  useLock(section, checkout.isWorking.value);
  const isHydrated = useHydrated();
  const formFirst = checkout.isFormFirst.value;
  const isAlone = isHydrated && formFirst && checkout.offers.list.value.length === 0;
  const problem = checkout.problem.value;
  const list = saved.status.value;
  return (
    <section
      ref={section}
      // Another class before hydration, because the document's script may have added `checkout-alone`.
      class={isHydrated ? `checkout checkout-${isAlone ? 'alone' : 'rows'}` : 'checkout'}
      hidden={isHidden}
      tabIndex={-1}
      aria-label={t('saved.label')}
      onBlurCapture={ignoreHiddenBlur}
    >
      {isHydrated && checkout.offers.buttons.value.length > 0 && <Express {...props} />}
      {/* No radiogroup: screen readers expect nothing but radios in one, and the form stands in its row. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would have to be undressed of all that it looks like. */}
      <div class="choices" role="group" aria-label={t('saved.label')}>
        {isHydrated && !formFirst ? <SavedRows {...props} /> : null}
        <CardRow {...props} isAlone={isAlone} isHydrated={isHydrated} />
        {isHydrated && <ProviderRows {...props} />}
        {formFirst && !isAlone ? <SavedRows {...props} /> : null}
      </div>
      {isAlone && views && checkout.cards.value.length > 0 && (
        <views.ShowSavedCards onShow={checkout.showCards} t={t} />
      )}
      {/* "Offline" is shown once, for what the shopper pressed last. */}
      {list.name === 'failed' && problem?.code !== 'offline' && (
        <LoadFailure error={list.error} t={t} onRetry={saved.load} />
      )}
      {problem && <ProblemNotice problem={problem} t={t} />}
    </section>
  );
}
