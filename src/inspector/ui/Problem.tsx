import { Button } from '../../wallet/ui/Button.tsx';
import { Notice } from '../../wallet/ui/Notice.tsx';
import type { AdminError } from '../api/admin-error.ts';

type Props = { readonly error: AdminError; readonly onRetry?: () => void };

/** Shows an error with advice. */
export function Problem({ error, onRetry }: Props) {
  const { refusal } = error;
  return (
    <Notice action={onRetry && <Button onClick={onRetry}>Try again</Button>}>
      <span class="problem">
        <strong>{withCode(error.message)}</strong>
        <span>{withCode(error.todo)}</span>
        {refusal && (
          <span class="problem-more">
            <a href={refusal.doc_url} target="_blank" rel="noopener noreferrer">
              {refusal.code}
            </a>{' '}
            · request {refusal.request_id}
          </span>
        )}
      </span>
    </Notice>
  );
}

/** Text between backticks is code. */
const withCode = (text: string) =>
  text.split('`').map((part, place) => (place % 2 === 1 ? <code key={place}>{part}</code> : part));
