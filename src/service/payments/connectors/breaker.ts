export type BreakerSettings = {
  /** How many failures one after the other open it. */
  readonly failures: number;
  /** How long it stays open before one question probes. */
  readonly openMs: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
};

/** What a question says of the processor. One that refuses or declines has answered; `nothing`: it was not asked, or nobody waited. */
export type QuestionEnd = 'answered' | 'failed' | 'nothing';

/** Keeps questions from a processor that does not answer. */
export type Breaker = {
  /** Undefined where no question may go out; otherwise call the result once, when the question has ended. After the open time one may. */
  admit(): ((end: QuestionEnd) => void) | undefined;
  isOpen(): boolean;
};

export function createBreaker({ failures: limit, openMs, now }: BreakerSettings): Breaker {
  let failures = 0;
  let openUntil = 0;
  let isProbing = false;
  const isOpen = () => failures >= limit;
  /** The end of a question that went out while the breaker was closed. Once it is open, only the probe closes it. */
  const end = (how: QuestionEnd) => {
    if (isOpen() || how === 'nothing') return;
    failures = how === 'answered' ? 0 : failures + 1;
    if (isOpen()) openUntil = now() + openMs;
  };
  const endProbe = (how: QuestionEnd) => {
    isProbing = false;
    if (how === 'answered') failures = 0;
    if (how === 'failed') openUntil = now() + openMs;
  };
  return {
    admit() {
      if (!isOpen()) return end;
      if (now() < openUntil || isProbing) return undefined;
      isProbing = true;
      return endProbe;
    },
    isOpen,
  };
}
