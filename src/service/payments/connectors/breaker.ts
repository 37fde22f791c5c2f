export type BreakerSettings = {
  /** How many failures one after the other open it. */
  readonly failures: number;
  /** How long it stays open before one question probes. */
  readonly openMs: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
};

/** Keeps questions from a processor that does not answer. */
export type Breaker = {
  /** Whether a question may go out. After the open time one may, until its end is recorded. */
  admit(): boolean;
  /** The end of an admitted question. A processor that refuses or declines has answered. */
  record(hasAnswered: boolean): void;
  isOpen(): boolean;
};

export function createBreaker({ failures: limit, openMs, now }: BreakerSettings): Breaker {
  let failures = 0;
  let openUntil = 0;
  let isProbing = false;
  return {
    admit() {
      if (failures < limit) return true;
      if (now() < openUntil || isProbing) return false;
      isProbing = true;
      return true;
    },
    record(hasAnswered) {
      isProbing = false;
      failures = hasAnswered ? 0 : failures + 1;
      openUntil = now() + openMs;
    },
    isOpen: () => failures >= limit,
  };
}
