import type { RefreshTokenSource } from '../../contract/forms/settings.ts';
import { mismatchError } from '../base/check.ts';
import { within } from '../base/lifetime.ts';
import { isText, kindOf } from '../base/record.ts';
import { SdkError, unanswered } from '../base/sdk-error.ts';

const TIMEOUT_MS = 30_000;

export const A_TOKEN = 'a token or { refreshToken }';

/** What is in the answer of the merchant's backend; the hint is empty where there is none. */
type Grant = { readonly refreshToken: string; readonly hint: string };

/** Asks anew each time where `source` is a function. No message shows a token. */
export async function obtainToken(source: RefreshTokenSource): Promise<Grant> {
  // Not before the script that connects has ended: what it goes on to, the frame, comes first.
  const asked = Promise.resolve(source).then((given) => (typeof given === 'function' ? given() : given));
  const answer: unknown = await within(AbortSignal.timeout(TIMEOUT_MS), asked).catch((cause) => {
    throw unanswered(unavailable('none (see cause)'), cause);
  });
  const { refreshToken, hint } = isText(answer) ? { refreshToken: answer } : Object(answer);
  if (isText(refreshToken)) return { refreshToken, hint: `${hint ?? ''}` };
  throw new SdkError(unavailable(kindOf(answer)));
}

const unavailable = (found: string) =>
  mismatchError('refresh_token_unavailable', 'connect: refreshToken', found, A_TOKEN);
