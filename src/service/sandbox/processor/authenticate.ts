import { isTransStatus } from '../../../contract/billing/trans-status.ts';
import type {
  AuthenticationAnswer,
  AuthenticationRequest,
  Processor,
} from '../../base/processor/processor.ts';
import type { IssuerBehaviour } from '../issuer/simulation.ts';
import { switchValue } from './switches.ts';
import { THREE_DS_CARDS } from './three-ds-cards.ts';

/** Spec: Endpoints 4, rule 3: a challenge comes at 10.00 GBP alone. */
const CHALLENGE_AMOUNT = { amount: 1_000, currency: 'GBP' } as const;
const AUTOPILOT_MS = 300;

/** The result of 3-D Secure for a card before the authorisation. Rule: threeds/when. */
export function authenticate({
  number,
  amount,
  currency,
  metadata,
}: AuthenticationRequest): AuthenticationAnswer {
  const card = THREE_DS_CARDS[number] ?? {};
  const isChallenged = amount === CHALLENGE_AMOUNT.amount && currency === CHALLENGE_AMOUNT.currency;
  if (card.frictionless !== undefined || !isChallenged) {
    const status = card.frictionless ?? card.otherwise ?? 'Y';
    const slowMs = card.frictionless === undefined ? 0 : (card.slowMs ?? 0);
    return { kind: 'frictionless', status, slowMs };
  }
  const autopilot = switchValue(metadata, 'sandbox_3ds')?.slice('auto:'.length);
  if (autopilot === undefined) return { kind: 'challenge' };
  const result = isTransStatus(autopilot) ? autopilot : 'cancel';
  return { kind: 'challenge', answer: { result, afterMs: card.slowMs ?? AUTOPILOT_MS } };
}

export const challengeResult: Processor['challengeResult'] = (number, answer) =>
  THREE_DS_CARDS[number]?.challenge ?? answer;

export function issuerBehaviour(number: string): IssuerBehaviour {
  const { slowMs = 0, challenge, breaks = false } = THREE_DS_CARDS[number] ?? {};
  return { slowMs, takesAnyCode: challenge !== undefined, breaks };
}
