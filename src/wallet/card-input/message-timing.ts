import type { Verdict } from './card-verdicts.ts';

/** Whether the shopper is typing in a field, has left it, or has submitted the form since. */
export type FieldPhase = 'typing' | 'left' | 'submitted';

export type FieldEvent = 'typed' | 'left' | 'submitted';

/** Typing resets the phase. After a submission, leaving the field does not change it. */
export const nextPhase = (phase: FieldPhase, event: FieldEvent): FieldPhase => {
  if (event === 'typed') return 'typing';
  return phase === 'submitted' ? phase : event;
};

/**
 * The reason to show, or null. A wrong value shows at once, an incomplete one after the field was left, an empty one only after
 * a submission. A verdict that becomes open again while typing clears the message. Rule: wallet/messages.
 */
export const reasonToShow = <Reason extends string>(
  verdict: Verdict<Reason>,
  phase: FieldPhase,
): Reason | null => {
  if (verdict.kind === 'complete') return null;
  if (verdict.kind === 'wrong' || phase === 'submitted') return verdict.reason;
  return phase === 'left' && verdict.reason !== 'empty' ? verdict.reason : null;
};
