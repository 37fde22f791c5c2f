import * as z from 'zod/mini';
import { Appearance } from './appearance.ts';
import { CURRENCIES } from './currencies.ts';
import { Provider } from './provider-names.ts';

/**
 * What a merchant's page passes to the SDK. The frame parses all of it; the SDK checks by hand only what must be
 * said before a frame exists. Spec: Endpoints 6.
 */

/** A developer reads it behind the parameter's name. */
const wanted = (what: string) => ({ error: `wanted ${what}` });
const CURRENCY = 'an ISO 4217 code such as "EUR"';
const LANGUAGE = 'a language tag such as "de" or "pt-BR"';
const AMOUNT = 'a decimal string such as "10.00"';

const PROVIDERS = 'a list of applepay, googlepay, paypal and amazonpay';

/** Spec: Endpoints 6, `view`. */
export const View = z.enum(['CHECKOUT', 'MANAGE'], wanted('CHECKOUT or MANAGE'));
export type View = z.infer<typeof View>;

/** What the service answered your backend's request for a refresh token, passed on as it came: other members are left alone. */
export type RefreshTokenAnswer = {
  refreshToken: string;
  /** How much room the wallet needs. Default: the one beside. */
  hint?: string | undefined;
};

/**
 * A refresh token, a promise of one, or a function that gets one from your backend. `connect` calls it at once, and again by
 * the wallet's "Try again" and where the token has ended: the shopper then goes on unawares. A promise is good for once.
 */
export type RefreshTokenSource =
  | string
  | Promise<string | RefreshTokenAnswer>
  | (() => string | RefreshTokenAnswer | Promise<string | RefreshTokenAnswer>);

/** Spec: Endpoints 6, `sdk.auth.connect`. Chosen: `baseUrl`, `hint`, and what `refreshToken` may be beside a string. */
export type ConnectOptions = {
  publishableKey: string;
  /**
   * What rejects, throws, gives something else or nothing within 30 s is `refresh_token_unavailable`, with the reason as its
   * `cause`; `offline` where the device is.
   */
  refreshToken: RefreshTokenSource;
  /** Address of the service. Default: the origin the script was loaded from. */
  baseUrl?: string | undefined;
  /**
   * As it came with the refresh token. Known before `init` it keeps the wallet's final room from the first paint on; one
   * that comes with the token keeps it from then on. Default: none.
   */
  hint?: string | undefined;
};

/**
 * ISO 639-1 code or a longer tag; a regional one falls back to its language, an unknown one to English.
 * Spec: Endpoints 6, `language` of `sdk.wallet.setLocale`.
 */
export const Language = z
  .string(wanted(LANGUAGE))
  .check(z.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, wanted(LANGUAGE)));

/** Spec: Endpoints 6, `settings`. Without `container` and `appearance`, which are ours and stay on the page or beside. */
export const WalletSettings = z.object({
  /** ISO 639-1, default `en`; a regional tag falls back to its language, an unknown one to English. */
  locale: z._default(Language, 'en'),
  /** Merchant id issued at onboarding. */
  merchant_id: z.int(wanted('the integer issued at onboarding')).check(z.positive()),
  view: View,
  appearance: z.optional(Appearance),
  /** Whether the focus goes on to the expiry by itself after a whole card number. Default true. Rule: wallet/auto-advance. */
  auto_advance: z.optional(z.boolean(wanted('true or false'))),
  /**
   * Providers' methods in the order to offer them; those not named follow in the order of the merchant's settings. Default:
   * that order.
   */
  method_order: z.optional(z.array(Provider, wanted(PROVIDERS))),
  /** How the ways to pay stand: rows below one another, or tabs beside one another; saved cards are rows in both. Default `accordion`. */
  layout: z.optional(z.enum(['accordion', 'tabs'], wanted('accordion or tabs'))),
  /**
   * Providers' methods to show as buttons above the rows, in the providers' own style, where the device can pay with them. A
   * press is told by the event `expressPay`: pay then as on a click of your own Pay button. Default none.
   */
  express: z.optional(z.array(Provider, wanted(PROVIDERS))),
  /** Sandbox: providers to offer whatever this device and browser can do. Default: what Apple Pay and Google Pay say. */
  sandbox_available: z.optional(z.array(Provider, wanted(PROVIDERS))),
});
export type WalletSettings = z.infer<typeof WalletSettings>;
/** As a merchant writes them: what has a default may be left out. */
export type WalletSettingsInput = z.input<typeof WalletSettings>;

/**
 * Spec: Endpoints 6, `payment_details`. `amount` is a decimal string in the currency's major unit ("10.00");
 * `currency` is an ISO 4217 code; one that billing does not take is `currency_unsupported`.
 */
export const PaymentDetails = z.object(
  {
    currency: z.string(wanted(CURRENCY)).check(
      z.regex(/^[A-Z]{3}$/, { ...wanted(CURRENCY), abort: true }),
      z.refine((code) => CURRENCIES.some((one) => one === code), {
        error: ({ input }) => `found "${input}", wanted one of ${CURRENCIES.join(', ')}`,
        params: { code: 'currency_unsupported' },
      }),
    ),
    amount: z.string(wanted(AMOUNT)).check(z.regex(/^(0|[1-9][0-9]{0,8})(\.[0-9]{1,3})?$/, wanted(AMOUNT))),
    /** Redirect target after an instant payment. */
    return_url: z.optional(z.url(wanted('an absolute URL'))),
    /** Notified of an instant payment's result. */
    callback_url: z.optional(z.url(wanted('an absolute URL'))),
    /**
     * Added to the recorded transaction of an instant payment. With an alternative method it is checked and left alone: your
     * backend sends its own with the billing.
     */
    metadata: z.optional(z.record(z.string(), z.unknown())),
  },
  wanted('an object { currency, amount }'),
);
export type PaymentDetails = z.infer<typeof PaymentDetails>;

/** Spec: Endpoints 6, accepted-card parameter values; diners has none and is accepted when the business accepts it. */
export const AcceptedCardName = z.enum(
  ['amex', 'unionpay', 'discover', 'jcb', 'mastercard', 'maestro', 'tr', 'visa'],
  {
    error: ({ input }) =>
      `${found(input)}wanted one of amex, unionpay, discover, jcb, mastercard, maestro, tr, visa`,
  },
);
export type AcceptedCardName = z.infer<typeof AcceptedCardName>;

/** Only a word is repeated: anything else might be what nobody may read in a log. */
const found = (input: unknown) => (/^[a-z ]{1,20}$/i.test(String(input)) ? `found "${input}", ` : '');

/** Spec: Endpoints 6, `sdk.wallet.setAcceptedCreditCards`. Chosen: at least one name. */
export const AcceptedCardNames = z
  .array(AcceptedCardName, wanted('an array of card names such as ["visa", "mastercard"]'))
  .check(z.minLength(1, wanted('at least one card name')));

/** What the frame is started with: `payment_details` must be there when the view is CHECKOUT. */
export const InitArguments = z
  .object({ settings: WalletSettings, payment_details: z.optional(PaymentDetails) })
  .check(
    z.refine(
      ({ settings, payment_details }) => settings.view !== 'CHECKOUT' || payment_details !== undefined,
      {
        path: ['payment_details'],
        error: 'found none, wanted currency and amount when view is CHECKOUT',
      },
    ),
  );
export type InitArguments = z.infer<typeof InitArguments>;
