import * as z from 'zod/mini';
import { SessionEvent } from '../../contract/session-events.ts';
import type { ChallengeApi } from './challenge-api.ts';
import { readEventStream } from './event-stream.ts';

/** Without a `ready` for so long there is asking beside the stream. */
export const READY_WITHIN_MS = 1500;
/** A stream that is not ready by then is held back by something in between. */
const GIVEN_UP_MS = 5000;
/** A stream that says nothing for so long is dead: the service says something every 15 s. */
const SILENCE_MS = 40_000;
export const POLL_MS = 2000;

const Ready = z.object({ seq: z.int() });

type Dependencies = {
  readonly api: Pick<ChallengeApi, 'readEvents' | 'streamEvents'>;
  /** Each event once, in order. */
  take(event: SessionEvent): void;
};

export type EventReader = ReturnType<typeof createEventReader>;

/** Reads what the service tells the session, by a stream or by asking, and remembers how far. */
export function createEventReader({ api, take }: Dependencies) {
  let seq: number | undefined;

  function takeNew(event: SessionEvent) {
    if (seq !== undefined && event.seq <= seq) return;
    seq = event.seq;
    take(event);
  }

  /** With `wait`, seconds, the service answers once there is something. */
  async function ask(signal: AbortSignal, wait?: number): Promise<void> {
    const known = seq;
    const answer = await api.readEvents({ after: known ?? 0, signal, ...(wait ? { wait } : {}) });
    // How long ago they were told is not known, so an end may have been shown already.
    const events = known === undefined ? answer.events.filter(isUnanswered) : answer.events;
    for (const event of events) takeNew(event);
    seq = Math.max(seq ?? 0, answer.seq);
  }

  /** Resolves when the stream has ended, with whether it ever was ready. */
  async function stream(outer: AbortSignal, onReady: () => void): Promise<boolean> {
    const attempt = createAttempt(outer, () => ask(outer).catch(() => {}));
    const after = seq;
    try {
      const { body } = await api.streamEvents({ after, signal: attempt.signal });
      for await (const { event, data } of body ? readEventStream(body, attempt.heard) : []) {
        if (event !== 'ready') takeNew(SessionEvent.parse(JSON.parse(data)));
        else {
          const newest = Ready.parse(JSON.parse(data)).seq;
          attempt.ready();
          // It tells from now on, and something was told since the last asking.
          if (after === undefined && seq !== undefined && seq < newest) await ask(outer);
          seq ??= newest;
          onReady();
        }
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
    forget() {
      seq = undefined;
    },
  };
}

function isUnanswered({ type, transaction_id }: SessionEvent, _: number, all: readonly SessionEvent[]) {
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
