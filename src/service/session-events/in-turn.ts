/** Runs `task` when called, and once more when called meanwhile: never twice at once, and never too early for a call. */
export function inTurn(task: () => Promise<unknown>): () => void {
  let isRunning = false;
  let isWanted = false;
  const run = async () => {
    isRunning = true;
    while (isWanted) {
      isWanted = false;
      await task();
    }
    isRunning = false;
  };
  return () => {
    isWanted = true;
    if (!isRunning) run().catch(() => {});
  };
}
