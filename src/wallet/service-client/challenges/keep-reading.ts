import { type EventReader, POLL_MS } from './event-reader.ts';

const LONG_POLL_SECONDS = 25;
const BACKOFF = { first: 500, most: 10_000 };
/** The failure count whose pause (1 to 2 s) is used while other windows hold all streams. */
const CROWDED = 2;

type ReadingOptions = {
  readonly reader: EventReader;
  readonly asksFirst: boolean;
  readonly readiness: Readiness;
  readonly pause: Pause;
  readonly signal: AbortSignal;
  isWanted(): boolean;
};

/**
 * Reads the event stream. It polls if no stream becomes ready, and from time to time while other windows of the shop hold all
 * streams.
 */
export async function keepReading({
  reader,
  asksFirst,
  readiness,
  pause,
  signal,
  isWanted,
}: ReadingOptions): Promise<void> {
  if (asksFirst) await succeeds(reader.ask(signal));
  for (let failures = 0; !signal.aborted && isWanted(); ) {
    const outcome = await reader.stream(signal, readiness.set);
    if (signal.aborted) return;
    const isCrowded = outcome === 'crowded';
    if (!isCrowded) readiness.unset();
    const isHeard =
      outcome === 'ended' || (await succeeds(reader.ask(signal, isCrowded ? 0 : LONG_POLL_SECONDS)));
    if (isCrowded && isHeard) readiness.set();
    failures = isHeard ? 0 : failures + 1;
    await pause.after(isCrowded ? Math.max(failures, CROWDED) : failures);
  }
}

type Readiness = ReturnType<typeof createReadiness>;

/** Whether a new event would arrive at once. */
export function createReadiness() {
  let current = createSignalling();
  return {
    set: () => current.set(),
    unset() {
      if (current.wasSet()) current = createSignalling();
    },
    get whenSet() {
      return current.whenSet;
    },
  };
}

function createSignalling() {
  let wasSet = false;
  let resolve = () => {};
  const whenSet = new Promise<void>((done) => {
    resolve = done;
  });
  const set = () => {
    wasSet = true;
    resolve();
  };
  return { whenSet, set, wasSet: () => wasSet };
}

type Pause = ReturnType<typeof createPause>;

/** Exponential backoff with jitter, from half a second on. */
export function createPause(isUrgent: () => boolean) {
  let end = () => {};
  return {
    end: () => end(),
    async after(failures: number) {
      const most = isUrgent() ? POLL_MS : BACKOFF.most;
      const length = Math.min(BACKOFF.first * 2 ** failures, most) * (0.5 + Math.random() / 2);
      await new Promise<void>((resolve) => {
        end = resolve;
        setTimeout(resolve, length);
      });
    },
  };
}

async function succeeds(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch {
    return false;
  }
}
