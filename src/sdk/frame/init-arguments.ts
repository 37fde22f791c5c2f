import { check } from '../base/check.ts';
import { isRecord, isText, jsonOf } from '../base/record.ts';

/** Settings and details are copies for the frame, which parses all of them. */
export type ReadInit = {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly payment_details: unknown;
  /** For the frame's address. */
  readonly merchantId: number;
  readonly locale: string;
  readonly container: unknown;
};

/** `init(settings, payment_details)` and `init({ settings, payment_details })`: what must be said before a frame exists. */
export function readInitArguments(first: unknown, second: unknown): ReadInit {
  const isBoth = 'settings' in Object(first);
  const { settings: given, payment_details: details } = isBoth
    ? Object(first)
    : { settings: first, payment_details: second };
  const { container, ...others } = Object(given);
  const settings = jsonOf(others);
  const payment_details = jsonOf(details);
  const { merchant_id: merchantId, view, locale = 'en' } = others;
  const mayLackDetails = details === undefined && view !== 'CHECKOUT';
  check('init', [
    ['settings', isRecord(given) && settings, shown(given), 'an object { merchant_id, view }'],
    [
      'merchant_id',
      Number.isSafeInteger(merchantId) && merchantId > 0,
      shown(merchantId),
      'a positive integer',
    ],
    [
      'locale',
      isText(locale) && /^[a-z]{2,3}(-[a-z\d]{2,8})*$/i.test(locale),
      shown(locale),
      'a language such as "en"',
    ],
    ['view', view === 'CHECKOUT' || view === 'MANAGE', shown(view), '"CHECKOUT" or "MANAGE"'],
    [
      'payment_details',
      mayLackDetails || isRecord(payment_details),
      shown(details),
      'an object { currency, amount }',
    ],
  ]);
  return { settings: Object(settings), payment_details, merchantId, locale, container };
}

function shown(value: unknown): string {
  return isRecord(value) ? 'an object' : typeof value === 'string' ? `"${value}"` : String(value);
}
