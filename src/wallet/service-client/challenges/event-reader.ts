import {
  isKnownEvent,
  ReceivedEvent,
  type ReceivedEvents,
  type SessionEvent,
} from '../../../contract/frame/session-events.ts';
import type { ChallengeApi } from './challenge-api.ts';
import { readEventStream } from './event-stream.ts';

/** Without a `ready` for so long there is asking beside the stream. */
export const READY_WITHIN_MS = 1500;
/** A stream that is not ready by then is held back by something in between. */
const GIVEN_UP_MS = 5000;
/** A stream that says nothing for so long is dead: the service says something every 15 s. */
const SILENCE_MS = 40_000;
export const POLL_MS = 2000;

type Dependencies = {
  readonly api: Pick<ChallengeApi, 'readEvents' | 'streamEvents'>;
  /** Each event once, in order; those of a later service are passed over. */
  take(event: SessionEvent): void;
  /** Runs what holds a connection for long; undefined where too many do. */
  inSlot<Value>(work: () => Promise<Value>): Promise<Value | undefined>;
};

/** `crowded`: other windows hold the streams there may be. `unready`: something is in between. */
type StreamOutcome = 'ended' | 'unready' | 'crowded';

export type EventReader = ReturnType<typeof createEventReader>;

/**
 * Reads what the service tells the session, by a stream or by asking, and remembers how far. Nothing is streamed before it is
 * known from where: a challenge may be told at any time, also while the stream is being opened.
 */
export function createEventReader({ api, take, inSlot }: Dependencies) {
  const mark = createMark(take);

  /** With `wait`, seconds, the service answers once there is something. Returns how far has been read. */
  async function ask(signal: AbortSignal, wait?: number): Promise<number> {
    const after = mark.seq() ?? 0;
    return mark.takeAnswer(await api.readEvents({ after, signal, ...(wait ? { wait } : {}) }));
  }

  async function stream(outer: AbortSignal, onReady: () => void): Promise<StreamOutcome> {
    const wasReady = await inSlot(() => streamOnce(outer, onReady));
    if (wasReady === undefined) return 'crowded';
    return wasReady ? 'ended' : 'unready';
  }

  /** Resolves when the stream has ended, with whether it ever was ready. */
  async function streamOnce(outer: AbortSignal, onReady: () => void): Promise<boolean> {
    const attempt = createAttempt(outer, () => ask(outer).catch(() => {}));
    try {
      const after = mark.seq() ?? (await ask(attempt.signal));
      const { body } = await api.streamEvents({ after, signal: attempt.signal });
      for await (const { event, data } of body ? readEventStream(body, attempt.heard) : []) {
        if (event === 'ready') {
          attempt.ready();
          onReady();
        } else mark.takeNew(ReceivedEvent.parse(JSON.parse(data)));
      }
    } catch {
      // Whatever broke it, it is opened again.
    } finally {
      attempt.end();
    }
    return attempt.wasReady();
  }

  return {
    ask,
    stream,
    /** Where to read from, unless that is known: what came until then is not asked for. */
    startAt: mark.startAt,
    forget: mark.forget,
  };
}

/** How far has been read; undefined until that is known. */
function createMark(take: Dependencies['take']) {
  let seq: number | undefined;
  function takeNew(event: ReceivedEvent) {
    if (seq !== undefined && event.seq <= seq) return;
    seq = event.seq;
    if (isKnownEvent(event)) take(event);
  }
  return {
    takeNew,
    seq: () => seq,
    takeAnswer(answer: Pick<ReceivedEvents, 'seq' | 'events'>): number {
      // How long ago they were told is not known, so an end may have been shown already.
      const events = seq === undefined ? answer.events.filter(isUnanswered) : answer.events;
      for (const event of events) takeNew(event);
      seq = Math.max(seq ?? 0, answer.seq);
      return seq;
    },
    startAt(first: number) {
      seq ??= first;
    },
    forget() {
      seq = undefined;
    },
  };
}

function isUnanswered({ type, transaction_id }: ReceivedEvent, _: number, all: readonly ReceivedEvent[]) {
  const isOver = all.some((event) => event.type === '3ds_result' && event.transaction_id === transaction_id);
  return type === '3ds_required' && !isOver;
}

/** One opening of the stream: given up when it stays silent; until it is ready `poll` is called now and then. */
function createAttempt(outer: AbortSignal, poll: () => unknown) {
  const own = new AbortController();
  const abort = () => own.abort();
  if (outer.aborted) abort();
  outer.addEventListener('abort', abort);
  let isReady = false;
  let silence = setTimeout(abort, GIVEN_UP_MS);
  let asking = setTimeout(function again() {
    poll();
    asking = setTimeout(again, POLL_MS);
  }, READY_WITHIN_MS);
  return {
    signal: own.signal,
    wasReady: () => isReady,
    ready() {
      isReady = true;
      clearTimeout(asking);
    },
    heard() {
      clearTimeout(silence);
      silence = setTimeout(abort, SILENCE_MS);
    },
    end() {
      clearTimeout(silence);
      clearTimeout(asking);
      outer.removeEventListener('abort', abort);
    },
  };
}
