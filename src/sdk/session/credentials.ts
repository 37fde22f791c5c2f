import type { RefreshTokenSource } from '../../contract/forms/settings.ts';
import { readBaseUrl } from '../base/base-url.ts';
import { isRecord, kindOf } from '../base/record.ts';
import { invalidArgument } from '../base/sdk-error.ts';

export type Credentials = {
  readonly baseUrl: string;
  readonly publishableKey: string;
  readonly source: RefreshTokenSource;
  /** Empty where none was given beside. */
  readonly hint: string;
};

/** What `connect` was given, checked by hand; messages never show a key or token. */
export function readCredentials(options: unknown, scriptOrigin: string | undefined): Credentials {
  if (!isRecord(options)) {
    throw invalidArgument(
      'options',
      `connect: found ${typeof options}, wanted an object { publishableKey, refreshToken }`,
    );
  }
  const publishableKey = readText(options, 'publishableKey');
  if (publishableKey.startsWith('sk_')) {
    throw invalidArgument(
      'publishableKey',
      'connect: found a secret key, wanted the publishable key; a secret key must never reach a page',
    );
  }
  const { refreshToken } = options;
  const source = isSource(refreshToken) ? refreshToken : readText(options, 'refreshToken');
  const hint = `${options['hint'] ?? ''}`;
  return { baseUrl: readBaseUrl(options['baseUrl'], scriptOrigin), publishableKey, source, hint };
}

/** A promise or a function: what it gives is looked at when it is here. */
function isSource(value: unknown): value is Exclude<RefreshTokenSource, string> {
  return typeof value === 'function' || isRecord(value);
}

function readText(options: Record<string, unknown>, param: string): string {
  const value = options[param];
  if (typeof value === 'string' && value !== '') return value;
  throw invalidArgument(param, `connect: found ${kindOf(value)} as ${param}, wanted a string`);
}
