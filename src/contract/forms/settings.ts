import { Appearance } from './appearance.ts';
import type { Locale } from './locale.ts';
import { CURRENCIES, LANGUAGE, LANGUAGE_TAG, PROVIDERS, VIEWS } from './names.ts';
import {
  custom,
  flag,
  type Input,
  list,
  number,
  type Output,
  object,
  oneOf,
  optional,
  refine,
  text,
  wantedMessage,
} from './schema.ts';

/**
 * What a merchant's page passes to the SDK. The frame parses all of it; the SDK checks by hand that a merchant is
 * named, without whom no frame comes. Spec: Endpoints 6.
 */

const MERCHANT = 'the integer issued at onboarding';
/** Of all that billing takes, the currencies have two decimals. */
const AMOUNT = 'a decimal string with two decimals at most, such as "10.00"';

/** Spec: Endpoints 6, `view`. */
export const View = oneOf(VIEWS, 'CHECKOUT or MANAGE');
export type View = Output<typeof View>;

const LIST = `a list of ${PROVIDERS.join(', ').replace(/, (?=\w+$)/, ' and ')}`;
const Providers = list(oneOf(PROVIDERS, LIST), LIST);

/**
 * The service's answer to your backend's request for a refresh token, passed on as it came. Other members are
 * ignored.
 */
export type RefreshTokenAnswer = {
  refreshToken: string;
  /** How much room the wallet needs. Default: the `hint` beside `refreshToken` in `connect`. */
  hint?: string | undefined;
};

/**
 * A refresh token, a promise of one, or a function that gets one from your backend. `connect` calls it at
 * once, again on "Try again", and when the token ends; the shopper notices nothing. A promise works only
 * once.
 */
export type RefreshTokenSource =
  | string
  | Promise<string | RefreshTokenAnswer>
  | (() => string | RefreshTokenAnswer | Promise<string | RefreshTokenAnswer>);

/** Spec: Endpoints 6, `sdk.auth.connect`. Chosen: `baseUrl`, `hint`, and what `refreshToken` may be beside a string. */
export type ConnectOptions = {
  /** The account's `pk_…`, which may be public: it opens no more than its registered origins may. */
  publishableKey: string;
  /**
   * If it rejects, throws, or gives no token within 30 s, the code is `refresh_token_unavailable`, with the
   * reason as `cause`, or `offline` if the device is.
   */
  refreshToken: RefreshTokenSource;
  /** Address of the service. Default: the origin of the script tag; a page that bundles the module must give it. */
  baseUrl?: string | undefined;
  /**
   * The hint from the refresh token's answer. Passed before `init`, it reserves the wallet's final space from
   * the first paint; if it comes with the token, from then on. Default: none.
   */
  hint?: string | undefined;
};

/**
 * ISO 639-1 code or a longer tag; a regional one falls back to its language, an unknown one to English.
 * Spec: Endpoints 6, `language` of `sdk.wallet.setLocale`.
 */
export const Language = text<Locale>(LANGUAGE, LANGUAGE_TAG);

/** Spec: Endpoints 6, `settings`. `container`, which is ours too, is not here: it stays on the page. */
export const WalletSettings = object('an object of settings', {
  /** ISO 639-1, default `en`; a regional tag falls back to its language, an unknown one to English. */
  locale: optional(Language, 'en'),
  /** Merchant id issued at onboarding: the one that the refresh token was made with. */
  merchant_id: number(MERCHANT, (value) => Number.isSafeInteger(value) && value >= 1),
  /** `CHECKOUT`: the ways to pay, for `payment_details`. `MANAGE`: a known shopper's saved cards, with no payment. */
  view: View,
  /** Theme, labels and variables of the look. Default: light or dark as the page is, with the wallet's own look. */
  appearance: optional(Appearance),
  /** Whether the focus goes on to the expiry by itself after a whole card number. Default true. Rule: wallet/auto-advance. */
  auto_advance: optional(flag),
  /**
   * Providers' methods in the order to offer them; those not named follow in the order of the merchant's settings. Default:
   * that order.
   */
  method_order: optional(Providers),
  /** How the ways to pay stand: rows below one another, or tabs beside one another; saved cards are rows in both. Default `accordion`. */
  layout: optional(oneOf(['accordion', 'tabs'], 'accordion or tabs')),
  /**
   * Providers' methods to show as buttons above the rows, in the providers' own style, where the device can pay with them. A
   * press is told by the event `expressPay`: pay then as on a click of your own Pay button. Default none.
   */
  express: optional(Providers),
  /** Sandbox: providers to offer whatever this device and browser can do. Default: what Apple Pay and Google Pay say. */
  sandbox_available: optional(Providers),
});
export type WalletSettings = Output<typeof WalletSettings>;
/** As a merchant writes them: what has a default may be left out. */
export type WalletSettingsInput = Input<typeof WalletSettings>;

