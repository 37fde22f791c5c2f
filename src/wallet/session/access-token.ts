import type { FrameToPage, Outcome } from '../../contract/frame/frame-calls.ts';
import { WalletError } from '../errors/wallet-error.ts';
import type { Session, SessionStatus } from '../state/session.ts';

export type AccessToken = {
  /** The open session's token; waits for the first session. Renews it after four fifths of its life. */
  get(): Promise<string>;
  /** A token newer than `stale`, which the service refused. Concurrent calls share one renewal. */
  renew(stale: string): Promise<string>;
};

/** Whether the refresh token has ended or is missing. Other errors may be temporary. */
const hasEnded = (outcome: Outcome<unknown>) => !outcome.ok && outcome.error.code.startsWith('refresh_token');

const expired = () =>
  new WalletError({
    code: 'session_expired',
    message: 'found an ended session, wanted another: call connect again',
  });

function firstStatus(session: Session): Promise<SessionStatus> {
  return new Promise((resolve) => {
    const dispose = session.status.subscribe((status) => {
      if (status.name === 'awaited') return;
      resolve(status);
      queueMicrotask(() => dispose());
    });
  });
}

export function createAccessToken(
  session: Session,
  page: Pick<FrameToPage, 'renewSession' | 'emit'>,
): AccessToken {
  let renewal: Promise<string> | undefined;

  async function exchange(): Promise<string> {
    const staleStatus = session.status.peek();
    let outcome = await page.renewSession(true);
    if (hasEnded(outcome)) outcome = await page.renewSession(false);
    // A `connect` in the meantime has opened another session.
    if (session.status.peek() !== staleStatus) return open();
    if (outcome.ok) {
      session.open(outcome.value);
      return outcome.value.accessToken;
    }
    if (hasEnded(outcome)) page.emit({ name: 'sessionExpired', payload: {} });
    else if (outcome.error.code !== 'session_expired') throw new WalletError(outcome.error);
    session.end();
    throw expired();
  }

  async function open(): Promise<string> {
    const status = await firstStatus(session);
    if (status.name === 'open') return status.session.accessToken;
    throw expired();
  }

  async function renew(stale: string): Promise<string> {
    const token = await open();
    if (token !== stale) return token;
    renewal ??= exchange().finally(() => {
      renewal = undefined;
    });
    return renewal;
  }

  /** Renews early, so that no call is sent twice. If the renewal fails, the old token is still good. */
  async function get(): Promise<string> {
    const token = await open();
    if (!session.isAgeing()) return token;
    return renew(token).catch((error) => {
      if (session.status.peek().name === 'open') return token;
      throw error;
    });
  }

  return { get, renew };
}
