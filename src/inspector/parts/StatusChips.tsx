import { faultWords } from '../format/fault-words.ts';
import { spanText } from '../format/moment.ts';
import { useInspector } from '../state/inspector.ts';
import { addressOf } from '../state/route.ts';
import { useResource } from '../state/use-resource.ts';
import { Badge } from '../ui/Badge.tsx';

const POLL_MS = 3000;

/** Shown on every page, because moved time and simulated faults look like real errors. */
export function StatusChips() {
  return (
    <>
      <FaultChip />
      <ClockChip />
    </>
  );
}

function FaultChip() {
  const { api } = useInspector();
  const resource = useResource({ load: api.faults, everyMs: POLL_MS });
  const status = resource.status.value;
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

function ClockChip() {
  const { api } = useInspector();
  const resource = useResource({ load: api.clock, everyMs: POLL_MS });
  const status = resource.status.value;
  const ahead = status.name === 'ready' ? status.value.advanced_seconds : 0;
  if (ahead === 0) return null;
  return (
    <p class="fault-chip clock-chip">
      <Badge tone="wait">Clock moved</Badge> The service’s time is {spanText(ahead)} ahead of this machine ·{' '}
      <a href={addressOf('clock')}>Clock</a>
    </p>
  );
}
