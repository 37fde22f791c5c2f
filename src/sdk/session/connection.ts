import type { WalletSession } from '../../contract/frame/wallet-api.ts';
import { endOfTask } from '../base/lifetime.ts';
import { codeOf, SdkError } from '../base/sdk-error.ts';
import type { Credentials } from './credentials.ts';
import { obtainToken } from './refresh-token.ts';
import { exchangeToken } from './token-exchange.ts';

/** One call of `connect` and the session that came of it. */
export type Connection = {
  readonly baseUrl: string;
  readonly publishableKey: string;
  /** As far as it is known; empty where there is none. */
  hint(): string;
  /** Settles with the first refresh token: what hint there is, is known then. */
  readonly hinted: Promise<void>;
  /** The newest session; rejects when there was no token, the first exchange was refused or the refresh token has ended. */
  session(): Promise<WalletSession>;
  /** Exchanges the refresh token again, and where it has ended, one that is asked for anew; parallel calls share one exchange. */
  renew(): Promise<WalletSession>;
};

export function openConnection(credentials: Credentials, onExpired: () => void): Connection {
  const { baseUrl, publishableKey, source } = credentials;
  let { hint } = credentials;
  let refreshToken = '';
  const obtain = async () => {
    const given = await obtainToken(source);
    refreshToken = given.refreshToken;
    hint = given.hint || hint;
  };
  const exchange = (running: { walletSession?: string }) =>
    exchangeToken(baseUrl, { publishableKey, refreshToken, ...running });
  const hinted = obtain();
  // A script that connects goes on to `init`, and the frame that it asks for comes first: no paint waits for the exchange.
  let session = Promise.all([hinted, endOfTask()]).then(() => exchange({}));
  let renewal: Promise<WalletSession> | undefined;

  async function exchangeAgain(): Promise<WalletSession> {
    const { walletSession } = await session;
    try {
      const fresh = await exchange({ walletSession }).catch(async (error) => {
        if (!hasEnded(error) || typeof source !== 'function') throw error;
        await obtain();
        return exchange({ walletSession });
      });
      session = Promise.resolve(fresh);
    } catch (error) {
      if (!hasEnded(error)) throw error;
      session = Promise.reject(expired(error));
      onExpired();
    }
    return session;
  }

  return {
    baseUrl,
    publishableKey,
    hint: () => hint,
    hinted,
    session: () => session,
    renew() {
      renewal ??= exchangeAgain().finally(() => {
        renewal = undefined;
      });
      return renewal;
    },
  };
}

/** Expired, invalid, or not to be had anew; anything else may pass. */
const hasEnded = (error: unknown) => codeOf(error).startsWith('refresh_token');

function expired(cause: unknown): SdkError {
  const message = 'renew: the refresh token has ended; call connect again';
  return new SdkError({ code: 'session_expired', message }, { cause });
}
