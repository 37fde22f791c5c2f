import * as z from 'zod/mini';
import { IssuerCode } from '../cards/method-codes.ts';
import { must } from '../forms/form-values.ts';
import { Provider, type ProviderUse } from '../forms/provider-names.ts';
import { CallbackUrl } from './billing.ts';
import { ProcessorName, SANDBOX_PROCESSOR } from './processor-name.ts';

/** Bounds of any payment, in minor units: 0.01 to 999,999.99. Rule: billing/amount-bounds. */
export const AMOUNT_BOUNDS = { smallest: 1, largest: 99_999_999 } as const;

/** Whether the card form asks for the name on the card. */
export const HolderName = z.enum(['required', 'optional', 'absent']);
export type HolderName = z.infer<typeof HolderName>;

const bound = z.int().check(z.minimum(AMOUNT_BOUNDS.smallest), z.maximum(AMOUNT_BOUNDS.largest));

/**
 * A shop's name for its shoppers, in any script: 1 to 64 characters on one line, without blanks at the ends and without
 * bidirectional control characters.
 */
export const ShopName = z
  .string()
  .check(
    z.regex(
      /^(?!\s)[^\p{Cc}\p{Bidi_Control}\u2028\u2029]{1,64}(?<!\s)$/u,
      must('have 1 to 64 characters on one line, none of them a control character, and no blank at its ends'),
    ),
  );

const fields = {
  /** The name that banks and providers show to shoppers. Null: the account's name. */
  shopName: z.nullable(ShopName),
  /** Issuer codes in the business's order. */
  acceptedBrands: z.array(IssuerCode).check(z.minLength(1)),
  /** Whether the card form asks for the name on the card. */
  holderName: HolderName,
  /** For a card of two networks, the first of these is preselected. */
  preferredBrands: z.array(IssuerCode),
  /** Methods whose sale completes at the provider, in the order of their offer. */
  instantMethods: z.array(Provider),
  /** Methods that give a token to bill. A method in both lists is instant. */
  alternativeMethods: z.array(Provider),
  /** HTTP status of a declined card; the body is the same. */
  declineHttpStatus: z.literal([402, 200]),
  /** Whether an authorisation can be captured several times. Off: the first capture releases the rest. */
  multiCapture: z.boolean(),
  /** The smallest amount of a start, minor units; a capture or refund may be smaller. */
  smallestAmount: bound,
  /** The largest, minor units. */
  largestAmount: bound,
  /** Days after which an authorisation expires. */
  authorisationDays: z.int().check(z.minimum(1), z.maximum(30)),
  /** Takes orders by phone and mail (`metadata.moto`). */
  moto: z.boolean(),
  /** Refuses unknown form parameters instead of ignoring them. */
  strictParams: z.boolean(),
  /**
   * Receivers of callbacks for payments that the page starts at a provider. The page names one of them; if it names none, the
   * first is used. Empty: any address on an origin registered for the publishable key.
   */
  notificationUrls: z.array(CallbackUrl).check(z.maxLength(10)),
  /** Whether a page with a refresh token made without `merchant_id` may name this merchant. */
  pagesMayName: z.boolean(),
  /** Who is asked for money: the sandbox, or a processor that the account has configured. Its earlier payments stay where they are. */
  processor: ProcessorName,
  /** Accepts card numbers that could be real. */
  allowAnyPan: z.boolean(),
};

/** A change of some settings; the others stay. Unknown names are refused. */
export const MerchantSettingsChange = z.partial(z.strictObject(fields));
export type MerchantSettingsChange = z.infer<typeof MerchantSettingsChange>;

/** How a provider's method is taken where the merchant's settings do not say; null: not at all. */
const USUAL_USES: Readonly<Record<Provider, ProviderUse | null>> = {
  applepay: 'alternative',
  googlepay: 'alternative',
  paypal: 'instant',
  amazonpay: 'instant',
};
const usuallyTakenAs = (use: ProviderUse) => Provider.options.filter((name) => USUAL_USES[name] === use);

/** The settings of a merchant configuration, with defaults. */
export const MerchantSettings = z.object({
  shopName: z._default(fields.shopName, null),
  acceptedBrands: z._default(fields.acceptedBrands, [...IssuerCode.options]),
  holderName: z._default(fields.holderName, 'required'),
  preferredBrands: z._default(fields.preferredBrands, []),
  instantMethods: z._default(fields.instantMethods, usuallyTakenAs('instant')),
  alternativeMethods: z._default(fields.alternativeMethods, usuallyTakenAs('alternative')),
  declineHttpStatus: z._default(fields.declineHttpStatus, 402),
  multiCapture: z._default(fields.multiCapture, true),
  smallestAmount: z._default(fields.smallestAmount, AMOUNT_BOUNDS.smallest),
  largestAmount: z._default(fields.largestAmount, AMOUNT_BOUNDS.largest),
  authorisationDays: z._default(fields.authorisationDays, 7),
  moto: z._default(fields.moto, true),
  strictParams: z._default(fields.strictParams, false),
  notificationUrls: z._default(fields.notificationUrls, []),
  /** Null if it was stored before this setting existed: pages may name it, unless its reference ends with `-async`. */
  pagesMayName: z._default(z.nullable(fields.pagesMayName), null),
  processor: z._default(fields.processor, SANDBOX_PROCESSOR),
  allowAnyPan: z._default(fields.allowAnyPan, false),
});
export type MerchantSettings = z.infer<typeof MerchantSettings>;
