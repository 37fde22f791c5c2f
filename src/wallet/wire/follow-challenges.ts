import type { ShownChallenge } from '../../contract/challenge-box.ts';
import type { FrameToPage } from '../../contract/frame-calls.ts';
import type { Models } from '../App.tsx';
import { boxLook } from './box-look.ts';
import { boxTexts } from './box-texts.ts';
import type { ChallengeApi } from './challenge-api.ts';
import { createChallengeDesk } from './challenge-desk.ts';
import { createEventReader } from './event-reader.ts';
import { createSessionFeed } from './session-feed.ts';
import { inStreamPlace } from './stream-place.ts';

const HEARD_WITHIN_MS = 10_000;

type Surroundings = {
  readonly models: Pick<Models, 'wallet' | 'locale' | 'session' | 'challenges'>;
  readonly api: ChallengeApi;
  readonly page: FrameToPage;
};

/** From the service's word of a challenge to its end on the page. */
export function followChallenges({ models, api, page }: Surroundings) {
  const { locale, session, challenges } = models;
  const offer = (id: string) => challenges.setWaiting([id]);
  const desk = createChallengeDesk({ page, offer, present: presenter(models) });
  const reader = createEventReader({ api, take: desk.take, inPlace: inStreamPlace });
  const isVisible = () => document.visibilityState === 'visible';
  const feed = createSessionFeed({ reader, isVisible, isWaiting: () => desk.shown() !== undefined });
  const listWaiting = waitingLister({ api, desk, challenges });

  locale.t.subscribe(desk.draw);
  let known: string | undefined;
  session.status.subscribe((status) => {
    if (status.name !== 'open' || status.session.walletSession === known) return;
    if (known !== undefined) feed.reset();
    known = status.session.walletSession;
    // Once this has been settled: the call wants the token that is just being set.
    queueMicrotask(listWaiting);
  });
  listenToPage({
    feed,
    onReturn: desk.reload,
    // What was offered may have been taken up elsewhere meanwhile.
    onSight: () => challenges.waiting.peek().length > 0 && listWaiting(),
  });

  return {
    arm: feed.arm,
    /** Where the service cannot be reached, it is offered again. */
    async cancel() {
      const shown = desk.shown();
      if (shown === undefined) return;
      try {
        desk.end(await api.cancelChallenge(shown));
      } finally {
        desk.draw();
      }
    },
    /** "Continue": the challenge is bound to this session and shown. */
    async resume(transactionId: string) {
      try {
        // Its end may come at once, and must be told from what was told before.
        await reader.ask(AbortSignal.timeout(HEARD_WITHIN_MS));
        await feed.arm();
        desk.show(await api.resumeChallenge(transactionId));
      } catch {
        // What can be continued is said anew.
      }
      await listWaiting();
    },
  };
}

type Listing = Pick<Surroundings, 'api'> &
  Pick<Surroundings['models'], 'challenges'> & { readonly desk: { holds(transactionId: string): boolean } };

/** What waits and is on no page: this one has its own. */
function waitingLister({ api, desk, challenges }: Listing) {
  return async () => {
    const listed = await api.listChallenges().catch(() => []);
    const names = listed.map(({ transaction_id }) => transaction_id);
    challenges.setWaiting(names.filter((name) => !desk.holds(name)));
  };
}

/** As the wallet speaks and looks now. */
function presenter({ wallet, locale }: Surroundings['models']) {
  return (boxUrl: string, secondsLeft: number | undefined): ShownChallenge => ({
    boxUrl: inLanguage(boxUrl, locale.tag.peek()),
    texts: boxTexts(languageOf(locale), secondsLeft),
    look: boxLook(wallet.theme.peek()),
  });
}

function languageOf({ t, tag, direction }: Models['locale']) {
  return { t: t.peek(), lang: tag.peek(), direction: direction.peek() };
}

/** A box that is open stays as it was opened: the page loads its first address alone. */
function inLanguage(boxUrl: string, tag: string): string {
  const url = new URL(boxUrl);
  url.searchParams.set('locale', tag);
  return url.href;
}

type Listening = {
  readonly feed: { resume(): void; stop(): void };
  onReturn(): void;
  onSight(): void;
};

/** A page that is hidden or left needs no stream; one that comes back asks for what it missed. */
function listenToPage({ feed, onReturn, onSight }: Listening) {
  const see = () => {
    if (document.visibilityState !== 'visible') return feed.stop();
    feed.resume();
    onSight();
  };
  document.addEventListener('visibilitychange', see);
  window.addEventListener('online', see);
  window.addEventListener('pagehide', feed.stop);
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    onReturn();
    see();
  });
}
