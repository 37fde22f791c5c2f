/** The time left is shown from this many milliseconds on. Only the service decides when it is over. */
const COUNTDOWN_MS = 120_000;
const TICK_MS = 1000;

type Dependencies = {
  readonly box: {
    /** Opens the box, or updates it. `secondsLeft`: undefined unless they are few. */
    show(challenge: Pick<QueuedChallenge, 'boxUrl' | 'wasOpened'>, secondsLeft: number | undefined): void;
    close(): void;
  };
};

type QueuedChallenge = {
  readonly transactionId: string;
  readonly boxUrl: string;
  readonly endsAt: number;
  /** Whether the box may have been loaded before; the service reports only the first load. */
  readonly wasOpened: boolean;
};

/** The open challenges of this page in the order of their events; the first is shown. */
export function createChallengeQueue({ box }: Dependencies) {
  let open: readonly QueuedChallenge[] = [];
  const holds = (transactionId: string) => open.some((each) => each.transactionId === transactionId);
  const draw = () => {
    const [first] = open;
    if (first) box.show(first, secondsToShow(first));
  };
  const clock = createClock(() => {
    const [first] = open;
    if (first && secondsToShow(first) !== undefined) draw();
  });

  return {
    draw,
    holds,
    /** The one that is shown. */
    first: () => open[0]?.transactionId,
    put(challenge: QueuedChallenge) {
      open = [...open, challenge];
      clock.start();
    },
    change(transactionId: string, changes: Partial<Pick<QueuedChallenge, 'endsAt' | 'wasOpened'>>) {
      open = open.map((each) => (each.transactionId === transactionId ? { ...each, ...changes } : each));
    },
    remove(transactionId: string) {
      if (open[0]?.transactionId === transactionId) box.close();
      open = open.filter((each) => each.transactionId !== transactionId);
      if (open.length === 0) clock.stop();
    },
    /** After a restore from the back/forward cache, where the issuer's page has lost its state. */
    reload() {
      if (open.length > 0) box.close();
      draw();
    },
  };
}

function secondsToShow({ endsAt }: QueuedChallenge): number | undefined {
  const msLeft = endsAt - Date.now();
  return msLeft > COUNTDOWN_MS ? undefined : Math.max(0, Math.ceil(msLeft / 1000));
}

function createClock(tick: () => void) {
  let timer: ReturnType<typeof setInterval> | undefined;
  return {
    start() {
      timer ??= setInterval(tick, TICK_MS);
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}
