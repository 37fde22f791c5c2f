import type { ErrorData } from '../contract/errors/errors.ts';
import type { WalletSession } from '../contract/frame/wallet-api.ts';
import type { Credentials } from './credentials.ts';
import { isRecord } from './record.ts';
import { refusalIn } from './refusal.ts';
import { SdkError } from './sdk-error.ts';

const PATIENCE_MS = 6000;

/** The only HTTP request while all is well: a plain form without custom headers, so that the browser asks no preflight. */
export async function exchangeToken(
  { baseUrl, publishableKey, refreshToken }: Credentials,
  walletSession?: string,
): Promise<WalletSession> {
  const form = new URLSearchParams({ publishableKey, refreshToken });
  if (walletSession !== undefined) form.set('walletSession', walletSession);
  const body = await post(`${baseUrl}/wallet/api/v1/token`, form);
  const session = sessionIn(body);
  if (session) return session;
  throw new SdkError(refusalIn(body) ?? unreachable('found an answer of another shape'));
}

async function post(address: string, body: URLSearchParams): Promise<unknown> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const response = await fetch(address, {
      method: 'POST',
      body,
      signal,
      credentials: 'omit',
      cache: 'no-store',
    });
    return await response.json();
  } catch (error) {
    if (!navigator.onLine) {
      throw new SdkError(
        { code: 'offline', message: 'asking the service for a session: this device is offline' },
        { cause: error },
      );
    }
    throw new SdkError(unreachable('no readable answer came'), { cause: error });
  }
}

function unreachable(found: string): ErrorData {
  return {
    code: 'service_unreachable',
    message: `asking the service for a session: ${found}; wanted a service at baseUrl that this page may reach`,
  };
}

function sessionIn(body: unknown): WalletSession | undefined {
  if (!isRecord(body)) return undefined;
  const { accessToken, expiresIn, walletSession, isGuest, view } = body;
  if (typeof accessToken !== 'string' || typeof walletSession !== 'string') return undefined;
  if (typeof expiresIn !== 'number' || typeof isGuest !== 'boolean') return undefined;
  const session = { accessToken, expiresIn, walletSession, isGuest };
  return view === 'CHECKOUT' || view === 'MANAGE' ? { ...session, view } : session;
}
