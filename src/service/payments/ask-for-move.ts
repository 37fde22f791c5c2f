import { type ProcessorAnswer, processor } from '../processor/processor.ts';
import type { Family } from './locked-payment.ts';
import type { FollowUpForm, FollowUpMethod } from './model/methods.ts';
import { unavailable } from './open-start.ts';
import type { Billing } from './operation.ts';

type Asking = {
  readonly billing: Billing<FollowUpForm>;
  /** Minor units. */
  readonly amount: number;
  readonly transactionId: string;
};
type Answer = Exclude<ProcessorAnswer, { kind: 'unavailable' }>;

const KINDS = {
  CHARGE: 'capture',
  REFUND: 'refund',
  VOID: 'void',
} as const satisfies Record<FollowUpMethod, string>;

/** Asks the processor; a challenge is ours to cancel. Raises `processor_unavailable`. */
export function askForMove(family: Family, { billing, amount, transactionId }: Asking): Answer {
  const { payment, merchant } = family;
  if (payment.authentication === 'PENDING') {
    return { kind: 'decided', decision: processor.decisionOf('00', transactionId), slowMs: 0 };
  }
  const { authorised, currency } = payment;
  const captured = payment.captured + payment.capturePending;
  const answer = processor.decide({
    kind: KINDS[billing.form.method],
    ...{ transactionId, amount, currency, authorised, captured },
    ...{ merchantRef: merchant.ref, metadata: billing.metadata, now: billing.now },
  });
  if (answer.kind === 'unavailable') throw unavailable();
  return answer;
}
