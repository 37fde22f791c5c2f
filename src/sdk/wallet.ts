import type { WalletSetters } from '../contract/frame/frame-calls.ts';
import { atEnd } from './base/lifetime.ts';
import { jsonOf } from './base/record.ts';
import { type SdkError, sdkError } from './base/sdk-error.ts';
import type { Events } from './events/events.ts';
import { findContainer } from './frame/container.ts';
import { createNotice, type Notice } from './frame/failure-notice.ts';
import { readInitArguments } from './frame/init-arguments.ts';
import { type DialogLoader, type MountedWallet, mountWallet } from './frame/mounted-wallet.ts';
import { pageThemeAt } from './frame/page-theme.ts';
import { createPayments } from './payments/payments.ts';
import type { Auth } from './session/auth.ts';
import type { Connection } from './session/connection.ts';

type Surroundings = {
  readonly auth: Auth;
  readonly events: Events;
  readonly page: DialogLoader;
  /** Reports a failure that no call rejects with. */
  report(error: unknown): void;
};

/** The wallet operations: each is one call over the channel of the current frame. */
export function createWallet({ auth, events, page, report }: Surroundings) {
  let current: MountedWallet | undefined;
  let notice: Notice | undefined;

  /** Creates the frame synchronously. `place`: where, instead of the container that was passed. */
  async function init(first: unknown, second?: unknown, place?: Element): Promise<void> {
    const connection = auth.connection();
    if (!connection) throw missingStep('init');
    const isStanding = current && !current.lifetime.signal.aborted;
    const initArguments = readInitArguments(first, second);
    const container = findContainer(place ?? initArguments.container);
    if (isStanding || [...container.querySelectorAll('iframe')].some(({ origin }) => origin))
      throw sdkError('already_initialised', 'init: call destroy first');
    notice?.clear();
    const newNotice = createNotice({
      connection,
      report,
      address: `${connection.baseUrl}/wallet/notice?locale=${initArguments.locale}`,
      retry(at, { code }) {
        // If a wallet already stands elsewhere, end it: the new one goes here.
        end();
        if (!code.startsWith('frame')) auth.reconnect().catch(() => {});
        init(first, second, at).catch(report);
      },
    });
    notice = newNotice;
    current = mountWallet({
      ...initArguments,
      container,
      connection,
      events,
      page,
      replace: newNotice.replace,
    });
    const { started, lifetime } = current;
    atEnd(lifetime.signal, () => newNotice.tell(container, lifetime.signal.reason));
    await started;
  }

  function missingStep(action: string): SdkError {
    return auth.connection()
      ? sdkError('not_initialised', `${action}: call init first`)
      : sdkError('not_connected', `${action}: call connect first`);
  }

  function requireWallet(action: string): MountedWallet {
    if (!current) throw missingStep(action);
    current.lifetime.signal.throwIfAborted();
    return current;
  }

  /** Sends a copy of the new value to the frame, which checks it. */
  async function set(setter: keyof WalletSetters, value: unknown): Promise<void> {
    const { call, container } = requireWallet(setter);
    await call(setter, jsonOf(value), pageThemeAt(container));
  }

  /** Gives the current wallet a new connection. */
  function follow(connection: Connection): void {
    current?.follow(connection);
  }

  function end(): void {
    current?.lifetime.abort(sdkError('destroyed', 'wallet: destroyed; call init again'));
    notice?.clear();
  }

  return { ...createPayments(requireWallet), init, set, follow, end };
}
