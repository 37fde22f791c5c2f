import type { ConnectOptions, PaymentDetails } from '../contract/forms/settings.ts';
import type { WalletSetters } from '../contract/frame/frame-calls.ts';
import type { Page } from './base/page.ts';
import type { Sdk, WalletSettings } from './base/public-types.ts';
import { errorData, SdkError } from './base/sdk-error.ts';
import { createEvents, type Events } from './events/events.ts';
import type { LazyPage } from './frame/mounted-wallet.ts';
import { createAuth } from './session/auth.ts';
import { createWallet } from './wallet.ts';

declare const __SDK_VERSION__: string;

/** Touches neither window nor document until it is called, so that a server may import it. */
export function createSdkOn(page: Page & LazyPage): Sdk {
  const events = createEvents(page);
  const { reported, report } = createReporter(events);
  const auth = createAuth(page, (connection) => wallet.follow(connection));
  const wallet = createWallet({ auth, events, page, reported, report });
  const set = (setter: keyof WalletSetters) => (given: unknown) => reported(() => wallet.set(setter, given));
  let destroyed = 0;
  return {
    version: __SDK_VERSION__,
    auth: {
      connect(options: ConnectOptions) {
        const lives = destroyed;
        return reported(
          () => auth.connect(options),
          () => lives === destroyed,
        );
      },
    },
    wallet: {
      init: (
        first: WalletSettings | { settings: WalletSettings; payment_details?: PaymentDetails | undefined },
        second?: PaymentDetails,
      ) => reported(() => wallet.init(first, second)),
      getPaymentMethod: wallet.getPaymentMethod,
      makeInstantPayment: () => reported(wallet.makeInstantPayment),
      setPaymentDetails: set('setPaymentDetails'),
      setAcceptedCreditCards: set('setAcceptedCreditCards'),
      setView: set('setView'),
      setLocale: set('setLocale'),
      setAppearance: set('setAppearance'),
      async destroy() {
        destroyed += 1;
        wallet.end();
      },
      on: events.on,
      off: events.off,
    },
  };
}

/**
 * Callers may ignore the promise of a call that the spec calls void: its failure becomes one `error` event, or a line
 * in the console where nobody handles that event, and never an unhandled rejection. Whoever awaits still gets it. What a
 * destroyed wallet would have wanted is left to the next `init`.
 */
function createReporter(events: Events) {
  const seen = new WeakSet<SdkError>();

  function report(error: unknown): void {
    if (!(error instanceof SdkError)) throw error;
    if (error.code === 'destroyed' || seen.has(error)) return;
    seen.add(error);
    // biome-ignore lint/suspicious/noConsole: a merchant who ignores promises and events must still learn of it
    if (!events.hasErrorHandler()) console.error(`sdk: ${error.code}: ${error.message}`);
    events.emit({ name: 'error', payload: errorData(error) });
  }

  function reported<Value>(act: () => Promise<Value>, isWanted = () => true): Promise<Value> {
    const work = act();
    work.catch((error) => isWanted() && report(error));
    return work;
  }

  return { report, reported };
}
