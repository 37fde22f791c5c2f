import type { WalletSetters } from '../contract/frame/frame-calls.ts';
import { jsonOf } from './base/record.ts';
import { type SdkError, sdkError } from './base/sdk-error.ts';
import { findContainer } from './frame/container.ts';
import { noticeOnFailure } from './frame/failure-notice.ts';
import { readInitArguments } from './frame/init-arguments.ts';
import { type MountedWallet, mountWallet } from './frame/mounted-wallet.ts';
import { themeOn } from './frame/page-theme.ts';
import { createPayments } from './payments/payments.ts';
import type { Auth } from './session/auth.ts';
import type { Connection } from './session/connection.ts';
import type { Events } from './surface/events.ts';

type Surroundings = {
  readonly auth: Auth;
  readonly events: Events;
  /** For what is called without anybody who awaits it. */
  reported<Value>(act: () => Promise<Value>): Promise<Value>;
};

/** The wallet operations: each is one call over the channel of the frame that stands. */
export function createWallet({ auth, events, reported }: Surroundings) {
  let mounted: MountedWallet | undefined;
  let clear = () => {};

  /** Runs to the frame's creation before it first waits. */
  async function init(first: unknown, second?: unknown): Promise<void> {
    const connection = auth.connection();
    if (!connection) throw missing('init');
    const stands = mounted && !mounted.lifetime.signal.aborted;
    const read = readInitArguments(first, second);
    const container = findContainer(read.container);
    if (stands || [...container.querySelectorAll('iframe')].some(({ isWallet }) => isWallet))
      throw sdkError('already_initialised', 'init: call destroy first');
    clear();
    mounted = mountWallet({ container, init: read, connection, events });
    const retry = ({ code }: SdkError) => {
      if (!code.startsWith('frame')) auth.again().catch(() => {});
      reported(() => init(first, second)).catch(() => {});
    };
    const address = `${connection.baseUrl}/wallet/notice?locale=${read.locale}`;
    const { started } = mounted;
    clear = noticeOnFailure({ container, started, connection, address, retry });
    await started;
  }

  function missing(action: string): SdkError {
    return auth.connection()
      ? sdkError('not_initialised', `${action}: call init first`)
      : sdkError('not_connected', `${action}: call connect first`);
  }

  function standing(action: string): MountedWallet {
    if (!mounted) throw missing(action);
    mounted.lifetime.signal.throwIfAborted();
    return mounted;
  }

  /** Forwards a change as it is now to the frame, which checks it. */
  async function set(setter: keyof WalletSetters, given: unknown): Promise<void> {
    const { call, container } = standing(setter);
    const argument = jsonOf(given);
    await call(setter, argument, themeOn(container, Object(argument).theme));
  }

  /** Goes on with a fresh connection, where a wallet stands. */
  function follow(connection: Connection): void {
    mounted?.follow(connection);
  }

  async function destroy(): Promise<void> {
    clear();
    mounted?.lifetime.abort(sdkError('destroyed', 'wallet: destroyed; call init again'));
  }

  return { ...createPayments(standing), init, set, follow, destroy };
}
