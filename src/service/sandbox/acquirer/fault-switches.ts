import * as z from 'zod/mini';

/** What the acquirer does wrong on purpose. */
export const AcquirerFaults = z.object({
  /**
   * To questions: the connection breaks before or after it acted, or it answers 500 or with an unknown word after it acted, or
   * acts twice on one question, or says that the key is being worked on, or is down.
   */
  questions: z.enum([
    'none',
    'dropBefore',
    'dropAfter',
    'errorAfter',
    'unknownWord',
    'double',
    'inProgress',
    'down',
  ]),
  /** How many questions that concerns; null: all, until it is switched off. */
  times: z.nullable(z.int().check(z.positive())),
  slowMs: z.int().check(z.minimum(0), z.maximum(60_000)),
  /** `early`: before the question is answered. */
  notifications: z.enum(['none', 'double', 'late', 'early', 'reverse', 'lost']),
});
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
