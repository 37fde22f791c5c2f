import type { RefreshTokenSource } from '../../contract/forms/settings.ts';
import { originOf } from '../base/base-url.ts';
import { check } from '../base/check.ts';
import { isRecord, isText, kindOf } from '../base/record.ts';

export type Credentials = {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly publishableKey: string;
  /** A promise or a function: what it gives is looked at when it is here. */
  readonly source: RefreshTokenSource;
  /** Empty where none was given beside. */
  readonly hint: string;
};

/** What `connect` was given, checked by hand; messages never show a key or token. */
export function readCredentials(options: unknown, scriptOrigin: string | undefined): Credentials {
  const { publishableKey, refreshToken: source, hint, ...given } = Object(options);
  const baseUrl = String(given.baseUrl ?? scriptOrigin);
  const isSource = isText(source) || isRecord(source) || typeof source === 'function';
  check('connect', [
    ['options', isRecord(options), typeof options, 'an object { publishableKey, refreshToken }'],
    ['publishableKey', isText(publishableKey), kindOf(publishableKey), 'a string'],
    [
      'publishableKey',
      !/^sk_/.test(publishableKey),
      'a secret key',
      'the publishable key; a secret key must never reach a page',
    ],
    ['refreshToken', isSource, kindOf(source), 'a string'],
    [
      'baseUrl',
      originOf(baseUrl),
      `"${baseUrl}"`,
      'the http address of the service, which a bundled SDK cannot know',
    ],
  ]);
  return { baseUrl: baseUrl.replace(/\/+$/, ''), publishableKey, source, hint: `${hint ?? ''}` };
}
