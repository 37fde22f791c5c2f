import { type EventReader, POLL_MS, READY_WITHIN_MS } from './event-reader.ts';

/** A payment method that was handed over may lead to a challenge for so long. */
const ARMED_MS = 30 * 60_000;
const LONG_POLL_SECONDS = 25;
const BACKOFF = { first: 500, most: 10_000 };

type Dependencies = {
  readonly reader: Pick<EventReader, 'ask' | 'stream' | 'forget'>;
  /** Whether a challenge is open: then nothing waits long. */
  isWaiting(): boolean;
  /** Whether somebody looks at the page. */
  isVisible(): boolean;
};

/**
 * Listens to the service while a challenge may come and somebody looks: six tabs of a shop with open streams would block
 * every further request of theirs to the service.
 */
export function createSessionFeed(dependencies: Dependencies) {
  const { reader, isWaiting, isVisible } = dependencies;
  let armedUntil = 0;
  let reading: AbortController | undefined;
  const state: State = { ready: createReadiness(), pause: createPause(isWaiting) };
  const isWanted = () => isVisible() && (Date.now() < armedUntil || isWaiting());

  function start({ asksFirst }: { asksFirst: boolean }) {
    if (reading || !isWanted()) return;
    const mine = new AbortController();
    reading = mine;
    const listening = listen(state, { reader, asksFirst, isWanted, signal: mine.signal });
    whenSettled(listening, () => {
      if (reading === mine) reading = undefined;
    });
  }

  function stop() {
    reading?.abort();
    reading = undefined;
    state.ready = createReadiness();
  }

  return {
    stop,
    /** Resolves when the service's word would be heard, or after a moment: then it is asked for. */
    async arm(): Promise<void> {
      armedUntil = Date.now() + ARMED_MS;
      if (!isVisible()) await succeeds(reader.ask(AbortSignal.timeout(READY_WITHIN_MS)));
      start({ asksFirst: false });
      if (reading) await Promise.race([state.ready.isSet, delay(READY_WITHIN_MS)]);
    },
    /** Somebody looks again, or the network is back: what was missed is asked for. */
    resume() {
      start({ asksFirst: true });
      state.pause.end();
    },
    /** Another session: what was told to the earlier one is not its business. */
    reset() {
      stop();
      reader.forget();
      start({ asksFirst: true });
    },
  };
}

type State = { ready: ReturnType<typeof createReadiness>; readonly pause: ReturnType<typeof createPause> };

type Listening = {
  readonly reader: Dependencies['reader'];
  readonly asksFirst: boolean;
  readonly signal: AbortSignal;
  isWanted(): boolean;
};

async function listen(state: State, { reader, asksFirst, signal, isWanted }: Listening): Promise<void> {
  if (asksFirst) await succeeds(reader.ask(signal));
  for (let failures = 0; !signal.aborted && isWanted(); ) {
    const wasReady = await reader.stream(signal, () => state.ready.set());
    if (signal.aborted) return;
    state.ready = createReadiness();
    const isFine = wasReady || (await succeeds(reader.ask(signal, LONG_POLL_SECONDS)));
    failures = isFine ? 0 : failures + 1;
    await state.pause.after(failures);
  }
}

function createReadiness() {
  let set = () => {};
  const isSet = new Promise<void>((resolve) => {
    set = resolve;
  });
  return { isSet, set };
}

/** Half a second at first, then twice as long each time, never quite the same. */
function createPause(isWaiting: () => boolean) {
  let end = () => {};
  return {
    end: () => end(),
    async after(failures: number) {
      const most = isWaiting() ? POLL_MS : BACKOFF.most;
      const length = Math.min(BACKOFF.first * 2 ** failures, most) * (0.5 + Math.random() / 2);
      await new Promise<void>((resolve) => {
        end = resolve;
        setTimeout(resolve, length);
      });
    },
  };
}

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function succeeds(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch {
    return false;
  }
}

function whenSettled(work: Promise<unknown>, act: () => void): void {
  work.then(act, act);
}
