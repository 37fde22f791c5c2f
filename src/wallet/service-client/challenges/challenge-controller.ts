import type { FrameToPage } from '../../../contract/frame/frame-calls.ts';
import type {
  ChallengeEnd,
  ChallengeMoved,
  OpenChallenge,
  SessionEvent,
} from '../../../contract/frame/session-events.ts';
import type { BoxStorage } from '../../session/box-storage.ts';
import { createChallengeQueue } from './challenge-queue.ts';

type Dependencies = Parameters<typeof createChallengeQueue>[0] & {
  readonly page: Pick<FrameToPage, 'emit'>;
  /** Stores what continues a challenge after a reload of the page. */
  readonly storage: Pick<BoxStorage, 'keep' | 'drop'>;
  /** Offers to continue a challenge that moved to another tab and is still open. */
  offer(transactionId: string): void;
};

/** The open challenges of this page, of which one is shown. The end of each is emitted once. */
export function createChallengeController({ page, box, offer, storage }: Dependencies) {
  const queue = createChallengeQueue({ box });
  const endedIds = new Set<string>();

  function show({ transaction_id, box_url, expires_in_ms }: OpenChallenge, wasOpened: boolean) {
    if (endedIds.has(transaction_id)) return;
    const endsAt = Date.now() + expires_in_ms;
    if (queue.holds(transaction_id)) queue.change(transaction_id, { endsAt });
    else {
      queue.put({ transactionId: transaction_id, boxUrl: box_url, endsAt, wasOpened });
      storage.keep(transaction_id, { boxUrl: box_url, endsAt });
    }
    queue.draw();
  }

  function end({ transaction_id, status, reason }: ChallengeEnd) {
    if (endedIds.has(transaction_id)) return;
    endedIds.add(transaction_id);
    storage.drop(transaction_id);
    queue.remove(transaction_id);
    page.emit({ name: 'after3DsComplete', payload: { status, transaction_id } });
    page.emit({ name: 'threeDsEnded', payload: { transaction_id, status, reason } });
    queue.draw();
  }

  /** The shopper continues in another tab, whose page gets the end; the challenge may come back from there. */
  function leave({ transaction_id, status }: Omit<ChallengeMoved, 'reason'>) {
    if (!queue.holds(transaction_id)) return;
    queue.remove(transaction_id);
    page.emit({ name: 'threeDsEnded', payload: { transaction_id, status, reason: 'moved' } });
    if (status === 'PENDING') offer(transaction_id);
    queue.draw();
  }

  function handle(event: SessionEvent) {
    if (event.type === '3ds_required') show(event, false);
    else if (event.type === '3ds_result') end(event);
    else if (event.type === '3ds_moved') leave(event);
    else {
      const endsAt = Date.now() + event.expires_in_ms;
      queue.change(event.transaction_id, { endsAt, wasOpened: true });
      queue.draw();
    }
  }

  return { ...queue, resume: (challenge: OpenChallenge) => show(challenge, true), end, handle };
}
