import type { PaymentMethod } from '../../contract/billing/payment-method.ts';
import type { Appearance } from '../../contract/forms/appearance.ts';
import type { Locale } from '../../contract/forms/locale.ts';
import type {
  AcceptedCardName,
  ConnectOptions,
  PaymentDetails,
  View,
  WalletSettingsInput,
} from '../../contract/forms/settings.ts';
import type { WellFormed } from '../../contract/forms/well-formed.ts';
import type { WalletEventName, WalletEvents } from '../../contract/frame/events.ts';

/** The wallet's settings for `init`. Spec: Endpoints 6, `settings`. Chosen: `container` and `appearance`. */
export type WalletSettings = WalletSettingsInput & {
  /**
   * Where the wallet stands: an element or a selector. Of a wallet frame that the page's HTML has, the frame itself serves as
   * well. Default `#wallet`, by its id.
   */
  container?: Element | string | undefined;
};

/** Settings of the view that needs no payment details. */
export type ManageSettings = WalletSettings & { view: 'MANAGE' };

/** A literal amount that is no decimal text does not compile; what is known to be some text only is checked in the wallet. */
type DecimalDetails<Amount extends string> = PaymentDetails & { amount: Amount } & WellFormed<
    Amount,
    `${number}`,
    'wanted an amount such as "10.00"'
  >;

/** The same of a key. */
type PageCredentials<Key extends string> = ConnectOptions & { publishableKey: Key } & WellFormed<
    Key,
    `pk_${string}`,
    'wanted a publishable key, which begins with pk_'
  >;

/** Gets the payload of its event. */
export type WalletEventHandler<Name extends WalletEventName> = (payload: WalletEvents[Name]) => void;

/**
 * What the script tag puts at `window.sdk` and the module exports as `sdk`. On a server every call of it that returns a promise
 * rejects with `not_in_browser`, which ends no process. Spec: Endpoints 6.
 */
