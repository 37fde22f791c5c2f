import type { askJson as reallyAskJson } from '../base/ask-json.ts';
import { readToken } from './test-token.ts';

/**
 * In place of `base/ask-json.ts`, the SDK's only way to the network: grants a session for every token, or refuses as a `testToken` says.
 * Anything else gets no answer, as without a service.
 */
export const askJson: typeof reallyAskJson = async (address, _timeoutMs, form) => {
  const token = form?.get('refreshToken');
  if (typeof token !== 'string') throw new TypeError(`found no service to ask for ${address}`);
  const { refuses, isGuest = true } = readToken(token);
  if (refuses !== undefined)
    return { error: { code: refuses, message: `connect: refused with ${refuses} by testToken` } };
  return { accessToken: 'at_double', expiresIn: 900, walletSession: 'ws_double', isGuest };
};
