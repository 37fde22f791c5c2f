import { createModel, signal } from '@preact/signals';

type Dependencies = {
  /** Brings one of them to this page. */
  resume(transactionId: string): Promise<void>;
};

/** Payments that wait for the shopper's confirmation elsewhere: their page was reloaded, has crashed, or is another tab. */
export const Challenges = createModel(({ resume }: Dependencies) => {
  /** By transaction. */
  const waiting = signal<readonly string[]>([]);
  const isResuming = signal(false);
  return {
    waiting,
    isResuming,
    setWaiting(transactionIds: readonly string[]) {
      waiting.value = transactionIds;
    },
    async resume() {
      const [first] = waiting.peek();
      if (first === undefined || isResuming.peek()) return;
      isResuming.value = true;
      await resume(first).finally(() => {
        isResuming.value = false;
      });
    },
  };
});
export type Challenges = InstanceType<typeof Challenges>;
