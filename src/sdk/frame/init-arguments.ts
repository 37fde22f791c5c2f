import { isRecord, jsonOf } from '../base/record.ts';
import { invalidArgument, type SdkError } from '../base/sdk-error.ts';

export type ReadInit = {
  /** For the frame, which parses all of it. */
  readonly frameArguments: {
    readonly settings: Record<string, unknown>;
    readonly payment_details?: Record<string, unknown>;
  };
  /** For the frame's address. */
  readonly merchantId: number;
  readonly locale: string;
  readonly container: unknown;
};

/** `init(settings, payment_details)` and `init({ settings, payment_details })`: what must be said before a frame exists. */
export function readInitArguments(first: unknown, second: unknown): ReadInit {
  const both = isRecord(first) && 'settings' in first ? first : { settings: first, payment_details: second };
  const given = both['settings'];
  if (!isRecord(given)) throw wrong('settings', given, 'an object { merchant_id, view }');
  const { container, ...settings } = given;
  const merchantId = settings['merchant_id'];
  if (!isPositiveInteger(merchantId)) throw wrong('merchant_id', merchantId, 'a positive integer');
  const { view, locale = 'en' } = settings;
  if (view !== 'CHECKOUT' && view !== 'MANAGE') throw wrong('view', view, '"CHECKOUT" or "MANAGE"');
  if (!isLanguageTag(locale)) throw wrong('locale', locale, 'a language code such as "en"');
  const details = both['payment_details'];
  const needsDetails = details !== undefined || view === 'CHECKOUT';
  if (needsDetails && !isRecord(details)) {
    throw wrong('payment_details', details, 'an object { currency, amount }');
  }
  return {
    frameArguments: {
      settings: copy('settings', settings),
      ...(isRecord(details) && { payment_details: copy('payment_details', details) }),
    },
    merchantId,
    locale,
    container,
  };
}

function copy(param: string, value: Record<string, unknown>): Record<string, unknown> {
  const copied = jsonOf(value);
  if (isRecord(copied)) return copied;
  throw wrong(param, value, 'one that JSON can carry');
}

function isPositiveInteger(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

function isLanguageTag(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(value);
}

function wrong(param: string, found: unknown, wanted: string): SdkError {
  const shown = typeof found === 'string' ? `"${found}"` : isRecord(found) ? 'an object' : String(found);
  return invalidArgument(param, `init: found ${shown} as ${param}, wanted ${wanted}`);
}
