import type { ShownChallenge } from '../../contract/challenge-box.ts';
import type { FrameToPage } from '../../contract/frame-calls.ts';
import type { ChallengeEnd, OpenChallenge, SessionEvent } from '../../contract/session-events.ts';

/** The time left is shown from here on; when it is over is the service's to say. */
const COUNTDOWN_MS = 120_000;
const TICK_MS = 1000;

type Dependencies = {
  readonly page: Pick<FrameToPage, 'showChallenge' | 'closeChallenge' | 'emit'>;
  /** What the page is given of a challenge, in the language and scheme on show; the seconds left where they are few. */
  present(boxUrl: string, secondsLeft: number | undefined): ShownChallenge;
};

type Open = { readonly transactionId: string; readonly boxUrl: string; endsAt: number };

type ChallengeDesk = ReturnType<typeof createChallengeDesk>;

/** The open challenges of this page: the first is on show, the end of each is told once. */
export function createChallengeDesk({ page, present }: Dependencies) {
  const open: Open[] = [];
  const over = new Set<string>();
  const find = (transactionId: string) => open.find((each) => each.transactionId === transactionId);
  const draw = () => {
    const [first] = open;
    if (first) page.showChallenge(present(first.boxUrl, secondsToShow(first)));
  };
  const clock = createClock(() => {
    const [first] = open;
    if (first && secondsToShow(first) !== undefined) draw();
  });

  function show({ transaction_id, box_url, expires_in_ms }: OpenChallenge) {
    if (over.has(transaction_id)) return;
    const endsAt = Date.now() + expires_in_ms;
    const known = find(transaction_id);
    if (known) known.endsAt = endsAt;
    else open.push({ transactionId: transaction_id, boxUrl: box_url, endsAt });
    clock.start();
    draw();
  }

  function end(told: ChallengeEnd) {
    if (over.has(told.transaction_id)) return;
    over.add(told.transaction_id);
    const known = find(told.transaction_id);
    if (known && known === open[0]) page.closeChallenge();
    if (known) open.splice(open.indexOf(known), 1);
    announce(page, told);
    if (open.length === 0) clock.stop();
    draw();
  }

  return {
    ...{ draw, show, end },
    /** The one on the page. */
    shown: () => open[0]?.transactionId,
    holds: (transactionId: string) => find(transactionId) !== undefined,
    take: (event: SessionEvent) => takeEvent({ show, end, find, draw }, event),
    /** After a page has come back from the back/forward cache: what the issuer had begun there is gone. */
    reload() {
      if (open.length > 0) page.closeChallenge();
      draw();
    },
  };
}

type Verbs = Pick<ChallengeDesk, 'show' | 'end' | 'draw'> & {
  find(transactionId: string): Open | undefined;
};

function takeEvent({ show, end, find, draw }: Verbs, event: SessionEvent): void {
  if (event.type === '3ds_required') show(event);
  else if (event.type === '3ds_result') end(event);
  else {
    const opened = find(event.transaction_id);
    if (opened) opened.endsAt = Date.now() + event.expires_in_ms;
    draw();
  }
}

function secondsToShow({ endsAt }: Open): number | undefined {
  const left = endsAt - Date.now();
  return left > COUNTDOWN_MS ? undefined : Math.max(0, Math.ceil(left / 1000));
}

function announce(page: Dependencies['page'], { transaction_id, status, reason }: ChallengeEnd): void {
  page.emit({ name: 'after3DsComplete', payload: { status, transaction_id } });
  page.emit({ name: 'threeDsEnded', payload: { transaction_id, status, reason } });
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
