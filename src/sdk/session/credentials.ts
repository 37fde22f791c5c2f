import type { RefreshTokenSource } from '../../contract/forms/settings.ts';
import { originOf } from '../base/base-url.ts';
import { check } from '../base/check.ts';
import { isText, kindOf } from '../base/record.ts';
import { A_TOKEN } from './refresh-token.ts';

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
  const isSource = isText(source) || source === Object(source);
  check('connect', [
    [
      'publishableKey',
      isText(publishableKey) && /^pk_/.test(publishableKey),
      kindOf(publishableKey),
      'a pk_ key, never a secret one',
    ],
    ['refreshToken', isSource, kindOf(source), A_TOKEN],
    ['baseUrl', originOf(baseUrl), `"${baseUrl}"`, "the service's address"],
  ]);
  return { baseUrl: baseUrl.replace(/\/+$/, ''), publishableKey, source, hint: `${hint ?? ''}` };
}
