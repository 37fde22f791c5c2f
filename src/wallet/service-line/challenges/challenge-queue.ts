import type { ShownChallenge } from '../../../contract/frame/challenge-box.ts';
import type { FrameToPage } from '../../../contract/frame/frame-calls.ts';

/** The time left is shown from here on; when it is over is the service's to say. */
const COUNTDOWN_MS = 120_000;
const TICK_MS = 1000;

type Dependencies = {
  readonly page: Pick<FrameToPage, 'showChallenge' | 'closeChallenge'>;
  /** What the page is given of a challenge, in the language and scheme on show; the seconds left where they are few. */
  present(boxUrl: string, secondsLeft: number | undefined): ShownChallenge;
};

type Open = { readonly transactionId: string; readonly boxUrl: string; readonly endsAt: number };

/** The open challenges of this page in the order they came: the first is on show. */
export function createChallengeQueue({ page, present }: Dependencies) {
  let open: readonly Open[] = [];
  const holds = (transactionId: string) => open.some((each) => each.transactionId === transactionId);
  const draw = () => {
    const [first] = open;
    if (first) page.showChallenge(present(first.boxUrl, secondsToShow(first)));
  };
  const clock = createClock(() => {
    const [first] = open;
    if (first && secondsToShow(first) !== undefined) draw();
  });

  return {
    draw,
    holds,
    /** The one on the page. */
    shown: () => open[0]?.transactionId,
    put(challenge: Open) {
      open = [...open, challenge];
      clock.start();
    },
    setEnd(transactionId: string, endsAt: number) {
      open = open.map((each) => (each.transactionId === transactionId ? { ...each, endsAt } : each));
    },
    remove(transactionId: string) {
      if (open[0]?.transactionId === transactionId) page.closeChallenge();
      open = open.filter((each) => each.transactionId !== transactionId);
      if (open.length === 0) clock.stop();
    },
    /** After a page has come back from the back/forward cache: what the issuer had begun there is gone. */
    reload() {
      if (open.length > 0) page.closeChallenge();
      draw();
    },
  };
}

function secondsToShow({ endsAt }: Open): number | undefined {
  const left = endsAt - Date.now();
  return left > COUNTDOWN_MS ? undefined : Math.max(0, Math.ceil(left / 1000));
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
