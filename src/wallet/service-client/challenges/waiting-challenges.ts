import type { OpenChallenge } from '../../../contract/frame/session-events.ts';
import type { BoxStorage } from '../../session/box-storage.ts';
import type { Challenges, WaitingChallenge } from '../../state/challenges.ts';
import type { ChallengeApi } from './challenge-api.ts';

type Dependencies = {
  readonly api: Pick<ChallengeApi, 'listChallenges' | 'listKept'>;
  readonly boxes: Pick<BoxStorage, 'all'>;
  readonly challenges: Challenges;
  /** Whether it is open on this page. */
  holds(transactionId: string): boolean;
  cancel(transactionId: string): Promise<void>;
};

/** The open challenges that the wallet offers to continue or to end, with what the service has told of them. */
export function createWaitingChallenges({ api, boxes, challenges, holds, cancel }: Dependencies) {
  const known = new Map<string, OpenChallenge>();
  const know = (challenge: OpenChallenge) => known.set(challenge.transaction_id, challenge);
  const waitingOf = (transactionId: string): WaitingChallenge => {
    const { amount, currency, order_id: orderId } = known.get(transactionId) ?? {};
    return { transactionId, amount, currency, orderId, cancel: () => cancel(transactionId) };
  };
  const offer = (ids: readonly string[]) => challenges.setWaiting(ids.map(waitingOf));

  return {
    know,
    /** Offers this one alone. */
    offer: (transactionId: string) => offer([transactionId]),
    /** Asks the service for them. */
    async list() {
      const lists = [api.listChallenges(), ...[...boxes.all().values()].map(api.listKept)];
      const open = (await Promise.all(lists.map((each) => each.catch(() => [])))).flat();
      for (const challenge of open) know(challenge);
      offer([...new Set(open.map((each) => each.transaction_id))].filter((id) => !holds(id)));
    },
  };
}
