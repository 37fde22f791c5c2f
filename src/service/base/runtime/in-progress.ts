import type { SealedThing } from '../metrics.ts';

/** A row that was changed past the service, and so opens nothing. */
export type BrokenSeal = {
  readonly accountId: number;
  readonly of: SealedThing;
  readonly id: number | string;
};

/** What this process is in the middle of; lost when it ends. */
export type InProgress = {
  /** Requests whose answer is not yet written, by request id; true once a callback waits for the answer. */
  readonly answers: Map<string, boolean>;
  /** Idempotency keys of requests that are running. */
  readonly keys: Set<string>;
  /** Called when callbacks of this process are released, to be sent a moment later. */
  readonly onRelease: Set<() => void>;
  /** Payments at which the sweeper failed: how often in a row, and when it tries again. */
  readonly failedSweeps: Map<string, { readonly failures: number; readonly until: Date }>;
  /** Rows that were found changed, by name, until the audit log has them. */
  readonly brokenSeals: Map<string, BrokenSeal>;
  /** Intake numbers of acts that the chain refuses and the log has named. */
  readonly loggedRefusals: Set<number>;
};

export function nothingInProgress(): InProgress {
  return {
    answers: new Map(),
    keys: new Set(),
    onRelease: new Set(),
    failedSweeps: new Map(),
    brokenSeals: new Map(),
    loggedRefusals: new Set(),
  };
}
