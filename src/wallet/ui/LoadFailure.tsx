import type { ErrorData } from '../../contract/errors/errors.ts';
import type { TextKey, Translate } from '../i18n/translate.ts';
import { Button } from './Button.tsx';
import { moveFocusToView } from './move-focus-to-view.ts';
import { Notice } from './Notice.tsx';

const problemTexts: Partial<Record<ErrorData['code'], TextKey>> = {
  offline: 'error.offline',
  session_expired: 'error.session_expired',
  card_brand_not_accepted: 'error.card_brand_not_accepted',
  payment_method_not_selected: 'saved.gone',
  card_declined: 'error.card_declined',
  cancelled: 'error.provider_open',
  test_card_required: 'error.test_card_required',
  rate_limited: 'error.rate_limited',
  card_attempts_exceeded: 'error.card_attempts_exceeded',
};

/** Tells the shopper what to do about an error; `otherwise` if the shopper can do nothing. */
export function problemText({ code, param }: ErrorData, otherwise: TextKey = 'error.unavailable'): TextKey {
  // The provider's method was refused, not a card.
  if (param === 'method') return 'error.provider_refused';
  // It is unknown whether the payment was made.
  if (param === 'payment') return 'error.provider_unknown';
  return problemTexts[code] ?? otherwise;
}

type Props = { readonly error: ErrorData; readonly t: Translate; readonly onRetry: () => void };

/** Says why the saved cards were not loaded, and offers to try again. */
export function LoadFailure({ error, t, onRetry }: Props) {
  const reason =
    error.code === 'offline' || error.code === 'session_expired' ? problemText(error) : 'saved.failed';
  const retry = (press: { readonly currentTarget: HTMLElement }) => {
    moveFocusToView(press);
    onRetry();
  };
  return <Notice action={<Button onClick={retry}>{t('error.retry')}</Button>}>{t(reason)}</Notice>;
}
