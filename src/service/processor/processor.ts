import type { Currency } from '../../contract/billing/billing.ts';
import type { TransStatus } from '../../contract/billing/trans-status.ts';
import type { DeclineCode } from '../../contract/errors/errors.ts';
import type { TestListing } from './test-listing.ts';

type Metadata = readonly { readonly key: string; readonly value: string }[];

type Money = {
  readonly transactionId: string;
  readonly merchantRef: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: Currency;
  /** The merchant's metadata of the transaction; the sandbox reads its switches there. */
  readonly metadata: Metadata;
  readonly now: Date;
};

type CardData = { readonly number: string; readonly expMonth: number; readonly expYear: number };

/** What is asked of a processor. A sale is authorised and captured in one step. */
export type ProcessorRequest =
  | (Money & {
      readonly kind: 'authorise' | 'sale';
      readonly card: CardData;
      /** The cardholder went through 3-D Secure. */
      readonly isAuthenticated: boolean;
    })
  | (Money & {
      readonly kind: 'capture' | 'refund' | 'void';
      /** Of the payment, minor units; what is being captured counts as captured. */
      readonly authorised: number;
      readonly captured: number;
    });

export type Decision =
  | { readonly approved: true; readonly returnCode: '00'; readonly authcode: string }
  | { readonly approved: false; readonly returnCode: string; readonly declineCode: DeclineCode };

/** `slowMs`: the answer takes that long to arrive. `pending`: it is `decision`, in `afterMs` and not before. */
export type ProcessorAnswer =
  | { readonly kind: 'decided'; readonly decision: Decision; readonly slowMs: number }
  | { readonly kind: 'pending'; readonly decision: Decision; readonly afterMs: number }
  | { readonly kind: 'unavailable' };

type Authenticating = Pick<Money, 'amount' | 'currency' | 'metadata'> & { readonly number: string };

/** `challenge`: the cardholder is asked; `answer`: by nobody, because the merchant's metadata answers for him. */
export type AuthenticationAnswer =
  | { readonly kind: 'frictionless'; readonly status: TransStatus; readonly slowMs: number }
  | { readonly kind: 'challenge'; readonly answer?: ScheduledAnswer | undefined };
export type ScheduledAnswer = { readonly result: TransStatus | 'cancel'; readonly afterMs: number };

/** `values`: in words, what it takes. */
export type FaultySwitch = { readonly key: string; readonly values: string };

/** What becomes of a callback on its way. */
export type Delivery = {
  /** First attempts that are lost. */
  readonly drops: number;
  /** Copies that arrive beside every attempt. */
  readonly copies: number;
  readonly lateMs: number;
};

/** Asked inside the billing transaction: answers at once, without a timer or the network. */
export type Processor = {
  /** As records show it. */
  nameFor(merchantRef: string): string;
  /** Whether CHARGE, REFUND and VOID of the merchant end later than their answer. */
  isAsynchronous(merchantRef: string): boolean;
  /** What 3-D Secure says of a card before the authorisation. Rule: threeds/when. */
  authenticate(request: Authenticating): AuthenticationAnswer;
  /** What the issuer makes of a cardholder's answer. */
  judgeAnswer(number: string, answer: TransStatus): TransStatus;
  decide(request: ProcessorRequest): ProcessorAnswer;
  /** The decision that a return code stands for, when it comes later than the answer. */
  decisionOf(returnCode: string, transactionId: string): Decision;
  /** A key of the metadata whose value the processor would not understand. */
  faultySwitch(metadata: Metadata): FaultySwitch | undefined;
  /** Keys that look like switches of the processor's and are none. */
  unknownSwitches(keys: readonly string[]): readonly string[];
  /** How callbacks of a transaction arrive, by its metadata. */
  deliveryOf(metadata: Metadata): Delivery;
  /**
   * The network token that stands for a card as it is stored; `fingerprint` is keyed. Two cards of one number have two:
   * who reads both would learn that the numbers are equal.
   */
  networkToken(card: { readonly id: number; readonly fingerprint: Uint8Array }): string;
  /** The processor's own name of a transaction: 12 digits, the same for the same id. */
  reference(transactionId: string): string;
  /** The address check's result. */
  addressCheck(metadata: Metadata): string;
  /** Whether the processor itself failed, so that the same card may be tried again. */
  isError(returnCode: string): boolean;
  /** The answer in words, for developers. */
  explain(returnCode: string): string;
  /** Whether a number is nobody's real card. Rule: sandbox/test-numbers. */
  isTestNumber(number: string): boolean;
  /** What can be tried with it, for the reference. */
  readonly tests: TestListing;
};
