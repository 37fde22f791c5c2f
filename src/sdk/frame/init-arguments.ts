import { check } from '../base/check.ts';
import { jsonOf, kindOf } from '../base/record.ts';

/** Settings and details are copies for the frame, which parses all of them. */
export type ReadInit = {
  readonly settings: unknown;
  readonly payment_details: unknown;
  /** For the frame's address. */
  readonly merchantId: number;
  readonly locale: unknown;
  readonly container: unknown;
};

/**
 * `init(settings, payment_details)` and `init({ settings, payment_details })`. Without a merchant there is no frame to judge the
 * rest, and a page's own mistake is no reason to ask for one.
 */
export function readInitArguments(first: unknown, second: unknown): ReadInit {
  const isBoth = Object.hasOwn(Object(first), 'settings');
  const { settings: given, payment_details: details } = isBoth
    ? Object(first)
    : { settings: first, payment_details: second };
  const { container, ...others } = Object(given);
  const settings = jsonOf(others);
  const { merchant_id: merchantId, locale = 'en' } = Object(settings);
  const isMerchant = Number.isSafeInteger(merchantId) && merchantId > 0;
  check('init', [['merchant_id', isMerchant, kindOf(merchantId), 'a positive integer']]);
  // Null, which is refused, of what is no JSON.
  const payment_details = details === undefined ? details : (jsonOf(details) ?? null);
  return { settings, payment_details, merchantId, locale, container };
}
