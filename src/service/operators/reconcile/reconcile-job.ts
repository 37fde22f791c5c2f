import { errorLogFields } from '../../base/error-log-fields.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import { addDays, dayOf, STARTS_AFTER_MS } from './day.ts';
import { acquirerNames } from './read-books.ts';
import { reconcileDay } from './reconcile-day.ts';
import { claimDay, storeReconciliation } from './stored-reconciliations.ts';

/** How many days back a report that was not read is asked for again, as after an outage. */
const DAYS_BACK = 3;
const LOOK_EVERY_MS = 60_000;

/** Compares the last days with the acquirers that give reports, each day once, in one of the processes. */
export function createReconcileJob(): (runtime: Runtime) => Promise<void> {
  let lastLook = Number.NEGATIVE_INFINITY;
  let isRunning = false;
  return async (runtime) => {
    const now = runtime.clock.now().getTime();
    const sinceLook = now - lastLook;
    if (isRunning || (sinceLook >= 0 && sinceLook < LOOK_EVERY_MS)) return;
    lastLook = now;
    isRunning = true;
    // Not awaited: while an acquirer takes long to answer, other jobs go on.
    reconcileLastDays(runtime)
      .catch((error: unknown) => {
        runtime.log.error({ ...errorLogFields(error), reason: 'reconcile' }, 'due work failed');
      })
      .finally(() => {
        isRunning = false;
      });
  };
}

/** Returns how many days it has compared. */
export async function reconcileLastDays(runtime: Runtime): Promise<number> {
  const newest = dayOf(new Date(runtime.clock.now().getTime() - STARTS_AFTER_MS));
  const names = await acquirerNames(runtime, newest);
  const { acquirers } = runtime.dependencies;
  const all = await Promise.all(names.map((name) => acquirers.named(name, runtime)));
  const offering = names.filter((_, index) => all[index]?.report);
  let count = 0;
  for (const processor of offering) {
    for (let back = 1; back <= DAYS_BACK; back += 1) {
      if (await reconcileOnce(runtime, { processor, day: addDays(newest, -back) })) count += 1;
    }
  }
  return count;
}

async function reconcileOnce(
  runtime: Runtime,
  wanted: { readonly processor: string; readonly day: string },
): Promise<boolean> {
  if (runtime.stopping.aborted || !(await claimDay(runtime, wanted))) return false;
  const result = await reconcileDay(runtime, wanted);
  await storeReconciliation(runtime, result);
  const { outcome, difference_count: count } = result;
  if (outcome !== 'equal') runtime.log.warn({ ...wanted, outcome, count }, 'an acquirer disagrees');
  return true;
}
