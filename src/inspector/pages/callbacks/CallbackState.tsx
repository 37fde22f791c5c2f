import type { AdminCallback } from '../../../contract/admin/callbacks.ts';
import { Badge, type Tone } from '../../ui/Badge.tsx';
import { isWebPage, WEB_PAGE } from './answer-text.ts';

const states: Readonly<Record<AdminCallback['status'], readonly [Tone, string]>> = {
  waiting: ['wait', 'Waiting'],
  sending: ['wait', 'Sending'],
  delivered: ['good', 'Delivered'],
  stopped: ['plain', 'Stopped by 410'],
  exhausted: ['bad', 'Given up'],
};

/** A callback's state; "Failing" if it has failed and is sent again. */
export function CallbackState({ callback }: { readonly callback: AdminCallback }) {
  const isRetried = callback.status === 'waiting' && callback.tries > 0;
  const [tone, word] = isRetried ? (['bad', 'Failing'] as const) : states[callback.status];
  const isDoubtful =
    callback.status === 'delivered' && isWebPage(callback.attempts.at(-1)?.answer_start ?? null);
  return (
    <>
      <Badge tone={isDoubtful ? 'wait' : tone}>{word}</Badge>
      {isDoubtful && <span class="under">{WEB_PAGE}</span>}
    </>
  );
}
