import type { Action } from '../state/action.ts';
import { Problem } from './Problem.tsx';

/** The result of an action, shown beside its button. */
export function ActionResult({ of }: { readonly of: Action }) {
  const status = of.status.value;
  const said = status.name === 'done' ? status.said : '';
  return (
    <>
      <p role="status" class={said === '' ? 'visually-hidden' : 'acted'}>
        {said}
      </p>
      {status.name === 'failed' && <Problem error={status.error} />}
    </>
  );
}
