import type { Currency } from '../../../contract/billing/billing.ts';
import type { TransStatus } from '../../../contract/billing/trans-status.ts';

/** What begins a payment, by the verb of the acquirer that is asked for it. */
export const START_KINDS = ['authorise', 'sale'] as const;
/** What follows a payment's start. */
export const FOLLOW_UP_KINDS = ['capture', 'refund', 'cancel'] as const;
export type StartKind = (typeof START_KINDS)[number];
export type FollowUpKind = (typeof FOLLOW_UP_KINDS)[number];

/** Names a question for ever: it is only ever repeated word for word, under the same key. */
export type QuestionIds = {
  /** The idempotency key: 1 to 64 visible ASCII characters. */
  readonly key: string;
  /** Ours, one for each operation, never used twice: 1 to 64 visible ASCII characters. */
  readonly reference: string;
  /** The transaction's id, as merchant and shop know it; free to repeat. */
  readonly merchantReference: string;
  /** The merchant, as the acquirer calls them. */
  readonly merchantAccount: string;
};

export type AcquirerMoney = {
  /** Minor units. */
  readonly amount: number;
  readonly currency: Currency;
};

export type AcquirerMetadata = readonly { readonly key: string; readonly value: string }[];

export type AcquirerCard = {
  readonly number: string;
  readonly expMonth: number;
  /** Four digits. */
  readonly expYear: number;
  readonly securityCode?: string | undefined;
  readonly holder?: string | undefined;
  /** The shopper's choice on a card of two networks. */
  readonly network?: string | undefined;
};

/** What 3-D Secure wants to know of the shopper's browser. */
export type BrowserData = {
  readonly acceptHeader: string;
  readonly colorDepth: number;
  readonly javaEnabled: boolean;
  readonly javaScriptEnabled?: boolean | undefined;
  /** BCP 47. */
  readonly language: string;
  readonly screenHeight: number;
  readonly screenWidth: number;
  /** Minutes from local time to UTC, as `Date#getTimezoneOffset` has it. */
  readonly timeZoneOffset: number;
  readonly userAgent: string;
};

/** How an authentication ended, by EMV 3-D Secure. */
export type ThreeDsResult = {
  readonly transStatus: TransStatus;
  readonly version?: string | undefined;
  readonly eci?: string | undefined;
  /** Base64. */
  readonly cavv?: string | undefined;
  readonly dsTransactionId?: string | undefined;
  readonly threeDsServerTransactionId?: string | undefined;
};

/** `none`: do not authenticate. `done`: it has been. `wanted`: the acquirer may answer `redirect`. */
export type AuthenticationWish =
  | { readonly kind: 'none' }
  | { readonly kind: 'done'; readonly result: ThreeDsResult }
  | { readonly kind: 'wanted'; readonly returnUrl: string; readonly browser?: BrowserData | undefined };

export type StartQuestion = QuestionIds &
  AcquirerMoney & {
    readonly kind: StartKind;
    readonly card: AcquirerCard;
    readonly authentication: AuthenticationWish;
    /** `stored`: the card is on file and the shopper may be away. */
    readonly interaction: 'ecommerce' | 'stored' | 'moto';
    readonly storedCredential?:
      | {
          readonly isFirst: boolean;
          readonly by: 'shopper' | 'merchant';
          readonly networkTransactionId?: string | undefined;
        }
      | undefined;
    readonly shopper: {
      readonly reference?: string | undefined;
      readonly ip?: string | undefined;
      readonly locale?: string | undefined;
    };
    /** The sandbox reads its switches there. */
    readonly metadata: AcquirerMetadata;
  };

/** A payment as a follow-up finds it; amounts are minor units. */
export type AcquirerPayment = {
  readonly reference: string;
  /** Undefined where no answer ever told it: then only a cancel is possible, where the acquirer has one by reference. */
  readonly processorReference: string | undefined;
  readonly authorised: number;
  /** With what pending captures take; of a sale all of it, also where its answer was lost. */
  readonly captured: number;
  /** With what pending refunds give back. */
  readonly refunded: number;
  /** How many captures hold or took money, pending ones too; a sale counts as one. */
  readonly captures: number;
};

export type FollowUpQuestion = QuestionIds &
  AcquirerMoney & {
    readonly kind: FollowUpKind;
    readonly payment: AcquirerPayment;
    /** The capture that a refund or cancel names. */
    readonly of?: { readonly reference: string; readonly processorReference: string } | undefined;
    readonly metadata: AcquirerMetadata;
  };

/** Ends a start whose shopper has come back from the bank. The money is that of the start. */
export type CompletionQuestion = QuestionIds &
  AcquirerMoney & {
    readonly kind: 'completion';
    readonly payment: Pick<AcquirerPayment, 'reference' | 'processorReference'>;
    /** What came to the return address: its parameters. The shopper can change them, and bring those of another payment. */
    readonly returned: Readonly<Record<string, string>>;
  };

export type AcquirerQuestion = StartQuestion | FollowUpQuestion | CompletionQuestion;
