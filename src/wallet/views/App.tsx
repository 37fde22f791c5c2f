import { useRef } from 'preact/hooks';
import { ManageSkeleton } from '../loading/ManageSkeleton.tsx';
import type { Models } from '../models/models.ts';
import { Button } from '../ui/Button.tsx';
import { moveFocusToView } from '../ui/move-focus-to-view.ts';
import { Notice } from '../ui/Notice.tsx';
import { CheckoutView } from './CheckoutView.tsx';

/** MANAGE, or a placeholder while its code is loading. */
function ManageOrSkeleton({ manage, wallet, locale, isHidden }: Models & { readonly isHidden: boolean }) {
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
      {wasShown.current.manage && <ManageOrSkeleton {...models} isHidden={!isManaging} />}
    </>
  );
}

export function App({ onReconnect, ...models }: Models & { readonly onReconnect: () => void }) {
  const t = models.locale.t.value;
  const { wallet, manage, saved } = models;
  const views = models.answerViews.value;
  // A list that failed has its own "Try again", which loads both.
  const connectionFailed = wallet.failedToLoad.value && saved.status.value.name !== 'failed';
  const isIncomplete = connectionFailed || (wallet.view.value === 'MANAGE' && manage.failedToLoad.value);
  const retry = (press: { readonly currentTarget: HTMLElement }) => {
    moveFocusToView(press);
    onReconnect();
  };
  return (
    <>
      {views && <views.WaitingPayment challenges={models.challenges} t={t} />}
      <View {...models} />
      {isIncomplete && (
        <Notice action={<Button onClick={retry}>{t('error.retry')}</Button>}>{t('error.load')}</Notice>
      )}
    </>
  );
}
