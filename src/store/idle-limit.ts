export type IdleLimit = {
  /** Runs a task that counts as work until it settles. */
  busy<T>(task: () => Promise<T>): Promise<T>;
  /** Settles as `work` does, or rejects with `timeoutError()` once the limit has passed without a task. */
  watch<T>(work: Promise<T>, timeoutError: () => Error): Promise<T>;
};

/** Rejects a piece of work that runs no task for `milliseconds`. */
export function idleLimit(milliseconds: number): IdleLimit {
  let tasks = 0;
  let isOver = false;
  let expire = () => {};
  let timer: NodeJS.Timeout | undefined;
  const startTimer = () => {
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
        // An answer that nobody awaits may come after the work.
        if (tasks === 0 && !isOver) startTimer();
      }
    },
    watch: (work, timeoutError) =>
      new Promise((resolve, reject) => {
        expire = () => reject(timeoutError());
        if (tasks === 0) startTimer();
        const stop = () => {
          isOver = true;
          clearTimeout(timer);
        };
        work.then(resolve, reject).finally(stop);
      }),
  };
}
