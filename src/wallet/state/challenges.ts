import { createModel, signal } from '@preact/signals';
import type { OpenChallenge } from '../../contract/session-events.ts';

type Dependencies = {
  /** Brings one of them to this page. */
  resume(transactionId: string): Promise<void>;
};

/** Payments that wait for the shopper's confirmation and are on no page: one was reloaded, or has crashed. */
export const Challenges = createModel(({ resume }: Dependencies) => {
  const waiting = signal<readonly OpenChallenge[]>([]);
  const isResuming = signal(false);
  return {
    waiting,
    isResuming,
    setWaiting(challenges: readonly OpenChallenge[]) {
      waiting.value = challenges;
    },
    async resume() {
      const [first] = waiting.peek();
      if (!first || isResuming.peek()) return;
      isResuming.value = true;
      await resume(first.transaction_id).finally(() => {
        isResuming.value = false;
      });
    },
  };
});
export type Challenges = InstanceType<typeof Challenges>;
