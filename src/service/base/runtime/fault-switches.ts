import type { Faults, FaultsChange } from '../../../contract/admin/service.ts';

/** What this process does wrong on purpose; forgotten when it ends. */
export type FaultSwitches = {
  now(): Faults;
  /** Absent switches stay as they are. */
  change(change: FaultsChange): void;
  clear(): void;
};
