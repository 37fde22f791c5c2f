import type { AdminPayment } from '../../../contract/admin/payments.ts';
import type { TimelineEntry } from '../../../contract/admin/timeline.ts';
import { ErrorLink } from '../../parts/ErrorLink.tsx';
import { addressOf } from '../../state/route.ts';
import { Moment } from '../../ui/Moment.tsx';
import { isTrouble, lanes, timelineText } from './timeline-words.ts';

/** Page, wallet, backend, bank, callback and lookup in one order. */
export function Timeline({ payment: { timeline } }: { readonly payment: AdminPayment }) {
  if (timeline.length === 0) return <p class="muted">Nothing is on record.</p>;
  return (
    <ol class="timeline">
      {timeline.map((entry, index) => (
        // Entries have no id; the list only grows.
        <Entry
          key={`${index} ${entry.at} ${entry.kind}`}
          entry={entry}
          text={timelineText(entry, timeline)}
        />
      ))}
    </ol>
  );
}

function Entry({ entry, text }: { readonly entry: TimelineEntry; readonly text: string }) {
  const { lane, request, callback_id: callback, at } = entry;
  return (
    <li class={isTrouble(entry) ? 'entry entry-trouble' : 'entry'} data-lane={lane}>
      <span class="lane">{lanes[lane]}</span>
      <span class="entry-text">
        {callback === null ? text : <a href={addressOf('callbacks', { id: callback })}>{text}</a>}
        {request && <RequestOf request={request} status={entry.http_status} />}
      </span>
      <span class="entry-at">
        <Moment iso={at} />
      </span>
    </li>
  );
}

type Asked = {
  readonly request: NonNullable<TimelineEntry['request']>;
  readonly status: number | null;
};

function RequestOf({ request: { request_id, error_code, milliseconds }, status }: Asked) {
  return (
    <span class="under">
      {status !== null && `${status} · `}
      {error_code !== null && (
        <>
          <ErrorLink code={error_code} /> ·{' '}
        </>
      )}
      {Math.round(milliseconds)} ms ·{' '}
      <a href={addressOf('requests', { query: { request: request_id } })}>request {request_id.slice(0, 8)}</a>
    </span>
  );
}
