import type { Verdict } from './card-verdicts.ts';

/** How far the shopper is with a field: at it, gone from it, or having asked to pay since. */
export type FieldPhase = 'typing' | 'left' | 'submitted';

export type FieldEvent = 'typed' | 'left' | 'submitted';

/** Typing starts anew; what a submission showed stays shown until then. */
export const nextPhase = (phase: FieldPhase, event: FieldEvent): FieldPhase => {
  if (event === 'typed') return 'typing';
  return phase === 'submitted' ? phase : event;
};

/**
 * The reason to show, or null. What typing on cannot mend shows at once, the unfinished once left, the empty only after a
 * submission. A verdict that turns open again while typing clears the message. Rule: wallet/messages.
 */
export const shownReason = <Reason extends string>(
  verdict: Verdict<Reason>,
  phase: FieldPhase,
): Reason | null => {
  if (verdict.kind === 'complete') return null;
  if (verdict.kind === 'wrong' || phase === 'submitted') return verdict.reason;
  return phase === 'left' && verdict.reason !== 'empty' ? verdict.reason : null;
};
