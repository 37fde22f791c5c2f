import { spanText } from '../format/moment.ts';
import { useInspector } from '../state/inspector.ts';
import { addressOf } from '../state/route.ts';
import { useLoaded } from '../state/use-resource.ts';
import { Badge } from '../ui/Badge.tsx';

const POLL_MS = 3000;

/** Shown on every page while the clock is ahead, because then all times look wrong. */
export function ClockChip() {
  const { api } = useInspector();
  const loaded = useLoaded({ load: api.clock, key: 'clock', everyMs: POLL_MS });
  const status = loaded.status.value;
  const ahead = status.name === 'ready' ? status.value.advanced_seconds : 0;
  if (ahead === 0) return null;
  return (
    <p class="fault-chip clock-chip">
      <Badge tone="wait">Clock moved</Badge> The service’s time is {spanText(ahead)} ahead of this machine ·{' '}
      <a href={addressOf('clock')}>Clock</a>
    </p>
  );
}
