import type { Action } from '../state/action.ts';
import { Problem } from './Problem.tsx';

/** The result of an action, shown beside its button. */
export function ActionResult({ action }: { readonly action: Action }) {
  const status = action.status.value;
  const message = status.name === 'done' ? status.message : '';
  return (
    <>
      <p role="status" class={message === '' ? 'visually-hidden' : 'acted'}>
        {message}
      </p>
      {status.name === 'failed' && <Problem error={status.error} />}
    </>
  );
}
