import { attempt } from '../base/attempt.ts';
import type { SdkErrorCode } from '../index.ts';

const MARK = 'rt_double_';

/** What a token makes of the session. */
export type TestSession = {
  /** What `connect`, and `init` with it, reject with: `refresh_token_expired`, `origin_not_allowed`. Default: they succeed. */
  readonly refuses?: SdkErrorCode;
  /** What `connect` resolves to. Default: true. */
  readonly isGuest?: boolean;
};

/** A refresh token for the doubles: `refreshToken={() => testToken({ refuses: 'refresh_token_expired' })}`. Any other text is a guest's. */
export const testToken = (session: TestSession): string => MARK + JSON.stringify(session);

export const readToken = (token: string): TestSession =>
  (token.startsWith(MARK) && attempt(() => JSON.parse(token.slice(MARK.length)))) || {};
