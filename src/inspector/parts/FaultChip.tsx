import { faultWords } from '../format/fault-words.ts';
import { useInspector } from '../state/inspector.ts';
import { addressOf } from '../state/route.ts';
import { useLoaded } from '../state/use-resource.ts';
import { Badge } from '../ui/Badge.tsx';

const POLL_MS = 3000;

/** Shown on every page while faults are in force, because they look like real ones. */
export function FaultChip() {
  const { api } = useInspector();
  const loaded = useLoaded({ load: api.faults, key: 'faults', everyMs: POLL_MS });
  const status = loaded.status.value;
  const words = status.name === 'ready' ? faultWords(status.value.faults) : [];
  return (
    <p role="status" class={words.length === 0 ? 'visually-hidden' : 'fault-chip'}>
      {words.length > 0 && (
        <>
          <Badge tone="bad">
            {words.length === 1 ? 'Fault in force' : `${words.length} faults in force`}
          </Badge>{' '}
          {words.join(', ')} · <a href={addressOf('faults')}>Faults</a>
        </>
      )}
    </p>
  );
}
