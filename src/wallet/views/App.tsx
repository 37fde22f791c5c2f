import type { Signal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { CardFormModel } from '../card-input/card-form-model.ts';
import type { ExpressPart } from '../express/express-part.ts';
import type { LazyParts } from '../lazy-checkout/lazy-parts.ts';
import type { LazyManage } from '../loading/lazy-manage.ts';
import { ManageSkeleton } from '../loading/ManageSkeleton.tsx';
import type { Challenges } from '../state/challenges.ts';
import type { Checkout } from '../state/checkout.ts';
import type { Locale } from '../state/locale.ts';
import type { SavedCards } from '../state/saved-cards.ts';
import type { Session } from '../state/session.ts';
import type { Wallet } from '../state/wallet.ts';
import { Button } from '../ui/Button.tsx';
import { moveFocusToView } from '../ui/move-focus-to-view.ts';
import { Notice } from '../ui/Notice.tsx';
import { CheckoutView } from './CheckoutView.tsx';

export type Models = {
  readonly wallet: Wallet;
  readonly session: Session;
  readonly locale: Locale;
  readonly form: CardFormModel;
  readonly saved: SavedCards;
  readonly checkout: Checkout;
  readonly manage: LazyManage;
  readonly challenges: Challenges;
  /** Null until they are loaded, together with the service client. */
  readonly lazyParts: Signal<LazyParts | null>;
  /** Null without express buttons, and until their chunk and the page connection are loaded. */
  readonly express: Signal<ExpressPart | null>;
};

/** MANAGE, or a placeholder while its code is loading. */
function ManageRoom({ manage, wallet, locale, isHidden }: Models & { readonly isHidden: boolean }) {
  const t = locale.t.value;
  const autoAdvance = wallet.autoAdvance.value;
  const part = manage.part.value;
  if (part)
    return <part.View t={t} autoAdvance={autoAdvance} isHidden={isHidden} locale={locale.tag.value} />;
  return (
    <section class="manage" hidden={isHidden} tabIndex={-1} aria-label={t('manage.label')}>
      <ManageSkeleton t={t} />
    </section>
  );
}

/**
 * The page's view; before `init` the checkout, so that its form is there at once. A view that was shown stays in the
 * document, so that a change of view loses neither caret nor selection.
 */
function View(models: Models) {
  const { wallet, session, locale, ...view } = models;
  const t = locale.t.value;
  const isManaging = wallet.view.value === 'MANAGE';
  const wasShown = useRef({ checkout: false, manage: false });
  wasShown.current.checkout ||= !isManaging;
  wasShown.current.manage ||= isManaging;
  const isUser = session.isUser.value;
  const autoAdvance = wallet.autoAdvance.value;
  return (
    <>
      {wasShown.current.checkout && (
        <CheckoutView
          {...view}
          t={t}
          isUser={isUser}
          autoAdvance={autoAdvance}
          locale={locale.tag.value}
          isHidden={isManaging}
        />
      )}
      {wasShown.current.manage && <ManageRoom {...models} isHidden={!isManaging} />}
    </>
  );
}

export function App({ onReconnect, ...models }: Models & { readonly onReconnect: () => void }) {
  const t = models.locale.t.value;
  const { wallet, manage, saved } = models;
  const parts = models.lazyParts.value;
  // A list that failed has its own "Try again", which loads both.
  const isPartLost = wallet.isLost.value && saved.status.value.name !== 'failed';
  const isLost = isPartLost || (wallet.view.value === 'MANAGE' && manage.isLost.value);
  const retry = (press: { readonly currentTarget: HTMLElement }) => {
    moveFocusToView(press);
    onReconnect();
  };
  return (
    <>
      {parts && <parts.WaitingPayment challenges={models.challenges} t={t} />}
      <View {...models} />
      {isLost && (
        <Notice action={<Button onClick={retry}>{t('error.retry')}</Button>}>{t('error.load')}</Notice>
      )}
    </>
  );
}
