import type { ErrorData } from '../contract/errors.ts';

/**
 * What merchants' editors show. Written out, because `sdk.d.ts` must not drag zod into a merchant's build; a type test
 * holds each equal to its schema in contract.
 */

/** Spec: Endpoints 6, `sdk.auth.connect`. */
export type ConnectOptions = {
  /** Issued by the provider; never the secret key. */
  publishableKey: string;
  /** From the merchant's backend. Spec: Endpoints 1. */
  refreshToken: string;
  /**
   * Address of the service, http or https, without a trailing path of its own. Default: the origin the script was
   * loaded from; required when the module was bundled. Chosen: design.md, The SDK's surface.
   */
  baseUrl?: string | undefined;
};

/** Spec: Endpoints 6, `view`. */
export type View = 'CHECKOUT' | 'MANAGE';

/** Look of the wallet. Spec: silent. Chosen: wallet-ui.md 7. */
export type Appearance = {
  /** Default `auto`: the shopper's own setting. */
  theme?: 'light' | 'dark' | 'auto' | undefined;
};

/** Spec: Endpoints 6, `settings`. Chosen: `container` and `appearance`. */
export type WalletSettings = {
  /** ISO 639-1, default `en`; a regional tag falls back to its language, an unknown one to English. */
  locale?: string | undefined;
  /** Merchant id issued at onboarding, a positive integer. */
  merchant_id: number;
  view: View;
  /** Where the wallet stands: an element or a selector. Default `#wallet`. */
  container?: Element | string | undefined;
  appearance?: Appearance | undefined;
};

/** Spec: Endpoints 6, `payment_details`. */
export type PaymentDetails = {
  /** ISO 4217 code, upper case. */
  currency: string;
  /** Decimal string in the currency's major unit: "10.00". */
  amount: string;
  /** Redirect target after an instant payment. */
  return_url?: string | undefined;
  /** Notified of an instant payment's result. */
  callback_url?: string | undefined;
  /** Added to the recorded transaction. */
  metadata?: Record<string, unknown> | undefined;
};

/** Spec: Resources, Issuer short codes. */
export type IssuerCode = 'VI' | 'MC' | 'AX' | 'DC' | 'DS' | 'JB' | 'CU' | 'TO' | 'TR';

/** Passed to billing unmodified. Spec: Resources, Payment method object. */
export type PaymentMethod = {
  /** Passed to billing as `ccToken`. */
  cc_token: string;
  /** Set in the 3DS flow, else null. */
  encrypted_cvv: null;
  /** The brand as a shopper reads it: "Visa". */
  name: string;
  type: 'card';
  /** Set in the 3DS flow, else null. */
  fingerprint: null;
  credit_type: IssuerCode;
  /** Two digits: "03". */
  exp_month: string;
  exp_year4: string;
  /** An integer: a card ending 0042 gives 42. */
  last_4_digits: number;
  first_6_digits: number;
  source: 'card';
};

/** A method as events show it: enough to print, nothing to pay with. */
export type MaskedPaymentMethod = {
  readonly type: 'card';
  /** "Visa" */
  readonly name: string;
  readonly credit_type: IssuerCode;
  /** Four characters; a string, unlike the payment method object's. */
  readonly last_4_digits: string;
};

/**
 * Events by name, with their payloads; each is also a `CustomEvent` on `window` named `sdk:<name>`, payload in
 * `detail`. Spec: Events (registration not shown). Chosen: design.md, The SDK's surface.
 */
export type WalletEvents = {
  /** The frame stands and has taken its settings. */
  init: Record<string, never>;
  /** The form is usable. */
  ready: Record<string, never>;
  /** Whether a usable method is chosen; emitted on every change. */
  checkoutReady: { readonly status: boolean; readonly paymentMethod: MaskedPaymentMethod | null };
  /** The refresh token has ended: create a new one and call `connect` again. What is typed stays. */
  sessionExpired: Record<string, never>;
  /** Also raised when `connect` or `init` rejects, so that callers may ignore their promises. */
  error: ErrorData;
};
export type WalletEventName = keyof WalletEvents;
export type WalletEventHandler<Name extends WalletEventName> = (payload: WalletEvents[Name]) => void;

/** What the script tag puts at `window.sdk` and the module exports as `sdk`. Spec: Endpoints 6. */
export type Sdk = {
  /** Version of this build, semver. */
  readonly version: string;
  readonly auth: {
    /**
     * Exchanges publishable key and refresh token for a session: the SDK's only request. Call it again with a new
     * refresh token after `sessionExpired`; another publishable key takes effect at the next `init`.
     *
     * Rejects with `invalid_argument`, `service_unreachable`, `offline`, or the service's own refusal, such as
     * `publishable_key_invalid`, `refresh_token_invalid`, `refresh_token_expired`, `origin_not_allowed`.
     * Spec: Endpoints 6, `sdk.auth.connect`. Chosen: what it resolves to.
     */
    connect(options: ConnectOptions): Promise<{ isGuest: boolean }>;
  };
  readonly wallet: {
    /**
     * Shows the wallet. The frame starts loading at once; `connect` must have been called but need not have finished.
     * `payment_details` is required when the view is CHECKOUT.
     *
     * Rejects with `not_connected`, `already_initialised`, `invalid_argument` (`param` names it),
     * `container_not_found`, `container_removed`, `frame_blocked`, `frame_timeout` (after 6 s), `destroyed`, or what
     * `connect` rejected with. The promise may be ignored: a failure is also an `error` event.
     * Spec: Endpoints 6, `sdk.wallet.init`. Chosen: that it returns a promise.
     */
    init(settings: WalletSettings, payment_details?: PaymentDetails): Promise<void>;
    init(both: { settings: WalletSettings; payment_details?: PaymentDetails | undefined }): Promise<void>;
    /**
     * The chosen payment method, with a fresh token at each call; waits for an `init` under way.
     *
     * Rejects with `not_connected`, `not_initialised`, `payment_method_incomplete` (the form shows what is missing),
     * `payment_method_not_selected`, `session_expired`, `offline`, `service_unreachable`, `container_removed`,
     * `destroyed`, what `init` rejected with, or the service's own refusal. Spec: Endpoints 6.
     */
    getPaymentMethod(): Promise<PaymentMethod>;
    /**
     * Takes the wallet off the page at any moment; its pending promises reject with `destroyed`. Handlers stay, the
     * session stays, `init` shows a new one. Never rejects. Spec: Endpoints 6.
     */
    destroy(): Promise<void>;
    /**
     * Calls `handler` at each event, and returns how to stop. A handler that throws disturbs nobody else; handlers
     * outlive `destroy`. Throws `invalid_argument` for an event that does not exist. Chosen: design.md.
     */
    on<Name extends WalletEventName>(event: Name, handler: WalletEventHandler<Name>): () => void;
    /** Takes back an `on` with the same event and handler. */
    off<Name extends WalletEventName>(event: Name, handler: WalletEventHandler<Name>): void;
  };
};
