import { readBaseUrl } from './base-url.ts';
import { isRecord } from './record.ts';
import { invalidArgument } from './sdk-error.ts';

export type Credentials = {
  readonly baseUrl: string;
  readonly publishableKey: string;
  readonly refreshToken: string;
  /** As it came with the token; empty where none was given. */
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
  const refreshToken = readText(options, 'refreshToken');
  const hint = `${options['hint'] ?? ''}`;
  return { baseUrl: readBaseUrl(options['baseUrl'], scriptOrigin), publishableKey, refreshToken, hint };
}

function readText(options: Record<string, unknown>, param: string): string {
  const value = options[param];
  if (typeof value === 'string' && value !== '') return value;
  const found = value === '' ? 'an empty string' : `a value of type ${typeof value}`;
  throw invalidArgument(param, `connect: found ${found} as ${param}, wanted a string`);
}