/** Browsers and Node have it; the types of this part are of neither. */
declare const URL: { canParse(address: string): boolean };
const Address = custom(
  (source): source is string => typeof source === 'string' && URL.canParse(source),
  'an absolute URL',
);

/** One that billing does not take is `currency_unsupported`. */
const Currency = custom(
  (source): source is (typeof CURRENCIES)[number] => CURRENCIES.some((one) => one === source),
  (source) =>
    typeof source === 'string' && /^[A-Z]{3}$/.test(source)
      ? { message: `found "${source}", wanted one of ${CURRENCIES.join(', ')}`, code: 'currency_unsupported' }
      : { message: wantedMessage('an ISO 4217 code such as "EUR"') },
);

/**
 * Spec: Endpoints 6, `payment_details`. `amount` is a decimal string in the currency's major unit ("10.00");
 * `currency` is an ISO 4217 code; one that billing does not take is `currency_unsupported`.
 */
export const PaymentDetails = object('an object { currency, amount }', {
  /** ISO 4217, "EUR"; one that billing does not take is `currency_unsupported`. */
  currency: Currency,
  /**
   * Decimal text in the major unit, "10.00", with two decimals at most. It is what an instant payment takes; zero where
   * nothing is to be paid, as where cards are added.
   */
  amount: text(AMOUNT, /^(0|[1-9][0-9]{0,8})(\.[0-9]{1,2})?$/),
  /**
   * Where the shopper returns after an instant payment that left the page, as on a phone: an absolute URL on
   * an origin registered for the publishable key, https except on this machine. Its query gets
   * `transaction_id` and `status`: look the transaction up, and trust neither. Default: none, so payments
   * always use a window.
   */
  return_url: optional(Address),
  /**
   * URL that gets the result of an instant payment as a signed JSON POST: on an origin registered for the
   * publishable key, or one of the merchant's `notificationUrls` if it has any. Default: the first of those.
   * Your backend's billings have their own.
   */
  callback_url: optional(Address),
  /**
   * Added to the recorded transaction of an instant payment. Its `order_id` becomes the transaction's: say
   * whose payment it is, `{ order_id: 'order-1042' }`. With an alternative method it is only checked: your
   * backend sends its own with the billing. 2,048 bytes of JSON at most.
   */
  metadata: optional(
    custom(
      (source): source is Record<string, unknown> =>
        typeof source === 'object' && source !== null && !Array.isArray(source),
      'an object',
    ),
  ),
});
export type PaymentDetails = Output<typeof PaymentDetails>;

/** Spec: Endpoints 6, accepted-card parameter values; diners has none and is accepted when the business accepts it. */
const CARD_NAMES = ['amex', 'unionpay', 'discover', 'jcb', 'mastercard', 'maestro', 'tr', 'visa'] as const;
export const AcceptedCardName = oneOf(CARD_NAMES, `one of ${CARD_NAMES.join(', ')}`);
export type AcceptedCardName = Output<typeof AcceptedCardName>;

/** Spec: Endpoints 6, `sdk.wallet.setAcceptedCreditCards`. Chosen: at least one name. */
export const AcceptedCardNames = refine(
  list(AcceptedCardName, 'an array of card names such as ["visa", "mastercard"]'),
  ({ length }) => (length > 0 ? null : { path: [], message: wantedMessage('at least one card name') }),
);

/** What the frame is started with: `payment_details` must be there when the view is CHECKOUT. */
export const InitArguments = refine(
  object('an object { settings, payment_details }', {
    settings: WalletSettings,
    payment_details: optional(PaymentDetails),
  }),
  ({ settings, payment_details }) => {
    if (settings.view !== 'CHECKOUT' || payment_details !== undefined) return null;
    const message = 'found none, wanted currency and amount when view is CHECKOUT';
    return { path: ['payment_details'], message };
  },
);
export type InitArguments = Output<typeof InitArguments>;
