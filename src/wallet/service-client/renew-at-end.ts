import type { AccessToken } from '../session/access-token.ts';
import type { Session } from '../state/session.ts';

/** `setTimeout` takes no more. */
const LONGEST_MS = 2 ** 31 - 1;

type Surroundings = {
  readonly session: Pick<Session, 'status'>;
  readonly accessToken: Pick<AccessToken, 'renewed'>;
  /** Whether a payment needs this session: another one would not hear of its challenge or its end, nor would an ended one. */
  isPaying(): boolean;
};

/**
 * Renews the session as its refresh token ends, so that the page hears of `sessionExpired` before the shopper pays. Before that
 * nothing is asked, which would keep an idle shopper's session alive. A tab that is forgotten asks for no tokens: only while
 * somebody looks, and of a session that came so not again.
 */
export function renewAtEnd({ session, accessToken, isPaying }: Surroundings): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRenewing = false;
  let mayRenew = false;

  function check() {
    clearTimeout(timer);
    const now = session.status.peek();
    if (!mayRenew || now.name !== 'open' || document.hidden) return;
    const { accessToken: token, refreshTokenExpiresIn: seconds } = now.session;
    if (seconds === undefined) return;
    const left = now.since + seconds * 1000 - performance.now();
    if (left > 0) timer = setTimeout(check, Math.min(left, LONGEST_MS));
    else if (!isPaying()) renew(token);
  }

  function renew(token: string) {
    isRenewing = true;
    const renewal = accessToken.renewed(token).finally(() => {
      isRenewing = false;
    });
    // What failed is said by the next call.
    renewal.catch(() => {});
  }

  session.status.subscribe(() => {
    mayRenew = !isRenewing;
    // Once this has been settled: a renewal opens another session.
    queueMicrotask(check);
  });
  document.addEventListener('visibilitychange', check);
}
