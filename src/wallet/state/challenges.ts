import { createModel, signal } from '@preact/signals';

type Dependencies = {
  /** Continues one of them on this page. */
  resume(transactionId: string): Promise<void>;
};

/** Challenges that are open but not shown on this page: it was reloaded or crashed, or they are in another tab. */
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
