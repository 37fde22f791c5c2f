import type { Database } from '../../../store/database.ts';
import { runOptimistically } from '../../../store/optimistic/optimistic-transaction.ts';
import { retryAfterDeadlock } from '../../../store/retry-after-deadlock.ts';
import type { Core } from './core.ts';
import type { Runtime } from './runtime.ts';

/**
 * Raised by work that must wait for something outside of its transaction: that is rolled back, `prepare` runs with no
 * transaction open, and the work runs again. `times`: how often that has happened before to this work.
 */
export class PrepareFirst extends Error {
  readonly prepare: (runtime: Runtime, times: number) => Promise<void>;

  constructor(prepare: PrepareFirst['prepare']) {
    super('Cannot go on in this transaction: something must happen outside of it first');
    this.name = 'PrepareFirst';
    this.prepare = prepare;
  }
}

/** Runs `work` optimistically first (no locks); on any conflict it runs again in a transaction. See decision 69. */
export async function runTransaction<Value>(runtime: Runtime, work: Work<Value>): Promise<Value> {
  const run = collectEffects(runtime, work);
  return untilPrepared(runtime, async () => {
    const result = await runtime.tracing.ofOptimisticRun(() => runOptimistically(runtime.db, run));
    return finish(result ? result.value : await runLocking(runtime, run));
  });
}

/** Runs `work` in a transaction at once. For work that is never possible optimistically. */
export async function runLockingTransaction<Value>(runtime: Runtime, work: Work<Value>): Promise<Value> {
  const run = collectEffects(runtime, work);
  return untilPrepared(runtime, async () => finish(await runLocking(runtime, run)));
}

/** Two works that wait for each other's rows both end: PostgreSQL takes one of them back, which then runs again. */
function runLocking<Result>({ db }: Runtime, run: (db: Database) => Promise<Result>): Promise<Result> {
  return retryAfterDeadlock(() => db.transaction(run));
}

async function untilPrepared<Value>(runtime: Runtime, run: () => Promise<Value>): Promise<Value> {
  for (let times = 0; ; times += 1) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof PrepareFirst)) throw error;
      await error.prepare(runtime, times);
    }
  }
}

type Work<Value> = (core: Core) => Promise<Value>;
type Outcome<Value> = { readonly value: Value; readonly effects: readonly (() => void)[] };

function collectEffects<Value>(runtime: Runtime, work: Work<Value>) {
  return async (db: Database): Promise<Outcome<Value>> => {
    const effects: (() => void)[] = [];
    const value = await work({ ...runtime, db, afterCommit: (effect) => effects.push(effect) });
    return { value, effects };
  };
}

function finish<Value>({ value, effects }: Outcome<Value>): Value {
  for (const effect of effects) effect();
  return value;
}
