import type { ErrorData } from '../../contract/errors/errors.ts';
import { problemText } from '../errors/problem-text.ts';
import type { Translate } from '../i18n/translate.ts';
import { Button } from '../ui/Button.tsx';
import { moveFocusToView } from '../ui/move-focus-to-view.ts';
import { Notice } from '../ui/Notice.tsx';

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
