import type { WalletSession } from '../contract/frame/wallet-api.ts';
import type { Credentials } from './credentials.ts';
import { endOfTask } from './lifetime.ts';
import { SdkError } from './sdk-error.ts';
import { exchangeToken } from './token-exchange.ts';

/** One call of `connect` and the session that came of it. */
export type Connection = {
  readonly baseUrl: string;
  readonly publishableKey: string;
  readonly hint: string;
  /** The newest session; rejects when the first exchange was refused or the refresh token has ended. */
  session(): Promise<WalletSession>;
  /** Exchanges the refresh token again; parallel calls share one exchange. */
  renew(): Promise<WalletSession>;
};

const ENDED = new Set(['refresh_token_expired', 'refresh_token_invalid']);

export function openConnection(credentials: Credentials, onExpired: () => void): Connection {
  // A script that connects goes on to `init`, and the frame that it asks for comes first: no paint waits for the exchange.
  let session = endOfTask().then(() => exchangeToken(credentials));
  let renewal: Promise<WalletSession> | undefined;

  async function exchangeAgain(): Promise<WalletSession> {
    const { walletSession } = await session;
    try {
      const fresh = await exchangeToken(credentials, walletSession);
      session = Promise.resolve(fresh);
      return fresh;
    } catch (error) {
      if (!(error instanceof SdkError && ENDED.has(error.code))) throw error;
      session = Promise.reject(expired(error));
      onExpired();
      return session;
    }
  }

  return {
    baseUrl: credentials.baseUrl,
    publishableKey: credentials.publishableKey,
    hint: credentials.hint,
    session: () => session,
    renew() {
      renewal ??= exchangeAgain().finally(() => {
        renewal = undefined;
      });
      return renewal;
    },
  };
}

function expired(cause: SdkError): SdkError {
  const message = 'renew: the refresh token has ended; call connect again with a new one';
  return new SdkError({ code: 'session_expired', message }, { cause });
}
