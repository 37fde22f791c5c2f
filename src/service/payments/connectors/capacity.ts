export type CapacitySettings = {
  /** Questions that may wait for the processor at once. */
  readonly total: number;
  /** Of these, how many one account may have. */
  readonly perAccount: number;
};

/** Counts the questions that wait for a processor. There is no queue: who finds no room is told so at once. */
export type Capacity = {
  /** Undefined where there is no room; otherwise call the result once, when the question has ended. */
  enter(account: string): (() => void) | undefined;
  waiting(): number;
};

export function createCapacity({ total, perAccount }: CapacitySettings): Capacity {
  const byAccount = new Map<string, number>();
  let waiting = 0;
  return {
    enter(account) {
      const own = byAccount.get(account) ?? 0;
      if (waiting >= total || own >= perAccount) return undefined;
      waiting += 1;
      byAccount.set(account, own + 1);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        waiting -= 1;
        const left = (byAccount.get(account) ?? 1) - 1;
        if (left === 0) byAccount.delete(account);
        else byAccount.set(account, left);
      };
    },
    waiting: () => waiting,
  };
}
