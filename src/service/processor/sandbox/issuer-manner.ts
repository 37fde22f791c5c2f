import type { TransStatus } from '../../../contract/billing/trans-status.ts';
import { THREE_DS_CARDS } from './three-ds-cards.ts';

/** What the codes of the simulated issuer's page stand for. */
export const ISSUER_CODES: Readonly<Record<string, TransStatus>> = {
  '1234': 'Y',
  '2222': 'A',
  '3333': 'N',
  '4444': 'U',
  '5555': 'R',
};

/** How the issuer of a card behaves once its cardholder has answered. */
export function issuerManner(number: string) {
  const { slowMs = 0, challenge, breaks = false } = THREE_DS_CARDS[number] ?? {};
  return {
    /** It answers that much later. */
    slowMs,
    /** It takes no code for a wrong one: the answer is the same whatever is typed. */
    takesAnyCode: challenge !== undefined,
    /** It shows an error in place of an end. */
    breaks,
  };
}
