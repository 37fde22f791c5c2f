import type { TransStatus } from '../../contract/trans-status.ts';

/** What the codes of the simulated issuer's page stand for. */
export const ISSUER_CODES: Readonly<Record<string, TransStatus>> = {
  '1234': 'Y',
  '2222': 'A',
  '3333': 'N',
  '4444': 'U',
  '5555': 'R',
};
