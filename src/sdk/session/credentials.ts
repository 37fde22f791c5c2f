import type { RefreshTokenSource } from '../../contract/forms/settings.ts';
import { originOf } from '../base/base-url.ts';
import { check } from '../base/check.ts';
import { isText, kindOf } from '../base/record.ts';
import { WANTED_TOKEN } from './refresh-token.ts';

export type Credentials = {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly publishableKey: string;
  /** Also a promise or a function, whose result is checked when it arrives. */
  readonly source: RefreshTokenSource;
  /** Empty if none was passed. */
  readonly hint: string;
};

/** Checks what `connect` was passed. No message shows a key or token. */
export function readCredentials(options: unknown, scriptOrigin: string | undefined): Credentials {
  const { publishableKey, refreshToken: source, hint, baseUrl: address } = Object(options);
  const baseUrl = String(address ?? scriptOrigin);
  const isSource = isText(source) || source === Object(source);
  check('connect', [
    [
      'publishableKey',
      isText(publishableKey) && /^pk_/.test(publishableKey),
      kindOf(publishableKey),
      'a pk_ key, never a secret one',
    ],
    ['refreshToken', isSource, kindOf(source), WANTED_TOKEN],
    ['baseUrl', originOf(baseUrl), `"${baseUrl}"`, "the service's address"],
  ]);
  return { baseUrl: baseUrl.replace(/\/+$/, ''), publishableKey, source, hint: `${hint ?? ''}` };
}
