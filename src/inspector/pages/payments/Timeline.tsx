import type { AdminPayment } from '../../../contract/admin/payments.ts';
import type { TimelineEntry } from '../../../contract/admin/timeline.ts';
import { ErrorLink } from '../../parts/ErrorLink.tsx';
import { addressOf } from '../../state/route.ts';
import { Moment } from '../../ui/Moment.tsx';
import { isReceived, isWebPage, WEB_PAGE } from '../callbacks/answer-text.ts';
import { actorNames, isTrouble, timelineText } from './timeline-words.ts';

/** Events of page, wallet, backend, bank, callback and lookup in their order. */
export function Timeline({ payment }: { readonly payment: AdminPayment }) {
  const { timeline } = payment;
  if (timeline.length === 0) return <p class="muted">Nothing is on record.</p>;
  return (
    <ol class="timeline">
      {timeline.map((entry, index) => (
        // Entries have no id; the list only grows.
        <Entry
          key={`${index} ${entry.at} ${entry.kind}`}
          entry={entry}
          text={timelineText(entry, timeline)}
          isDoubtful={isWebPageAnswer(entry, payment)}
        />
      ))}
    </ol>
  );
}

/** Whether the entry is a callback that was answered with a web page. */
function isWebPageAnswer({ kind, callback_id, at, http_status }: TimelineEntry, { callbacks }: AdminPayment) {
  if (kind !== 'callback-attempt' || !isReceived(http_status)) return false;
  const callback = callbacks.find(({ id }) => id === callback_id);
  return isWebPage(callback?.attempts.find(({ ended_at }) => ended_at === at)?.answer_start ?? null);
}

type EntryProps = {
  readonly entry: TimelineEntry;
  readonly text: string;
  readonly isDoubtful: boolean;
};

function Entry({ entry, text, isDoubtful }: EntryProps) {
  const { actor, request, callback_id: callback, at } = entry;
  return (
    <li class={isTrouble(entry) ? 'entry entry-trouble' : 'entry'} data-actor={actor}>
      <span class="actor">{actorNames[actor]}</span>
      <span class="entry-text">
        {callback === null ? text : <a href={addressOf('callbacks', { id: callback })}>{text}</a>}
        {isDoubtful && <span class="under">{WEB_PAGE}</span>}
        {request && <RequestOf request={request} status={entry.http_status} />}
      </span>
      <span class="entry-at">
        <Moment iso={at} />
      </span>
    </li>
  );
}

type RequestOfProps = {
  readonly request: NonNullable<TimelineEntry['request']>;
  readonly status: number | null;
};

function RequestOf({ request: { request_id, error_code, milliseconds }, status }: RequestOfProps) {
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
