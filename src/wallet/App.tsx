import { useRef } from 'preact/hooks';
import type { CardFormModel } from './card-form/card-form-model.ts';
import type { Checkout } from './state/checkout.ts';
import type { Locale } from './state/locale.ts';
import type { SavedCards } from './state/saved-cards.ts';
import type { Session } from './state/session.ts';
import type { Wallet } from './state/wallet.ts';
import { Button } from './ui/Button.tsx';
import { Notice } from './ui/Notice.tsx';
import { CheckoutView } from './views/CheckoutView.tsx';
import { ManageView } from './views/ManageView.tsx';

export type Models = {
  readonly wallet: Wallet;
  readonly session: Session;
  readonly locale: Locale;
  readonly form: CardFormModel;
  readonly saved: SavedCards;
  readonly checkout: Checkout;
};

/**
 * The view the page asked for; the checkout stands before it has asked, so that its form is there at once. Once shown it
 * stays in the document, so that a change of view costs neither caret nor selection.
 */
function View({ wallet, session, locale, ...view }: Models) {
  const t = locale.t.value;
  const isManaging = wallet.view.value === 'MANAGE';
  const hasCheckout = useRef(false);
  hasCheckout.current ||= !isManaging;
  const isUser = session.isUser.value;
  return (
    <>
      {hasCheckout.current && (
        <CheckoutView {...view} t={t} locale={locale.tag.value} isUser={isUser} isHidden={isManaging} />
      )}
      {isManaging && <ManageView saved={view.saved} t={t} />}
    </>
  );
}

export function App({ onReconnect, ...models }: Models & { readonly onReconnect: () => void }) {
  const t = models.locale.t.value;
  const isLost = models.wallet.status.value.name === 'unreachable';
  return (
    <>
      <View {...models} />
      {isLost && (
        <Notice action={<Button onClick={onReconnect}>{t('error.retry')}</Button>}>{t('error.load')}</Notice>
      )}
    </>
  );
}
