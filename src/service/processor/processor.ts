import type { Currency } from '../../contract/billing.ts';
import type { DeclineCode } from '../../contract/errors.ts';
import { sandboxProcessor } from './sandbox/sandbox-processor.ts';

type Metadata = readonly { readonly key: string; readonly value: string }[];

type Money = {
  readonly transactionId: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: Currency;
  /** The merchant's metadata of the transaction; the sandbox reads its switches there. */
  readonly metadata: Metadata;
  readonly now: Date;
};

/** What is asked of a processor. A sale is authorised and captured in one step. */
export type ProcessorRequest =
  | (Money & {
      readonly kind: 'authorise' | 'sale';
      readonly card: { readonly number: string; readonly expMonth: number; readonly expYear: number };
    })
  | (Money & { readonly kind: 'capture' | 'refund' });

export type ProcessorAnswer =
  | { readonly approved: true; readonly returnCode: '00'; readonly authcode: string }
  | { readonly approved: false; readonly returnCode: string; readonly declineCode: DeclineCode };

/** Asked inside the billing transaction: answers at once, without a timer or the network. */
export type Processor = {
  /** As records show it. */
  readonly name: string;
  decide(request: ProcessorRequest): ProcessorAnswer;
  /** The metadata key whose value the processor would not understand. */
  faultySwitch(metadata: Metadata): string | undefined;
  /** The network token that stands for a card; `fingerprint` is keyed, so it tells nothing of the number. */
  networkToken(fingerprint: Uint8Array): string;
  /** The processor's own name of a transaction: 12 digits, the same for the same id. */
  reference(transactionId: string): string;
  /** The answer in words, for developers. */
  explain(returnCode: string): string;
};

export const processor: Processor = sandboxProcessor;
