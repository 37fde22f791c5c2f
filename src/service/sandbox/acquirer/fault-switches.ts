import * as z from 'zod/mini';
import { AcquirerFaults as AdminFaults } from '../../../contract/admin/service.ts';

const { slow_ms: slowMs, ...others } = AdminFaults.shape;

/** What the acquirer does wrong on purpose, in the spelling of its own API. */
export const AcquirerFaults = z.object({ ...others, slowMs });
export type AcquirerFaults = z.infer<typeof AcquirerFaults>;

const NONE: AcquirerFaults = { questions: 'none', times: null, slowMs: 0, notifications: 'none' };

export type AcquirerFaultSwitches = {
  now(): AcquirerFaults;
  change(change: { [Name in keyof AcquirerFaults]?: AcquirerFaults[Name] | undefined }): AcquirerFaults;
  clear(): AcquirerFaults;
  /** The fault of the next question, which it uses up. */
  takeQuestionFault(): AcquirerFaults['questions'];
};

export function acquirerFaultSwitches(): AcquirerFaultSwitches {
  let faults = NONE;
  return {
    now: () => faults,
    change(change) {
      faults = AcquirerFaults.parse({ ...faults, ...change });
      return faults;
    },
    clear() {
      faults = NONE;
      return faults;
    },
    takeQuestionFault() {
      const { questions, times } = faults;
      if (questions === 'none') return questions;
      if (times === 1) faults = { ...faults, questions: 'none', times: null };
      else if (times !== null) faults = { ...faults, times: times - 1 };
      return questions;
    },
  };
}
