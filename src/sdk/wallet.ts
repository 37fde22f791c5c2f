import { hintsOf } from '../contract/frame/frame-address.ts';
import type { WalletSetters } from '../contract/frame/frame-calls.ts';
import { jsonOf } from './base/record.ts';
import { SdkError } from './base/sdk-error.ts';
import { findContainer } from './frame/container.ts';
import { noticeOnFailure } from './frame/failure-notice.ts';
import { readInitArguments } from './frame/init-arguments.ts';
import { type MountedWallet, mountWallet } from './frame/mounted-wallet.ts';
import { createPayments } from './payments/payments.ts';
import type { Auth } from './session/auth.ts';
import type { Events } from './surface/events.ts';

type Surroundings = {
  readonly auth: Auth;
  readonly events: Events;
  /** For what is called without anybody who awaits it. */
  reported<Value>(work: Promise<Value>): Promise<Value>;
};

/** The wallet operations: each is one call over the channel of the frame that stands. */
export function createWallet({ auth, events, reported }: Surroundings) {
  let mounted: MountedWallet | undefined;
  let clear = () => {};

  /** Runs to the frame's creation before it first waits. */
  async function init(first: unknown, second?: unknown): Promise<void> {
    const connection = auth.connection();
    if (!connection) throw notConnected('init');
    if (mounted && !mounted.lifetime.signal.aborted) {
      const message = 'init: found a wallet, wanted none; call destroy first';
      throw new SdkError({ code: 'already_initialised', message });
    }
    const read = readInitArguments(first, second);
    const container = findContainer(read.container);
    clear();
    mounted = mountWallet({ container, init: read, connection }, { auth, events });
    const retry = ({ code }: SdkError) => {
      if (!code.startsWith('frame')) auth.again().catch(() => {});
      reported(init(first, second)).catch(() => {});
    };
    const address = `${connection.baseUrl}/wallet/notice?locale=${read.locale}`;
    const { theme } = hintsOf(read.frameArguments.settings, (asked) => asked);
    clear = noticeOnFailure(mounted.started, { container, address, theme, retry });
    await mounted.started;
  }

  function standing(action: string): MountedWallet {
    if (!mounted) throw auth.connection() ? notInitialised(action) : notConnected(action);
    mounted.lifetime.signal.throwIfAborted();
    return mounted;
  }

  /** Forwards a change as it is now to the frame, which checks it. */
  async function set(setter: keyof WalletSetters, given: unknown): Promise<void> {
    const { call, page } = standing(setter);
    const argument = jsonOf(given);
    await call((ask) => ask(setter, argument, page(Object(argument).theme)));
  }

  async function destroy(): Promise<void> {
    clear();
    const message = 'wallet: destroyed; call init again';
    mounted?.lifetime.abort(new SdkError({ code: 'destroyed', message }));
  }

  return { ...createPayments(standing), init, set, destroy };
}

function notConnected(action: string): SdkError {
  return new SdkError({
    code: 'not_connected',
    message: `${action}: found no session; call sdk.auth.connect first`,
  });
}

function notInitialised(action: string): SdkError {
  const message = `${action}: found no wallet; call sdk.wallet.init first`;
  return new SdkError({ code: 'not_initialised', message });
}
