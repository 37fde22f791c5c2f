import type { WalletSession } from '../../contract/frame/wallet-api.ts';
import { pause } from '../base/lifetime.ts';
import type { Credentials } from './credentials.ts';
import { obtainToken } from './refresh-token.ts';
import { exchangeToken } from './token-exchange.ts';

/** For the paint, once there is a token: a frame that stays away must not keep `connect` waiting. */
const PAINT_TIMEOUT_MS = 1000;

/** One call of `connect` and the session that came of it. */
export type Connection = {
  readonly baseUrl: string;
  readonly publishableKey: string;
  /** As far as it is known; empty where there is none. */
  hint: string;
  /** Settles with the first refresh token: what hint there is, is known then. */
  readonly hinted: Promise<void>;
  /** Where a frame is on its way: settles when its form is painted. */
  painted?: Promise<unknown>;
  /** The newest session; rejects when there was no token or the first exchange was refused. */
  session: Promise<WalletSession>;
  /** Goes on with the wallet session: exchanges the refresh token again, or else another that is asked for. */
  renew(keepsToken: boolean): Promise<WalletSession>;
};

export function openConnection({ source, ...credentials }: Credentials): Connection {
  const { baseUrl, publishableKey } = credentials;
  let refreshToken = '';
  const obtain = async () => {
    const given = await obtainToken(source);
    refreshToken = given.refreshToken;
    if (given.hint) connection.hint = given.hint;
  };
  const exchange = (running: { walletSession?: string }) =>
    exchangeToken(baseUrl, { publishableKey, refreshToken, ...running });
  const hinted = obtain();
  const connection: Connection = {
    ...credentials,
    hinted,
    // A script that connects goes on to `init`, and the frame that it asks for comes first: the exchange takes no core from its paint.
    session: hinted
      .then(() => Promise.race([connection.painted, pause(PAINT_TIMEOUT_MS)]))
      .then(() => exchange({})),
    async renew(keepsToken) {
      if (!keepsToken) await obtain();
      const { walletSession } = await connection.session;
      const fresh = await exchange({ walletSession });
      connection.session = Promise.resolve(fresh);
      return fresh;
    },
  };
  return connection;
}
