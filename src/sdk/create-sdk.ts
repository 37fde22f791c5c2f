import type { ConnectOptions, PaymentDetails } from '../contract/forms/settings.ts';
import type { WalletSetters } from '../contract/frame/frame-calls.ts';
import type { Page } from './base/page.ts';
import type { Sdk, WalletSettings } from './base/public-types.ts';
import { errorData, SdkError } from './base/sdk-error.ts';
import { createEvents, type Events } from './events/events.ts';
import type { DialogLoader } from './frame/mounted-wallet.ts';
import { createAuth } from './session/auth.ts';
import { createWallet } from './wallet.ts';

declare const __SDK_VERSION__: string;

/** Touches neither window nor document until it is called, so that a server may import it. */
export function createSdkOn(page: Page & DialogLoader): Sdk {
  const events = createEvents(page);
  const report = createReport(events);
  const reported = <Value>(work: Promise<Value>): Promise<Value> => {
    work.catch(report);
    return work;
  };
  const auth = createAuth(page, (connection) => wallet.follow(connection));
  const wallet = createWallet({ auth, events, page, report });
  const set = (setter: keyof WalletSetters) => (value: unknown) => reported(wallet.set(setter, value));
  let destroyCount = 0;
  return {
    version: __SDK_VERSION__,
    auth: {
      connect(options: ConnectOptions) {
        const destroyedBefore = destroyCount;
        const session = auth.connect(options);
        session.catch((error) => destroyedBefore === destroyCount && report(error));
        return session;
      },
    },
    wallet: {
      init: (
        first: WalletSettings | { settings: WalletSettings; payment_details?: PaymentDetails | undefined },
        second?: PaymentDetails,
      ) => reported(wallet.init(first, second)),
      getPaymentMethod: wallet.getPaymentMethod,
      makeInstantPayment: () => reported(wallet.makeInstantPayment()),
      setPaymentDetails: set('setPaymentDetails'),
      setAcceptedCreditCards: set('setAcceptedCreditCards'),
      setView: set('setView'),
      setLocale: set('setLocale'),
      setAppearance: set('setAppearance'),
      async destroy() {
        destroyCount += 1;
        wallet.end();
      },
      on: events.on,
      off: events.off,
    },
  };
}

/**
 * The promise of a call that the spec calls void may be ignored: a failure becomes one `error` event, or a console message if nobody
 * handles that event, and never an unhandled rejection. Whoever awaits the promise still gets it. A `connect` that fails after
 * `destroy` is not reported; the next `init` reports it.
 */
function createReport(events: Events) {
  const seen = new WeakSet<SdkError>();
  return (error: unknown): void => {
    if (!(error instanceof SdkError)) throw error;
    if (error.code === 'destroyed' || seen.has(error)) return;
    seen.add(error);
    const isHandled = events.emit({ name: 'error', payload: errorData(error) });
    // biome-ignore lint/suspicious/noConsole: a merchant who ignores promises and events must still learn of it
    if (!isHandled) console.error(`sdk: ${error.code}: ${error.message}`);
  };
}
