import type { RefreshTokenSource } from '../../contract/forms/settings.ts';
import { mismatchError } from '../base/check.ts';
import { pause } from '../base/lifetime.ts';
import { isText, kindOf } from '../base/record.ts';
import { SdkError, unanswered } from '../base/sdk-error.ts';

const TIMEOUT_MS = 30_000;

export const WANTED_TOKEN = 'a token or { refreshToken }';

/** The answer of the merchant's backend; `hint` is empty if it has none. */
type Grant = { readonly refreshToken: string; readonly hint: string };

/** Calls `source` each time if it is a function. No message shows a token. */
export async function obtainToken(source: RefreshTokenSource): Promise<Grant> {
  // In a microtask: the calling script goes on to `init`, whose frame should be requested first.
  const request = Promise.resolve(source).then((value) => (typeof value === 'function' ? value() : value));
  const answer: unknown = await Promise.race([request, pause(TIMEOUT_MS)]).catch((cause) => {
    throw unanswered(unavailable('none (see cause)'), cause);
  });
  const { refreshToken, hint } = isText(answer) ? { refreshToken: answer } : Object(answer);
  if (isText(refreshToken)) return { refreshToken, hint: `${hint ?? ''}` };
  throw new SdkError(unavailable(kindOf(answer)));
}

const unavailable = (found: string) =>
  mismatchError('refresh_token_unavailable', 'connect: refreshToken', found, WANTED_TOKEN);
