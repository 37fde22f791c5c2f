import { createModel, signal } from '@preact/signals';

export type WaitingChallenge = {
  readonly transactionId: string;
  /** Decimal text, in `currency`. Undefined if it went to another tab unseen. */
  readonly amount?: string | undefined;
  readonly currency?: string | undefined;
  readonly orderId?: string | undefined;
  /** Ends the payment; the page gets its end as of any challenge. */
  cancel(): Promise<void>;
};

type Dependencies = {
  /** Continues one of them on this page. */
  resume(challenge: WaitingChallenge): Promise<void>;
};

/** Challenges that are open but not shown on this page: it was reloaded or crashed, or they are in another tab. */
export const Challenges = createModel(({ resume }: Dependencies) => {
  const waiting = signal<readonly WaitingChallenge[]>([]);
  const isResuming = signal(false);
  return {
    waiting,
    isResuming,
    setWaiting(challenges: readonly WaitingChallenge[]) {
      waiting.value = challenges;
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
