import type { ErrorData } from '../../contract/errors.ts';
import type { TextKey, Translate } from '../i18n/translate.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';

export function problemText({ code }: ErrorData): TextKey {
  if (code === 'offline') return 'error.offline';
  if (code === 'session_expired') return 'error.session_expired';
  if (code === 'card_brand_not_accepted') return 'error.card_brand_not_accepted';
  return 'error.unavailable';
}

type Props = { readonly error: ErrorData; readonly t: Translate; readonly onRetry: () => void };

/** Why the saved cards are not there, and the way to ask again. */
export function LoadFailure({ error, t, onRetry }: Props) {
  const reason =
    error.code === 'offline' || error.code === 'session_expired' ? problemText(error) : 'saved.failed';
  // The button goes with its notice: what holds both takes the focus, or it would be lost.
  const retry = ({ currentTarget }: { currentTarget: HTMLElement }) => {
    currentTarget.closest('section')?.focus();
    onRetry();
  };
  return <Notice action={<Button onClick={retry}>{t('error.retry')}</Button>}>{t(reason)}</Notice>;
}
