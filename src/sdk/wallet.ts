import type { WalletSetters } from '../contract/frame/frame-calls.ts';
import { atEnd } from './base/lifetime.ts';
import { jsonOf } from './base/record.ts';
import { type SdkError, sdkError } from './base/sdk-error.ts';
import type { Events } from './events/events.ts';
import { findContainer } from './frame/container.ts';
import { createNotice, type Notice } from './frame/failure-notice.ts';
import { readInitArguments } from './frame/init-arguments.ts';
import { type LazyPage, type MountedWallet, mountWallet } from './frame/mounted-wallet.ts';
import { themeOn } from './frame/page-theme.ts';
import { createPayments } from './payments/payments.ts';
import type { Auth } from './session/auth.ts';
import type { Connection } from './session/connection.ts';

type Surroundings = {
  readonly auth: Auth;
  readonly events: Events;
  readonly page: LazyPage;
  /** For what is called without anybody who awaits it. */
  reported<Value>(act: () => Promise<Value>): Promise<Value>;
  /** For what nobody has called. */
  report(error: unknown): void;
};

/** The wallet operations: each is one call over the channel of the frame that stands. */
export function createWallet({ auth, events, page, reported, report }: Surroundings) {
  let mounted: MountedWallet | undefined;
  let notice: Notice | undefined;

  /** Runs to the frame's creation before it first waits. `place`: where, instead of the container that is passed. */
  async function init(first: unknown, second?: unknown, place?: Element): Promise<void> {
    const connection = auth.connection();
    if (!connection) throw missing('init');
    const stands = mounted && !mounted.lifetime.signal.aborted;
    const read = readInitArguments(first, second);
    const container = findContainer(place ?? read.container);
    if (stands || [...container.querySelectorAll('iframe')].some(({ origin }) => origin))
      throw sdkError('already_initialised', 'init: call destroy first');
    notice?.clear();
    const fresh = createNotice({
      connection,
      report,
      address: `${connection.baseUrl}/wallet/notice?locale=${read.locale}`,
      retry(at, { code }) {
        // One that stands elsewhere comes here.
        end();
        if (!code.startsWith('frame')) auth.again().catch(() => {});
        reported(() => init(first, second, at)).catch(() => {});
      },
    });
    notice = fresh;
    mounted = mountWallet({
      container,
      init: read,
      connection,
      events,
      page,
      replace: fresh.replace,
    });
    const { started, lifetime } = mounted;
    atEnd(lifetime.signal, () => fresh.tell(container, lifetime.signal.reason));
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

  function end(): void {
    mounted?.lifetime.abort(sdkError('destroyed', 'wallet: destroyed; call init again'));
    notice?.clear();
  }

  return { ...createPayments(standing), init, set, follow, end };
}
