import type { BillingAnswer, Currency, StartMethod } from '../contract/billing/billing.ts';
import type { Fingerprint } from '../contract/billing/payment-method.ts';
import type { ErrorBody } from '../contract/error-body.ts';
import type { DeclineCode } from '../contract/errors/errors.ts';

/** A JSON object with members of your own. */
export type Metadata = Readonly<Record<string, unknown>>;

/** Spec: Endpoints 1. */
export type RefreshTokenRequest = {
  /** Your own id of the user, no personal data. Default: none, a guest. */
  readonly externalID?: string;
  /** Seconds, 60 to 2,592,000 (guests 86,400). Default: 86,400. */
  readonly ttl?: number;
  /** The one view that the wallet opens with it. Default: both. */
  readonly view?: 'CHECKOUT' | 'MANAGE';
  /**
   * The only merchant that the token is for: its wallets refuse any other, and the hint tells its ways to pay. Always
   * send it. Default: every merchant that pages may name; the hint then tells the ways to pay of the account's only merchant.
   */
  readonly merchant_id?: number;
  /** Metadata of the user, merged key by key; null removes a key. */
  readonly custom?: Metadata;
};

/** Spec: Endpoints 2. */
export type LoginRequest = {
  readonly externalID: string;
  /** Puts the metadata of the user into the token. Default: false. */
  readonly withMetadata?: boolean;
  readonly custom?: Metadata;
};

type Money = {
  /** Decimal text in the major unit, "48.50". */
  readonly amount: string;
  readonly currency: Currency;
};

type BillingDetails = {
  /**
   * Your own id of the card's user: another user's token is refused like an unknown one. Send it for every
   * logged-in shopper, and `isGuest` for every other. Default: not compared.
   */
  readonly externalID?: string;
  /** The shopper is not logged in: a user's token is refused like an unknown one. Default: not compared. */
  readonly isGuest?: boolean;
  /** Your own id of the order, 1 to 64 characters, which lookup, callbacks and searches show. Default: generated. */
  readonly orderID?: string;
  /** Shown by lookup and callbacks, as a list of texts. Default: none. */
  readonly metadata?: Metadata;
  /** Gets the result as a JSON POST. */
  readonly callback_url?: string;
};

/** Starts a payment. Spec: Endpoints 4. */
export type StartRequest = Money &
  BillingDetails & {
    /** The `cc_token` of the wallet, or the whole payment method object as JSON. */
    readonly ccToken: string;
    /** The member of the payment method object, as the page got it, where `ccToken` is not the whole object. */
    readonly fingerprint?: Fingerprint | null;
    /** Likewise: the security code, encrypted for this token. */
    readonly encrypted_cvv?: string | null;
    /** Your own id for the transaction, never used before. Default: generated. */
    readonly transactionID?: string;
  } & PaidMerchant;

/** One of the two, or both for the same merchant. */
type PaidMerchant =
  | {
      /** Who is paid: this, or `merchantRef`. */
      readonly merchant_id: number;
      /** The merchant's own reference, in place of its id. */
      readonly merchantRef?: string;
    }
  | { readonly merchant_id?: number; readonly merchantRef: string };

type PaymentReference = {
  /** That of the payment's start, for the whole payment; that of a CHARGE limits a REFUND or a VOID to this capture. */
  readonly transactionID: string;
  /** Where given, this or `merchantRef` must be the payment's own. */
  readonly merchant_id?: number;
  readonly merchantRef?: string;
};

/** Acts on a payment. Spec: Endpoints 4. */
export type FollowUpRequest = Money & BillingDetails & PaymentReference;

/**
 * Releases all that an AUTH has not captured, or takes back a whole SALE or CHARGE that is not settled; amount and currency,
 * when given, must say just that. Rule: billing/void.
 */
export type VoidRequest = Omit<FollowUpRequest, 'amount' | 'currency'> &
  Partial<Pick<FollowUpRequest, 'amount' | 'currency'>>;

/** Any method, with its parameters. */
export type BillingRequest =
  | ({ readonly method: StartMethod } & StartRequest)
  | ({ readonly method: 'CHARGE' | 'REFUND' } & FollowUpRequest)
  | ({ readonly method: 'VOID' } & VoidRequest);

export type CallOptions = {
  /**
   * 1 to 255 visible ASCII characters. The same key with the same request runs once in 24 hours. Default: a
   * new one per call, so two calls of `charge` or `refund` move money twice. Pass a key of your own per
   * action: a second click or process then gets the first answer.
   */
  readonly idempotencyKey?: string;
};

/** `accepted` may still be pending: `transaction.status` says. Proof to ship on is the lookup. */
export type BillingResult = Omit<BillingAnswer, 'status'> &
  (
    | { readonly outcome: 'accepted' }
    | {
        readonly outcome: 'declined';
        readonly declineCode: DeclineCode | undefined;
        readonly error: ErrorBody['error'];
      }
  );
