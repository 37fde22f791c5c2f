import type { WalletEventName, WalletEvents } from '../contract/events.ts';
import type { PaymentMethod } from '../contract/payment-method.ts';
import type { ConnectOptions, PaymentDetails, WalletSettingsInput } from '../contract/settings.ts';

/** Spec: Endpoints 6, `settings`. Chosen: `container` and `appearance`. */
export type WalletSettings = WalletSettingsInput & {
  /** Where the wallet stands: an element or a selector. Default `#wallet`. */
  container?: Element | string | undefined;
};

/** Gets the payload of its event. */
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
