import { isDeadlock } from './error-causes.ts';

const TRIES = 10;

/** Runs a transaction again that PostgreSQL ended in a deadlock. Nothing of it was stored. */
export async function retryAfterDeadlock<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let triesLeft = TRIES; triesLeft > 1; triesLeft -= 1) {
    const success = await run().then((result) => ({ result }), refuseUnlessDeadlock);
    if (success) return success.result;
  }
  return run();
}

function refuseUnlessDeadlock(error: unknown): undefined {
  if (!isDeadlock(error)) throw error;
}
