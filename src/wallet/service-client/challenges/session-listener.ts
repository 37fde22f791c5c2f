import { type EventReader, READY_WITHIN_MS } from './event-reader.ts';
import { createPause, createReadiness, keepReading } from './keep-reading.ts';

/** A payment method that was handed over may lead to a challenge for so long. */
const LISTEN_MS = 30 * 60_000;
/** Most challenges come so soon after it. */
const SOON_MS = 60_000;

type Dependencies = {
  readonly reader: EventReader;
  /** Whether a challenge is open: then nothing waits long. */
  isWaiting(): boolean;
  /** Whether somebody looks at the page. */
  isVisible(): boolean;
};

/**
 * Listens to the service while a challenge may come and somebody looks: six tabs of a shop with open streams would block
 * every further request of theirs to the service.
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
     * Resolves when the service's word would be heard, or after a moment: then it is asked for. `first`: the newest event
     * before what is awaited, where nothing was asked for before.
     */
    async listenForChallenge(first?: number): Promise<void> {
      listeningSince = Date.now();
      if (first !== undefined) reader.startAt(first);
      if (!isVisible()) return;
      reading.start({ asksFirst: false });
      await Promise.race([reading.isHeard(), delay(READY_WITHIN_MS)]);
    },
    /** Somebody looks again, or the network is back: what was missed is asked for. */
    resume() {
      reading.start({ asksFirst: true });
    },
    /** Another session: what was told to the earlier one is not its business. */
    reset() {
      reading.stop();
      reader.forget();
      reading.start({ asksFirst: true });
    },
  };
}

type CreateReadingInput = {
  readonly reader: EventReader;
  isWanted(): boolean;
  isUrgent(): boolean;
};

/** One reading at a time, while it is wanted. */
function createReading({ reader, isWanted, isUrgent }: CreateReadingInput) {
  const pause = createPause(isUrgent);
  let readiness = createReadiness();
  let running: AbortController | undefined;

  /** Goes on at once where it paused. */
  function start({ asksFirst }: { asksFirst: boolean }) {
    if (!isWanted()) return;
    pause.end();
    if (running) return;
    const mine = new AbortController();
    running = mine;
    const ended = keepReading({ reader, asksFirst, isWanted, pause, readiness, signal: mine.signal });
    whenSettled(ended, () => {
      if (running !== mine) return;
      running = undefined;
      // It may have been wanted anew in the moment it gave up.
      start({ asksFirst: true });
    });
  }

  function stop() {
    running?.abort();
    running = undefined;
    readiness = createReadiness();
  }

  return { start, stop, isHeard: () => readiness.isSet };
}

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function whenSettled(work: Promise<unknown>, act: () => void): void {
  work.then(act, act);
}
