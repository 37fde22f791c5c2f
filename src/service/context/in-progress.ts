/** What this process is in the middle of; gone with it. */
export type InProgress = {
  /** Requests with an answer still to be written, by request id; true once a callback waits for it. */
  readonly answers: Map<string, boolean>;
  /** Idempotency keys whose request runs. */
  readonly keys: Set<string>;
  /** Who wants to know that callbacks of this process were released, to be sent a moment later. */
  readonly onRelease: Set<() => void>;
  /** Payments that the sweeper failed at, how often in a row, and when it tries again. */
  readonly unswept: Map<string, { readonly failures: number; readonly until: Date }>;
};

export function nothingInProgress(): InProgress {
  return { answers: new Map(), keys: new Set(), onRelease: new Set(), unswept: new Map() };
}
