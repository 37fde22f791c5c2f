import { Faults } from '../../contract/admin/service.ts';
import type { FaultSwitches } from '../base/runtime/fault-switches.ts';

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
