import { errorLogFields } from '../base/error-log-fields.ts';
import type { Runtime } from '../base/runtime/runtime.ts';

/** Work that becomes due by time. Rows hold what is due, so a run may come late, twice, or from several processes. */
export type ScheduledJob = {
  /** The name in the log. */
  readonly name: string;
  run(runtime: Runtime): Promise<unknown>;
};

export type Scheduler = {
  /** Runs what is due by now, in order; resolves when it is done. */
  runDue(): Promise<void>;
  /** Resolves when the run under way is done. */
  stop(): Promise<void>;
};

type Schedule = { readonly jobs: readonly ScheduledJob[]; readonly everyMs: number };

/** Runs all jobs now, in order, and again at intervals, never two runs at a time. A job that fails is logged and runs again with the next. */
export function startScheduler(runtime: Runtime, { jobs, everyMs }: Schedule): Scheduler {
  let last = Promise.resolve();
  let isIdle = true;
  const runAll = async () => {
    isIdle = false;
    for (const job of jobs) await runLogged(runtime, job);
    isIdle = true;
  };
  const runDue = () => {
    last = last.then(runAll);
    return last;
  };
  const tick = () => (isIdle ? runDue() : last);
  const timer = setInterval(tick, everyMs);
  timer.unref();
  tick();
  return {
    runDue,
    stop() {
      clearInterval(timer);
      return last;
    },
  };
}

async function runLogged(runtime: Runtime, job: ScheduledJob) {
  try {
    await job.run(runtime);
  } catch (error) {
    const level = runtime.storeWatch.isLossBehind(error) ? 'debug' : 'error';
    runtime.log[level]({ ...errorLogFields(error), reason: job.name }, 'due work failed');
  }
}
