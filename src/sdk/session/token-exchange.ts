import type { ErrorData } from '../../contract/errors/errors.ts';
import type { WalletSession } from '../../contract/frame/wallet-api.ts';
import { askJson } from '../base/ask-json.ts';
import { refusalIn } from '../base/refusal.ts';
import { SdkError, unanswered } from '../base/sdk-error.ts';

const PATIENCE_MS = 6000;

/** What is exchanged; with `walletSession` the running session goes on, where the token is still the one it began with. */
type Form = {
  readonly publishableKey: string;
  readonly refreshToken: string;
  readonly walletSession?: string;
};

/** The only HTTP request while all is well. */
export async function exchangeToken(baseUrl: string, form: Form): Promise<WalletSession> {
  const address = `${baseUrl}/wallet/api/v1/token`;
  const body = await askJson(address, PATIENCE_MS, new URLSearchParams(form)).catch((cause) => {
    throw unanswered(unreachable('no readable answer'), cause);
  });
  if (isSession(body)) return body;
  throw new SdkError(refusalIn(body) ?? unreachable('an answer of another shape'));
}

function unreachable(found: string): ErrorData {
  const message = `connect: found ${found} at baseUrl, wanted a service that this page may reach`;
  return { code: 'service_unreachable', message };
}

/** By what tells it from a refusal: the frame, which alone uses it, parses the rest. */
function isSession(body: unknown): body is WalletSession {
  return typeof Object(body).accessToken === 'string';
}
