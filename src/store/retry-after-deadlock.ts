import { QueryError } from './engine.ts';
import { causesOf } from './error-causes.ts';

const DEADLOCK = '40P01';
const TRIES = 10;

/** Runs a transaction again that PostgreSQL ended in a deadlock. Nothing of it was stored. */
export async function retryAfterDeadlock<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let left = TRIES; left > 1; left -= 1) {
    const outcome = await run().then((result) => ({ result }), deadlocked);
    if (outcome) return outcome.result;
  }
  return run();
}

function deadlocked(error: unknown): undefined {
  if (causesOf(error).some((cause) => cause instanceof QueryError && cause.code === DEADLOCK)) return;
  throw error;
}
