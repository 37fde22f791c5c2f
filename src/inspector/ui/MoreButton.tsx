import { useModel } from '@preact/signals';
import { Button } from '../../wallet/ui/Button.tsx';
import { Action } from '../state/action.ts';
import { Problem } from './Problem.tsx';

/** Loads the next page of a list. */
export function MoreButton({ onMore }: { readonly onMore: (() => Promise<void>) | null }) {
  const action = useModel(Action);
  if (onMore === null) return null;
  const status = action.status.value;
  return (
    <div class="more">
      {status.name === 'failed' && <Problem error={status.error} />}
      <Button aria-disabled={status.name === 'working'} onClick={() => action.run(onMore, '')}>
        Show more
      </Button>
    </div>
  );
}
