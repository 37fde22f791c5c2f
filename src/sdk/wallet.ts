import type { WalletSetters } from '../contract/frame-calls.ts';
import type { PaymentMethod } from '../contract/payment-method.ts';
import type { Auth } from './auth.ts';
import { findContainer } from './container.ts';
import type { Events } from './events.ts';
import { readInitArguments } from './init-arguments.ts';
import { type MountedWallet, mountWallet } from './mounted-wallet.ts';
import { asJson } from './record.ts';
import { SdkError } from './sdk-error.ts';

/** The wallet operations: each is one call over the channel of the frame that stands. */
export function createWallet({ auth, events }: { auth: Auth; events: Events }) {
  let mounted: MountedWallet | undefined;

  /** Runs to the frame's creation before it first waits. */
  async function init(first: unknown, second?: unknown): Promise<void> {
    const connection = auth.connection();
    if (!connection) throw notConnected('init');
    if (mounted && !mounted.lifetime.signal.aborted) {
      const message = 'init: found a wallet that stands, wanted none; call destroy first';
      throw new SdkError({ code: 'already_initialised', message });
    }
    const read = readInitArguments(first, second);
    const container = findContainer(read.container);
    mounted = mountWallet({ container, init: read, connection }, { auth, events });
    await mounted.started;
  }

  function standing(action: string): MountedWallet {
    if (!mounted) throw auth.connection() ? notInitialised(action) : notConnected(action);
    mounted.lifetime.signal.throwIfAborted();
    return mounted;
  }

  async function getPaymentMethod(): Promise<PaymentMethod> {
    return standing('getPaymentMethod').call((frame) => frame.getPaymentMethod());
  }

  /** Forwards a change as it is now to the frame, which checks it. */
  async function set(setter: keyof WalletSetters, given: unknown): Promise<void> {
    const { call } = standing(setter);
    let argument: unknown;
    try {
      argument = asJson(given);
    } catch {
      // What is no JSON arrives as nothing, and is refused by the frame under the argument's name.
    }
    await call((frame) => frame[setter](argument));
  }

  async function destroy(): Promise<void> {
    const message = 'wallet: destroyed; call init to show it again';
    mounted?.lifetime.abort(new SdkError({ code: 'destroyed', message }));
  }

  return { init, getPaymentMethod, set, destroy };
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
