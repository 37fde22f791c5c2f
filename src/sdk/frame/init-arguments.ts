import { check } from '../base/check.ts';
import { jsonOf, kindOf } from '../base/record.ts';

/** Settings and details are copies for the frame, which parses them. */
export type InitOptions = {
  readonly settings: unknown;
  readonly payment_details: unknown;
  /** For the frame's address. */
  readonly merchantId: number;
  readonly locale: unknown;
  readonly container: unknown;
};

/**
 * Reads `init(settings, payment_details)` and `init({ settings, payment_details })`. Only `merchant_id` is checked here: without it
 * there is no frame to check the rest.
 */
export function readInitArguments(first: unknown, second: unknown): InitOptions {
  const isBoth = Object.hasOwn(Object(first), 'settings');
  const { settings: settingsWithContainer, payment_details: details } = isBoth
    ? Object(first)
    : { settings: first, payment_details: second };
  const { container, ...others } = Object(settingsWithContainer);
  const settings = jsonOf(others);
  const { merchant_id: merchantId, locale = 'en' } = Object(settings);
  const isMerchant = Number.isSafeInteger(merchantId) && merchantId > 0;
  check('init', [['merchant_id', isMerchant, kindOf(merchantId), 'a positive integer']]);
  // What is no JSON becomes null, which the frame refuses.
  const payment_details = details === undefined ? details : (jsonOf(details) ?? null);
  return { settings, payment_details, merchantId, locale, container };
}
