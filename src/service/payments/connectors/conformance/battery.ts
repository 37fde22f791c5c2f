import { AUTHENTICATIONS } from './authentications.ts';
import type { Bench, Case } from './bench.ts';
import { FOLLOW_UPS } from './follow-ups.ts';
import { LOST_ANSWERS } from './lost-answers.ts';
import { NOTIFICATIONS } from './notifications.ts';
import { STARTS } from './starts.ts';

/** What every connector does, and the kit tests. */
export const BATTERY: readonly Case[] = [
  ...STARTS,
  ...AUTHENTICATIONS,
  ...FOLLOW_UPS,
  ...LOST_ANSWERS,
  ...NOTIFICATIONS,
];

export type CaseResult = {
  readonly name: string;
  /** `skipped`: it needs a fake. `unfit`: it is about what this connector does not do. */
  readonly result: 'passed' | 'skipped' | 'unfit' | 'failed';
  /** Why it failed. */
  readonly reason?: string;
};

/** Runs the battery outside a test runner, one case after the other. */
export async function runBattery(bench: Bench, onResult: (result: CaseResult) => void): Promise<boolean> {
  let hasPassed = true;
  for (const { name, needsFake, fits, run } of BATTERY) {
    if (needsFake && bench.fake === undefined) {
      onResult({ name, result: 'skipped' });
      continue;
    }
    if (!fits(bench)) {
      onResult({ name, result: 'unfit' });
      continue;
    }
    try {
      await run(bench);
      onResult({ name, result: 'passed' });
    } catch (error) {
      hasPassed = false;
      onResult({ name, result: 'failed', reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return hasPassed;
}
