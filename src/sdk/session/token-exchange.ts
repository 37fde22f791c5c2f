import type { ErrorData } from '../../contract/errors/errors.ts';
import type { WalletSession } from '../../contract/frame/wallet-api.ts';
import { askJson } from '../base/ask-json.ts';
import { isText } from '../base/record.ts';
import { refusalIn } from '../base/refusal.ts';
import { SdkError, unanswered } from '../base/sdk-error.ts';

const TIMEOUT_MS = 6000;

const UNREACHABLE: ErrorData = {
  code: 'service_unreachable',
  message: 'connect: found no answer',
};

/** With `walletSession` that session is renewed, if its refresh token is still the one that it was created with. */
type TokenForm = {
  readonly publishableKey: string;
  readonly refreshToken: string;
  readonly walletSession?: string;
};

/** The SDK's only HTTP request unless something fails. */
export async function exchangeToken(baseUrl: string, form: TokenForm): Promise<WalletSession> {
  const address = `${baseUrl}/wallet/api/v1/token`;
  const body = await askJson(address, TIMEOUT_MS, new URLSearchParams(form)).catch((cause) => {
    throw unanswered(UNREACHABLE, cause);
  });
  if (isSession(body)) return body;
  throw new SdkError(refusalIn(body) ?? UNREACHABLE);
}

/** Tells a session from a refusal; the frame, which alone uses the session, parses the rest. */
function isSession(body: unknown): body is WalletSession {
  return isText(Object(body).accessToken);
}
