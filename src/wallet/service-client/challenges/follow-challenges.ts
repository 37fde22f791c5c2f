import type { FrameToPage } from '../../../contract/frame/frame-calls.ts';
import type { SessionEvent } from '../../../contract/frame/session-events.ts';
import { toErrorData } from '../../errors/wallet-error.ts';
import type { Models } from '../../models/models.ts';
import type { BoxStorage } from '../../session/box-storage.ts';
import type { WaitingChallenge } from '../../state/challenges.ts';
import type { ServiceConnection } from '../calls/api.ts';
import type { DialogStack } from '../dialogs/dialog-stack.ts';
import { createChallengeApi } from './challenge-api.ts';
import { createChallengeController } from './challenge-controller.ts';
import { createChallengeDialog } from './challenge-dialog.ts';
import { createEventReader } from './event-reader.ts';
import { createSessionListener } from './session-listener.ts';
import { inStreamSlot } from './stream-slot.ts';
import { createWaitingChallenges } from './waiting-challenges.ts';

const ANSWERED_WITHIN_MS = 10_000;

type Dependencies = {
  readonly models: Pick<Models, 'session' | 'challenges'>;
  readonly connection: ServiceConnection;
  readonly page: FrameToPage;
  readonly dialogs: DialogStack;
  readonly boxes: BoxStorage;
};

/** Follows challenges from the service's event to the event on the page. */
export function followChallenges({ models, connection, page, dialogs, boxes }: Dependencies) {
  const api = createChallengeApi(connection);
  const { session, challenges } = models;
  const controller = createChallengeController({
    page,
    storage: guestOnlyStorage(session, boxes),
    offer: (id) => waiting.offer(id),
    box: createChallengeDialog({ page, dialogs, cancel }),
  });
  const waiting = createWaitingChallenges({
    api,
    boxes,
    challenges,
    holds: controller.holds,
    cancel: cancelWaiting,
  });
  const take = (event: SessionEvent) => {
    if (event.type === '3ds_required') waiting.know(event);
    controller.handle(event);
  };
  const reader = createEventReader({ api, take, inSlot: inStreamSlot });
  const isVisible = () => document.visibilityState === 'visible';
  const listener = createSessionListener({
    reader,
    isVisible,
    isWaiting: () => controller.first() !== undefined,
  });
  const takeOver = (id: string) => api.resumeChallenge(id, boxes.all().get(id));

  onNewSession(session, { listener, act: waiting.list });
  listenToPage({
    listener,
    onReturn: controller.reload,
    // It may have been continued elsewhere in the meantime.
    onSight: () => challenges.waiting.peek().length > 0 && waiting.list(),
  });

  async function cancel() {
    const transactionId = controller.first();
    if (transactionId === undefined) return;
    try {
      controller.end(await api.cancelChallenge(transactionId));
    } catch (error) {
      if (toErrorData(error).code !== 'challenge_ended') throw error;
      // Nobody knows its end yet and nobody can stop it, so the shopper may leave it, and come back.
      controller.remove(transactionId);
      waiting.offer(transactionId);
    }
  }

  /** Ends one that is not open here. It must be this session's first: another tab learns that it moved. */
  async function cancelWaiting(transactionId: string) {
    try {
      await takeOver(transactionId);
      controller.end(await api.cancelChallenge(transactionId));
    } catch {
      // The list below offers it again.
    }
    await waiting.list();
  }

  return {
    listenForChallenge: listener.listenForChallenge,
    /** Whether a challenge is open here, can be continued, or may come. */
    areExpected: () => listener.isExpecting() || challenges.waiting.peek().length > 0,
    /** "Continue": binds the challenge to this session and shows it. */
    async resume({ transactionId }: WaitingChallenge) {
      try {
        // Its end may come at once, and must be distinguished from earlier events.
        await reader.ask(AbortSignal.timeout(ANSWERED_WITHIN_MS));
        await listener.listenForChallenge();
        controller.resume(await takeOver(transactionId));
      } catch {
        // The list below offers it again.
      }
      await waiting.list();
    },
  };
}

type Feed = { reset(): void };

function onNewSession({ status }: Models['session'], { listener, act }: { listener: Feed; act: () => void }) {
  let lastSession: string | undefined;
  status.subscribe((now) => {
    if (now.name !== 'open' || now.session.walletSession === lastSession) return;
    if (lastSession !== undefined) listener.reset();
    lastSession = now.session.walletSession;
    // In a microtask, because the request needs the token that this update sets.
    queueMicrotask(act);
  });
}

function guestOnlyStorage(
  session: Models['session'],
  { keep, drop }: BoxStorage,
): Pick<BoxStorage, 'keep' | 'drop'> {
  return {
    keep(transactionId, challenge) {
      if (!session.isUser.peek()) keep(transactionId, challenge);
    },
    drop,
  };
}

type PageListeners = {
  readonly listener: { resume(): void; stop(): void };
  onReturn(): void;
  onSight(): void;
};

/** Stops the stream while the page is hidden or left, and reads missed events when it is back. */
function listenToPage({ listener, onReturn, onSight }: PageListeners) {
  const see = () => {
    if (document.visibilityState !== 'visible') return listener.stop();
    listener.resume();
    onSight();
  };
  document.addEventListener('visibilitychange', see);
  window.addEventListener('online', see);
  window.addEventListener('pagehide', listener.stop);
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    onReturn();
    see();
  });
}