export type Sdk = {
  /** Version of this build, semver. */
  readonly version: string;
  readonly auth: {
    /**
     * Exchanges publishable key and refresh token for a session: one request, without a preflight. Give it a function that gets the
     * token from your backend and call `init` right after it, without awaiting: the frame then loads meanwhile, and the request is
     * sent once the form is painted, at most a second after the token is here.
     *
     *     sdk.auth.connect({ publishableKey, refreshToken: () => post('/api/session') });
     *     sdk.wallet.init(settings, payment_details);
     *
     * You may ignore the promise: a failure also emits an `error` event (one for this and `init`) or logs to
     * the console. Call it again after `sessionExpired`; with a function, that comes only if it no longer
     * gives a valid token. Another publishable key takes effect at the next `init`.
     *
     * Rejects with `invalid_argument`, `refresh_token_unavailable`, `service_unreachable`, `offline`, or the service's own
     * refusal, such as `publishable_key_invalid`, `refresh_token_invalid`, `refresh_token_expired`, `origin_not_allowed`.
     * Spec: Endpoints 6, `sdk.auth.connect`. Chosen: what it resolves to.
     */
    connect<Key extends string>(options: PageCredentials<Key>): Promise<{ isGuest: boolean }>;
  };
  readonly wallet: {
    /**
     * Shows the wallet. The frame starts loading at once; `connect` must have been called but need not have finished.
     * `payment_details` is required when the view is CHECKOUT. A setting that does not exist is named in the console.
     *
     * Rejects with `not_connected`, `already_initialised` (also where the container holds the wallet of another SDK),
     * `invalid_argument` (`param` names it), `view_not_allowed` (the refresh token is for the other view), `merchant_not_allowed`
     * (it is for another merchant, or for none and pages may not name this one), `currency_unsupported`, `container_not_found`,
     * `container_removed`, `frame_blocked`, `frame_timeout` (after 6 s without its document,
     * or 30 s more without its scripts), `destroyed`, what `connect` rejected with, or the service's own refusal, such as
     * `merchant_forbidden`. The promise may be ignored: a failure is also an `error` event.
     * Spec: Endpoints 6, `sdk.wallet.init`. Chosen: that it returns a promise.
     */
    init<Amount extends string>(
      settings: WalletSettings,
      payment_details: DecimalDetails<Amount>,
    ): Promise<void>;
    init(settings: ManageSettings, payment_details?: PaymentDetails): Promise<void>;
    init<Amount extends string>(
      both:
        | { settings: WalletSettings; payment_details: DecimalDetails<Amount> }
        | { settings: ManageSettings; payment_details?: PaymentDetails | undefined },
    ): Promise<void>;
    /**
     * The chosen payment method, with a fresh token at each call; waits for an `init` under way.
     *
     * Rejects with `not_connected`, `not_initialised`, `payment_method_incomplete` (the form shows what is missing),
     * `payment_method_not_selected`, `instant_method_selected` (call `makeInstantPayment`), `view_not_checkout`,
     * `card_brand_not_accepted` (a saved card of a brand that is not taken now), `popup_blocked`, `cancelled`, `session_expired`,
     * `offline`, `service_unreachable`, `container_removed`, `destroyed`, what `init` rejected with, or the service's own
     * refusal. Spec: Endpoints 6.
     */
    getPaymentMethod(): Promise<PaymentMethod>;
    /**
     * Pays with the chosen instant method. Call it in the shopper's click: it opens the provider's window
     * over the dimmed page, which offers to return to it or to cancel. On a phone with a `return_url`, it
     * leaves the page. Resolves after `paymentCompleted`, which gives the result. A second call meanwhile
     * shares the same window and payment.
     *
     * Rejects with `not_connected`, `not_initialised`, `view_not_checkout`, `payment_method_not_selected`
     * (also for a method that `getPaymentMethod` returns), `amount_too_small`, `popup_blocked`, `cancelled` (the shopper is back
     * without an answer and nothing is decided: call again to continue the same payment; if it still ends,
     * `paymentCompleted` tells), `offline`, `service_unreachable`, `session_expired`, `container_removed`,
     * `destroyed`, or the service's own refusal, such as `return_url_forbidden`, `callback_url_forbidden`,
     * `method_not_enabled`, `processor_unavailable`. If `param` is `payment`, nobody knows yet whether the
     * shopper has paid: say so, `paymentCompleted` tells. You may ignore the promise: a failure also emits an
     * `error` event.
     *
     * The amount is that of the page's `payment_details`, and your backend is not asked first: look the
     * transaction up, compare amount, currency and order, and refund overpayments.
     * Spec: Endpoints 6.
     */
    makeInstantPayment(): Promise<void>;
    /**
     * What is to be paid, in place of what `init` was given: needed before `setView('CHECKOUT')` when `init` had none.
     *
     * This and the other setters keep what the shopper has typed, the caret, and the messages shown; they wait for an
     * `init` under way and resolve when the change is on show. They reject with `invalid_argument` (`param` names what
     * was wrong), this one also with `currency_unsupported`, `not_connected`, `not_initialised`, `container_removed`, `destroyed`, or what `init` rejected with.
     * The promise may be ignored: a failure is also an `error` event. Spec: Endpoints 6.
     */
    setPaymentDetails<Amount extends string>(details: DecimalDetails<Amount>): Promise<void>;
    /**
     * Narrows the cards that the business accepts, until the next call. A name that the business does not accept, an
     * unknown one and an empty array are `invalid_argument`. Diners has no name and stays as the business has it.
     * Spec: Endpoints 6.
     */
    setAcceptedCreditCards(names: AcceptedCardName[]): Promise<void>;
    /**
     * Shows the other view. `CHECKOUT` is `invalid_argument` until there are payment details; `view_not_allowed` where the
     * refresh token is for the other view alone. Spec: Endpoints 6.
     */
    setView(view: View): Promise<void>;
    /**
     * Shows another language ("de", "pt-BR"): a regional tag falls back to its language, an unknown one to English with
     * a warning in the console. `service_unreachable` or `offline` when its texts do not come. Spec: Endpoints 6.
     */
    setLocale(language: Locale): Promise<void>;
    /** Changes the look, in place of the earlier `appearance`: what is left out has its default. */
    setAppearance(appearance: Appearance): Promise<void>;
    /**
     * Takes the wallet off the page at any moment; its pending promises reject with `destroyed`. Handlers stay, the
     * session stays, `init` shows a new one. Never rejects. Spec: Endpoints 6.
     */
    destroy(): Promise<void>;
    /**
     * Calls `handler` at each event, and returns how to stop. A handler that throws disturbs nobody else; handlers
     * outlive `destroy`. Throws `invalid_argument` for an event that does not exist.
     */
    on<Name extends WalletEventName>(event: Name, handler: WalletEventHandler<Name>): () => void;
    /** Takes back an `on` with the same event and handler. */
    off<Name extends WalletEventName>(event: Name, handler: WalletEventHandler<Name>): void;
  };
};

/** What the script tag puts at `window.sdk`, and gives an AMD loader as the module `embeddable-wallet`. */
export type ScriptSdk = Sdk & {
  /**
   * Another SDK beside this one, with a session, a wallet and handlers of its own: one for each wallet of a page. Its events
   * come to `wallet.on` alone, as on `window` nobody could tell whose they are.
   */
  createSdk(): Sdk;
};
