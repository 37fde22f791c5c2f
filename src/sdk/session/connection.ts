import type { WalletSession } from '../../contract/frame/wallet-api.ts';
import { pause } from '../base/lifetime.ts';
import type { Credentials } from './credentials.ts';
import { obtainToken } from './refresh-token.ts';
import { exchangeToken } from './token-exchange.ts';

/** How long `connect` waits for the first paint once it has a token: a frame may never come. */
const PAINT_TIMEOUT_MS = 1000;

/** One call of `connect` and its session. */
export type Connection = {
  readonly baseUrl: string;
  readonly publishableKey: string;
  /** Empty while it is unknown, or if there is none. */
  hint: string;
  /** Settles with the first refresh token, which may bring a hint. */
  readonly hintReady: Promise<void>;
  /** Settles when the form is painted; set while a frame loads. */
  firstPaint?: Promise<unknown>;
  /** The newest session; rejects if there was no token or the first exchange was refused. */
  session: Promise<WalletSession>;
  /** Renews the wallet session with the same refresh token, or with a new one from the merchant. */
  renew(keepsToken: boolean): Promise<WalletSession>;
};

export function openConnection({ source, ...credentials }: Credentials): Connection {
  const { baseUrl, publishableKey } = credentials;
  let refreshToken = '';
  const obtain = async () => {
    const grant = await obtainToken(source);
    refreshToken = grant.refreshToken;
    if (grant.hint) connection.hint = grant.hint;
  };
  const exchange = (running: { walletSession?: string }) =>
    exchangeToken(baseUrl, { publishableKey, refreshToken, ...running });
  const hintReady = obtain();
  const connection: Connection = {
    ...credentials,
    hintReady,
    // Wait for the frame's first paint, so that the token exchange does not compete with it for the CPU.
    session: hintReady
      .then(() => Promise.race([connection.firstPaint, pause(PAINT_TIMEOUT_MS)]))
      .then(() => exchange({})),
    async renew(keepsToken) {
      if (!keepsToken) await obtain();
      const { walletSession } = await connection.session;
      const session = await exchange({ walletSession });
      connection.session = Promise.resolve(session);
      return session;
    },
  };
  return connection;
}
