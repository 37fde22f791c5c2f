import {
  type ChallengeEnd,
  ChallengeEndAnswer,
  ChallengesAnswer,
  type OpenChallenge,
  ReceivedEvents,
  ResumeAnswer,
} from '../../../contract/frame/session-events.ts';
import { unreachableError } from '../../errors/service-errors.ts';
import { createServiceCalls, type ServiceConnection, TIMEOUT_MS } from '../calls/api.ts';

/** `after`: the last event read; `wait`: seconds to wait for a new one; `signal`: when to give up. */
export type EventsQuery = {
  readonly after: number;
  readonly wait?: number;
  readonly signal: AbortSignal;
};

export type ChallengeApi = {
  listChallenges(): Promise<OpenChallenge[]>;
  cancelChallenge(transactionId: string): Promise<ChallengeEnd>;
  /** A guest's challenge whose box this tab has stored, if it is still open. */
  listKept(box: string): Promise<OpenChallenge[]>;
  /** `box`: the stored one of a guest's challenge. */
  resumeChallenge(transactionId: string, box?: string): Promise<OpenChallenge>;
  readEvents(query: EventsQuery): Promise<ReceivedEvents>;
  /** The session's events as an open stream. */
  streamEvents(query: EventsQuery): Promise<Response>;
};

const pathOfEvents = ({ after, wait }: EventsQuery) => {
  const query = { after: String(after), ...(wait !== undefined && { wait: String(wait) }) };
  return `events?${new URLSearchParams(query)}`;
};

export function createChallengeApi(connection: ServiceConnection): ChallengeApi {
  const { ask, call } = createServiceCalls(connection);
  const pathOf = (transactionId: string, verb: string) =>
    `challenges/${encodeURIComponent(transactionId)}/${verb}`;

  return {
    listChallenges: async () => (await call('challenges', { schema: ChallengesAnswer })).challenges,
    cancelChallenge: async (id) =>
      (await call(pathOf(id, 'cancel'), { schema: ChallengeEndAnswer, form: {} })).end,
    listKept: async (box) =>
      (await call('challenges/kept', { schema: ChallengesAnswer, form: { box } })).challenges,
    resumeChallenge: async (id, box) =>
      (await call(pathOf(id, 'resume'), { schema: ResumeAnswer, form: { box } })).challenge,
    readEvents: (query) =>
      withDeadline({ ms: TIMEOUT_MS + 1000 * (query.wait ?? 0), outer: query.signal }, (signal) =>
        call(pathOfEvents(query), { schema: ReceivedEvents, signal }),
      ),
    async streamEvents(query) {
      const headers = { Accept: 'text/event-stream' };
      const response = await ask(pathOfEvents(query), { headers, signal: query.signal });
      if (!response.ok) throw unreachableError(`found status ${response.status} for the session's events`);
      return response;
    },
  };
}

type Limits = { readonly ms: number; readonly outer: AbortSignal };

/** An abort signal that also follows `outer` until `unfollow`. Not all supported browsers have `AbortSignal.any`. */
export function followAbort(outer: AbortSignal) {
  const own = new AbortController();
  const abort = () => own.abort();
  if (outer.aborted) abort();
  outer.addEventListener('abort', abort);
  return { signal: own.signal, abort, unfollow: () => outer.removeEventListener('abort', abort) };
}

/** Aborts `work` after `ms`, or with `outer`. */
export async function withDeadline<Value>(
  { ms, outer }: Limits,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const { signal, abort, unfollow } = followAbort(outer);
  const timer = setTimeout(abort, ms);
  try {
    return await work(signal);
  } finally {
    clearTimeout(timer);
    unfollow();
  }
}
