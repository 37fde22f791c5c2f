import type { AccessToken } from '../session/access-token.ts';
import type { Session } from '../state/session.ts';

/** The longest delay that `setTimeout` takes. */
const LONGEST_MS = 2 ** 31 - 1;

type Dependencies = {
  readonly session: Pick<Session, 'status'>;
  readonly accessToken: Pick<AccessToken, 'renew'>;
  /** Whether a payment needs this session. A renewal would lose it: only this session gets the payment's challenge and end. */
  isPaying(): boolean;
};

/**
 * Renews the session when its refresh token ends, so that the page gets `sessionExpired` before the shopper pays. It sends
 * nothing earlier, which would keep an idle shopper's session alive. So that a forgotten tab asks for no tokens, it renews only
 * while the page is visible, and never a session that such a renewal opened.
 */
export function renewAtEnd({ session, accessToken, isPaying }: Dependencies): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRenewing = false;
  let mayRenew = false;

  function check() {
    clearTimeout(timer);
    const now = session.status.peek();
    if (!mayRenew || now.name !== 'open' || document.hidden) return;
    const { accessToken: token, refreshTokenExpiresIn: seconds } = now.session;
    if (seconds === undefined) return;
    const msLeft = now.since + seconds * 1000 - performance.now();
    if (msLeft > 0) timer = setTimeout(check, Math.min(msLeft, LONGEST_MS));
    else if (!isPaying()) renew(token);
  }

  function renew(token: string) {
    isRenewing = true;
    const renewal = accessToken.renew(token).finally(() => {
      isRenewing = false;
    });
    // The next call reports the failure.
    renewal.catch(() => {});
  }

  session.status.subscribe(() => {
    mayRenew = !isRenewing;
    // In a microtask, because a renewal opens another session.
    queueMicrotask(check);
  });
  document.addEventListener('visibilitychange', check);
}
