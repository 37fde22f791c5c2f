export type IdleLimit = {
  /** Runs a task that counts as work until it settles. */
  busy<T>(task: () => Promise<T>): Promise<T>;
  /** Settles as `work` does, or rejects with `late()` once the limit has passed without a task. */
  watch<T>(work: Promise<T>, late: () => Error): Promise<T>;
};

/** Notices a holder that does no work for `milliseconds` at a stretch. */
export function idleLimit(milliseconds: number): IdleLimit {
  let tasks = 0;
  let expire = () => {};
  let timer: NodeJS.Timeout | undefined;
  const wait = () => {
    timer = setTimeout(() => expire(), milliseconds);
  };
  return {
    async busy(task) {
      tasks += 1;
      clearTimeout(timer);
      try {
        return await task();
      } finally {
        tasks -= 1;
        if (tasks === 0) wait();
      }
    },
    watch: (work, late) =>
      new Promise((resolve, reject) => {
        expire = () => reject(late());
        if (tasks === 0) wait();
        const stop = () => {
          expire = () => {};
          clearTimeout(timer);
        };
        work.then(resolve, reject).finally(stop);
      }),
  };
}
