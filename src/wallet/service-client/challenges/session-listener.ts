import { type EventReader, READY_WITHIN_MS } from './event-reader.ts';
import { createPause, createReadiness, keepReading } from './keep-reading.ts';

/** How long after `getPaymentMethod` a challenge may come. */
const LISTEN_MS = 30 * 60_000;
/** Most challenges come within this time. */
const SOON_MS = 60_000;

type Dependencies = {
  readonly reader: EventReader;
  /** Whether a challenge is open: then pauses are short. */
  isWaiting(): boolean;
  /** Whether the page is visible. */
  isVisible(): boolean;
};

/**
 * Listens to the service while a challenge may come and the page is visible: six tabs of a shop with open streams would block
 * all their other requests to the service.
 */
export function createSessionListener(dependencies: Dependencies) {
  const { reader, isWaiting, isVisible } = dependencies;
  let listeningSince = Number.NEGATIVE_INFINITY;
  const isListeningFor = (ms: number) => Date.now() < listeningSince + ms;
  const isExpecting = () => isWaiting() || isListeningFor(LISTEN_MS);
  const reading = createReading({
    reader,
    isUrgent: () => isWaiting() || isListeningFor(SOON_MS),
    isWanted: () => isVisible() && isExpecting(),
  });

  return {
    stop: reading.stop,
    /** Whether a challenge is open or may come. */
    isExpecting,
    /**
     * Resolves when the stream is ready, or after 1.5 s, when polling takes over. `first`: the newest event before the expected
     * ones; used only for the first read.
     */
    async listenForChallenge(first?: number): Promise<void> {
      listeningSince = Date.now();
      if (first !== undefined) reader.startAt(first);
      if (!isVisible()) return;
      reading.start({ asksFirst: false });
      await Promise.race([reading.untilReady(), delay(READY_WITHIN_MS)]);
    },
    /** The page is visible again, or the network is back: reads missed events. */
    resume() {
      reading.start({ asksFirst: true });
    },
    /** Another session: forgets the position in the events of the earlier one. */
    reset() {
      reading.stop();
      reader.forget();
      reading.start({ asksFirst: true });
    },
  };
}

type ReadingDependencies = {
  readonly reader: EventReader;
  isWanted(): boolean;
  isUrgent(): boolean;
};

/** Runs one read loop at a time, while it is wanted. */
function createReading({ reader, isWanted, isUrgent }: ReadingDependencies) {
  const pause = createPause(isUrgent);
  let readiness = createReadiness();
  let running: AbortController | undefined;

  /** Ends a pause at once. */
  function start({ asksFirst }: { asksFirst: boolean }) {
    if (!isWanted()) return;
    pause.end();
    if (running) return;
    const mine = new AbortController();
    running = mine;
    const reading = keepReading({ reader, asksFirst, isWanted, pause, readiness, signal: mine.signal });
    whenSettled(reading, () => {
      if (running !== mine) return;
      running = undefined;
      // It may be wanted again since the loop stopped.
      start({ asksFirst: true });
    });
  }

  function stop() {
    running?.abort();
    running = undefined;
    readiness = createReadiness();
  }

  return { start, stop, untilReady: () => readiness.whenSet };
}

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function whenSettled(work: Promise<unknown>, act: () => void): void {
  work.then(act, act);
}
