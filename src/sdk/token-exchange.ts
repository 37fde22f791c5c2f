import type { ErrorData } from '../contract/errors.ts';
import type { WalletSession } from '../contract/wallet-api.ts';
import { isRecord } from './record.ts';
import { refusalIn } from './refusal.ts';
import { SdkError, unanswered } from './sdk-error.ts';

const PATIENCE_MS = 6000;

/** What is exchanged; with `walletSession` the running session goes on, where the token is still the one it began with. */
type Form = {
  readonly publishableKey: string;
  readonly refreshToken: string;
  readonly walletSession?: string;
};

/** The only HTTP request while all is well: a plain form without custom headers, so that the browser asks no preflight. */
export async function exchangeToken(baseUrl: string, form: Form): Promise<WalletSession> {
  const body = await post(`${baseUrl}/wallet/api/v1/token`, new URLSearchParams(form));
  const session = sessionIn(body);
  if (session) return session;
  throw new SdkError(refusalIn(body) ?? unreachable('an answer of another shape'));
}

async function post(address: string, body: URLSearchParams): Promise<unknown> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const response = await fetch(address, {
      method: 'POST',
      body,
      signal,
      // As a script tag with `crossorigin` asks: over its connection.
      credentials: 'omit',
      cache: 'no-store',
    });
    return await response.json();
  } catch (error) {
    throw unanswered(unreachable('no readable answer'), error);
  }
}

function unreachable(found: string): ErrorData {
  const message = `connect: found ${found}, wanted a service at baseUrl that this page may reach`;
  return { code: 'service_unreachable', message };
}

function sessionIn(body: unknown): WalletSession | undefined {
  if (!isRecord(body)) return undefined;
  const { accessToken, expiresIn, walletSession, isGuest, view } = body;
  if (typeof accessToken !== 'string' || typeof walletSession !== 'string') return undefined;
  if (typeof expiresIn !== 'number' || typeof isGuest !== 'boolean') return undefined;
  const session = { accessToken, expiresIn, walletSession, isGuest };
  return view === 'CHECKOUT' || view === 'MANAGE' ? { ...session, view } : session;
}
