import {
  isKnownEvent,
  ReceivedEvent,
  type ReceivedEvents,
  type SessionEvent,
} from '../../../contract/frame/session-events.ts';
import { type ChallengeApi, followAbort } from './challenge-api.ts';
import { readEventStream } from './event-stream.ts';

/** A stream without `ready` after this time is accompanied by polling. */
export const READY_WITHIN_MS = 1500;
/** A stream that is not ready after this time is probably buffered by a proxy. */
const GIVEN_UP_MS = 5000;
/** A stream that is silent for this time is dead: the service sends something every 15 s. */
const SILENCE_MS = 40_000;
export const POLL_MS = 2000;

type Dependencies = {
  readonly api: Pick<ChallengeApi, 'readEvents' | 'streamEvents'>;
  /** Gets each event once, in order; unknown events of a later service are skipped. */
  take(event: SessionEvent): void;
  /** Runs work that holds a connection for long; undefined if too many windows do. */
  inSlot<Value>(work: () => Promise<Value>): Promise<Value | undefined>;
};

/** `crowded`: other windows hold all streams. `unready`: the stream never became ready. */
type StreamOutcome = 'ended' | 'unready' | 'crowded';

export type EventReader = ReturnType<typeof createEventReader>;

/**
 * Reads the session's events by a stream or by polling, and remembers the position. It streams only from a known position, so
 * that it misses no event that comes while the stream is being opened.
 */
export function createEventReader({ api, take, inSlot }: Dependencies) {
  const position = createReadPosition(take);

  /** Polls once. With `wait`, seconds, the service answers once there is an event. Returns the position. */
  async function ask(signal: AbortSignal, wait?: number): Promise<number> {
    const after = position.seq() ?? 0;
    return position.takeAnswer(await api.readEvents({ after, signal, ...(wait ? { wait } : {}) }));
  }

  async function stream(outer: AbortSignal, onReady: () => void): Promise<StreamOutcome> {
    // A browser may deny a third party the channel by which its windows share the slots: then polling is left.
    const wasReady = await inSlot(() => streamOnce(outer, onReady)).catch(() => false);
    if (wasReady === undefined) return 'crowded';
    return wasReady ? 'ended' : 'unready';
  }

  /** Resolves when the stream has ended; true if it ever was ready. */
  async function streamOnce(outer: AbortSignal, onReady: () => void): Promise<boolean> {
    const attempt = createAttempt(outer, () => ask(outer).catch(() => {}));
    try {
      const after = position.seq() ?? (await ask(attempt.signal));
      const { body } = await api.streamEvents({ after, signal: attempt.signal });
      for await (const { event, data } of body ? readEventStream(body, attempt.onSign) : []) {
        if (event === 'ready') {
          attempt.ready();
          onReady();
        } else position.takeNew(ReceivedEvent.parse(JSON.parse(data)));
      }
    } catch {
      // The caller opens another stream.
    } finally {
      attempt.end();
    }
    return attempt.wasReady();
  }

  return {
    ask,
    stream,
    /** Sets the position, unless it is known: earlier events are skipped. */
    startAt: position.startAt,
    forget: position.forget,
  };
}

/** The position: the `seq` of the last event read; undefined until it is known. */
function createReadPosition(take: Dependencies['take']) {
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
      // The first answer may contain old events, whose ends were shown already.
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

/** One attempt at a stream: aborted when it is silent; until it is ready, `poll` is called repeatedly. */
function createAttempt(outer: AbortSignal, poll: () => unknown) {
  const { signal, abort, unfollow } = followAbort(outer);
  let isReady = false;
  let silence = setTimeout(abort, GIVEN_UP_MS);
  let asking = setTimeout(function again() {
    poll();
    asking = setTimeout(again, POLL_MS);
  }, READY_WITHIN_MS);
  return {
    signal,
    wasReady: () => isReady,
    ready() {
      isReady = true;
      clearTimeout(asking);
    },
    onSign() {
      clearTimeout(silence);
      silence = setTimeout(abort, SILENCE_MS);
    },
    end() {
      clearTimeout(silence);
      clearTimeout(asking);
      // A stream that was given up for what it said is still open.
      abort();
      unfollow();
    },
  };
}
