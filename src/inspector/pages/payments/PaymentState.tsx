import type { PaymentSummary } from '../../../contract/admin/payments.ts';
import { Badge, type Tone } from '../../ui/Badge.tsx';

type State = PaymentSummary['state'];

const states: Readonly<Record<State, readonly [Tone, string]>> = {
  PENDING_3DS: ['wait', 'At the bank'],
  PENDING_PROVIDER: ['wait', 'At the provider'],
  PENDING_PROCESSOR: ['wait', 'At the processor'],
  FAILED: ['bad', 'Failed'],
  VOIDED: ['plain', 'Voided'],
  EXPIRED: ['plain', 'Expired'],
  CHARGED_BACK: ['bad', 'Charged back'],
  REFUNDED: ['plain', 'Refunded'],
  PARTIALLY_REFUNDED: ['plain', 'Partly refunded'],
  CAPTURED: ['good', 'Captured'],
  PARTIALLY_CAPTURED: ['good', 'Partly captured'],
  AUTHORISED: ['good', 'Authorised'],
};

/** All states with their names. */
export const stateOptions = Object.entries(states).map(([state, [, word]]) => [state, word] as const);

export function PaymentState({ state }: { readonly state: State }) {
  const [tone, word] = states[state];
  return <Badge tone={tone}>{word}</Badge>;
}
