import type { Currency } from '../../../contract/billing/billing.ts';
import type { TransStatus } from '../../../contract/billing/trans-status.ts';
import type { DeclineCode } from '../../../contract/errors/errors.ts';
import type { SandboxCatalogue } from './sandbox-catalogue.ts';

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

/** A request to a processor. A sale is authorised and captured in one step. */
export type ProcessorRequest =
  | (Money & {
      readonly kind: 'authorise' | 'sale';
      readonly card: CardData;
      /** Whether the cardholder was authenticated by 3-D Secure. */
      readonly isAuthenticated: boolean;
    })
  | (Money & {
      readonly kind: 'capture' | 'refund' | 'void';
      /** Amounts of the payment, in minor units; a pending capture counts as captured. */
      readonly authorised: number;
      readonly captured: number;
    });

export type Decision =
  | { readonly approved: true; readonly returnCode: '00'; readonly authcode: string }
  | { readonly approved: false; readonly returnCode: string; readonly declineCode: DeclineCode };

/** `slowMs`: how long the answer takes. `pending`: it is `decision`, but only after `afterMs`. */
export type ProcessorAnswer =
  | { readonly kind: 'decided'; readonly decision: Decision; readonly slowMs: number }
  | { readonly kind: 'pending'; readonly decision: Decision; readonly afterMs: number }
  | { readonly kind: 'unavailable' };

type AuthenticationRequest = Pick<Money, 'amount' | 'currency' | 'metadata'> & { readonly number: string };

/** `challenge`: the cardholder decides. `answer`: the merchant's metadata decides instead. */
export type AuthenticationAnswer =
  | { readonly kind: 'frictionless'; readonly status: TransStatus; readonly slowMs: number }
  | { readonly kind: 'challenge'; readonly answer?: ScheduledAnswer | undefined };
export type ScheduledAnswer = { readonly result: TransStatus | 'cancel'; readonly afterMs: number };

/** `values`: the values that the switch takes, in words. */
export type InvalidSwitch = { readonly key: string; readonly values: string };

/** How a callback is delivered. */
export type CallbackDelivery = {
  /** How many first attempts are lost. */
  readonly drops: number;
  /** How many copies arrive in addition to each attempt. */
  readonly copies: number;
  readonly lateMs: number;
};

/** The billing transaction calls the processor, so it answers at once, without a timer or the network. */
export type Processor = {
  /** The name that records show. */
  nameFor(merchantRef: string): string;
  /** Whether follow-ups of the merchant end later than their answer. */
  isAsynchronous(merchantRef: string): boolean;
  /** The result of 3-D Secure for a card before the authorisation. Rule: threeds/when. */
  authenticate(request: AuthenticationRequest): AuthenticationAnswer;
  /** The issuer's result for a cardholder's answer. */
  challengeResult(number: string, answer: TransStatus): TransStatus;
  decide(request: ProcessorRequest): ProcessorAnswer;
  /** The decision behind a return code that comes later than the answer. */
  decisionOf(returnCode: string, transactionId: string): Decision;
  /** A key of the metadata whose value the processor does not understand. */
  invalidSwitch(metadata: Metadata): InvalidSwitch | undefined;
  /** Keys that look like switches of the processor and are none. */
  unknownSwitches(keys: readonly string[]): readonly string[];
  /** How callbacks of a transaction arrive, by its metadata. */
  callbackDeliveryOf(metadata: Metadata): CallbackDelivery;
  /**
   * The network token that stands for a stored card; `numberDigest` is keyed. Two cards of one number have different
   * tokens: equal ones would show that the numbers are equal.
   */
  networkToken(card: { readonly id: number; readonly numberDigest: Uint8Array }): string;
  /** The processor's own name for a transaction: 12 digits, the same for the same id. */
  reference(transactionId: string): string;
  /** The result of the address check. */
  addressCheck(metadata: Metadata): string;
  /** Whether the processor itself failed, so that the same card may be tried again. */
  isSystemMalfunction(returnCode: string): boolean;
  /** The answer in words, for developers. */
  returnText(returnCode: string): string;
  /** Whether a number is nobody's real card. Rule: sandbox/test-numbers. */
  isTestNumber(number: string): boolean;
  /** What can be tried with this processor, for the reference. */
  readonly catalogue: SandboxCatalogue;
};
