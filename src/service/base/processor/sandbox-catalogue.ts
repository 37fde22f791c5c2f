import type { TransStatus } from '../../../contract/billing/trans-status.ts';
import type { DeclineCode } from '../../../contract/errors/errors.ts';
import type { ProcessorRequest } from './processor.ts';

type ReturnCode = { readonly text: string; readonly declineCode: DeclineCode };

/** How a card behaves in 3-D Secure. */
export type ThreeDsBehaviour = {
  /** The result of a card that is never challenged, whatever the amount. */
  readonly frictionless?: TransStatus;
  /** The result where no challenge comes. Default: Y. */
  readonly otherwise?: TransStatus;
  /** The issuer's result, whatever the cardholder answers. */
  readonly challenge?: TransStatus;
  /** Whether the issuer's page fails while it answers. */
  readonly breaks?: boolean;
  /** How long the answer to the lookup, or to the challenge, takes. */
  readonly slowMs?: number;
  /** The code of the decline that follows the authentication. */
  readonly thenDecline?: string;
};

/** How an amount is answered. */
export type AmountBehaviour = {
  readonly kind: 'unavailable' | 'slow' | 'pending';
  readonly afterMs: number;
  readonly decline?: string;
};

/** What an authorised amount forbids later. `above`: only once more than that is captured. */
export type AmountRefusal = {
  readonly kind: ProcessorRequest['kind'];
  readonly decline: string;
  readonly above?: number;
};

/** What a processor for tests answers to which card, amount and switch. Amounts are minor units. */
export type SandboxCatalogue = {
  readonly approvedCards: readonly string[];
  /** Cards of two networks. */
  readonly coBadgedCards: readonly string[];
  /** Return codes by card. */
  readonly declinedCards: Readonly<Record<string, string>>;
  readonly returnCodes: Readonly<Record<string, ReturnCode>>;
  readonly threeDsCards: Readonly<Record<string, ThreeDsBehaviour>>;
  readonly amounts: Readonly<Record<number, AmountBehaviour>>;
  readonly laterRefusals: Readonly<Record<number, AmountRefusal>>;
  /** `effect` and `values` are in words. */
  readonly switches: Readonly<Record<string, { readonly effect: string; readonly values: string }>>;
};
