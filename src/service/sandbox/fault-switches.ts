import { Faults, type FaultsChange } from '../../contract/admin/service.ts';

/** What this process does wrong on purpose; forgotten when it ends. */
export type FaultSwitches = {
  now(): Faults;
  /** What is not named stays. */
  change(change: FaultsChange): void;
  clear(): void;
};

const NONE: Faults = {
  requests_of: 'all',
  refuse: false,
  slow_ms: 0,
  callbacks: 'arrive',
  providers_down: false,
  processor_down: false,
};

export function faultSwitches(): FaultSwitches {
  let faults = NONE;
  return {
    now: () => faults,
    change(change) {
      faults = Faults.parse({ ...faults, ...change });
    },
    clear() {
      faults = NONE;
    },
  };
}
