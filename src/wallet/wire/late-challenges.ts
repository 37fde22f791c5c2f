import type { Models } from '../views/App.tsx';
import type { KeptBoxes } from './boxes/kept-boxes.ts';
import { unanswered } from './calls/api.ts';
import type { FollowedChallenges } from './challenges/follow-challenges.ts';

type Surroundings = Pick<Models, 'session'> & {
  readonly boxes: Pick<KeptBoxes, 'all'>;
  /** Brings the code that follows challenges, and begins; rejects where it was lost on the way. */
  begin(): Promise<FollowedChallenges>;
};

/** Challenges, whose code comes when one may: with a user, with a box that this tab has kept, or before something is handed over. */
export function createLateChallenges({ session, boxes, begin }: Surroundings) {
  let begun: Promise<FollowedChallenges> | undefined;
  const follow = (): Promise<FollowedChallenges> => {
    begun ??= begin().catch((cause) => {
      begun = undefined;
      throw unanswered('found no answer to the request for the code that shows challenges', cause);
    });
    return begun;
  };
  session.status.subscribe((now) => {
    if (now.name !== 'open' || (now.session.isGuest && boxes.all().size === 0)) return;
    // What is handed over asks for it again.
    follow().catch(() => {});
  });

  return {
    /** Before something is handed over, as its challenge could not be shown. */
    ready: follow,
    arm: async (seq?: number) => (await follow()).arm(seq),
    cancel: async () => (await begun)?.cancel(),
    resume: async (transactionId: string) => (await follow()).resume(transactionId),
  };
}
