import { EVENT_NAMES } from '../events/event-names.ts';
import {
  type ConnectOptions,
  createSdk,
  type MaskedPaymentMethod,
  type PaymentDetails,
  type Sdk,
  type WalletEventName,
  type WalletSettings,
} from '../index.ts';
import { type Submitted, submit } from './submit.ts';

/** What a page says of its wallet, as props of a component or as attributes of an element. */
export type ControlledProps = {
  readonly settings: Omit<WalletSettings, 'container'>;
  readonly payment_details?: PaymentDetails | undefined;
};

type CheckoutArguments = { settings: WalletSettings; payment_details: PaymentDetails };

/** A wallet that its props control. Its failures are events, so no caller has to handle a promise. */
export function createControlledWallet() {
  const sdk = createSdk();
  const { auth, wallet } = sdk;
  let account = '';
  let paymentMethod: MaskedPaymentMethod | null = null;
  wallet.on('checkoutReady', (payload) => {
    paymentMethod = payload.paymentMethod;
  });

  const { listen, noteRejection } = createListening(wallet);
  const { startWith, change } = createChanges(wallet);

  return {
    sdk,
    listen,
    /** Connects, unless it has for this account. Calls `options` for each token. */
    connect(options: () => ConnectOptions) {
      const { publishableKey, baseUrl, refreshToken, hint } = options();
      const newAccount = JSON.stringify([
        publishableKey,
        baseUrl,
        typeof refreshToken === 'string' && refreshToken,
      ]);
      if (newAccount === account) return;
      account = newAccount;
      const newestToken = async () => {
        const { refreshToken: newest } = options();
        return typeof newest === 'function' ? newest() : newest;
      };
      auth.connect({ publishableKey, baseUrl, hint, refreshToken: newestToken }).catch(() => {
        if (account === newAccount) account = '';
      });
    },
    /** Shows the wallet in the container, after `connect`. */
    show(container: Element, props: ControlledProps) {
      startWith(props);
      const { settings, payment_details } = props;
      // An element may lack its amount: the frame refuses that.
      const both = { settings: { ...settings, container }, payment_details } as CheckoutArguments;
      wallet.init(both).catch(() => {});
    },
    change,
    hide() {
      paymentMethod = null;
      wallet.destroy().catch(() => {});
    },
    /** Pays with the method of a pressed express button, else with the chosen one. */
    submit(expressMethod?: MaskedPaymentMethod): Promise<Submitted> {
      const outcome = submit(wallet, expressMethod ?? paymentMethod);
      outcome.catch(noteRejection);
      return outcome;
    },
  };
}

/** What of the props has changed since the wallet was shown, also for a wallet that "Try again" has started. */
function createChanges(wallet: Sdk['wallet']) {
  /** The props that the current wallet shows and that can change, as JSON, by name. */
  let currentKeys: Record<string, string | undefined> = {};
  /** What `show` got. The notice's "Try again" starts a wallet with it, so what has changed since is then set again. */
  let shown: ControlledProps | undefined;
  let newest: ControlledProps | undefined;
  /** Whether the next `init` event may be that of a wallet that lacks a change. */
  let mayLackChanges = false;
  wallet.on('init', () => {
    if (mayLackChanges && shown && newest) {
      currentKeys = changeableKeys(shown);
      change(newest);
    }
    mayLackChanges = true;
  });

  /** Applies the changes that need no new wallet: what is typed stays. */
  function change(props: ControlledProps): void {
    const newKeys = changeableKeys(props);
    const oldKeys = currentKeys;
    currentKeys = newKeys;
    newest = props;
    const isNew = (name: keyof typeof newKeys) => newKeys[name] !== oldKeys[name];
    const { settings, payment_details } = props;
    const changes = [
      isNew('payment_details') && payment_details && wallet.setPaymentDetails(payment_details),
      isNew('view') && wallet.setView(settings.view),
      isNew('locale') && wallet.setLocale(settings.locale ?? 'en'),
      isNew('appearance') && wallet.setAppearance(settings.appearance ?? {}),
    ];
    for (const each of changes)
      if (each)
        each.catch(() => {
          // The wallet that did not take it may be started anew.
          mayLackChanges = true;
        });
  }

  return {
    startWith(props: ControlledProps): void {
      currentKeys = changeableKeys(props);
      shown = props;
      newest = props;
      mayLackChanges = false;
    },
    change,
  };
}

/** Events for the component or element; an error that `submit` rejects with goes to its caller alone. */
function createListening(wallet: Sdk['wallet']) {
  /** What `submit` has just rejected with. */
  const rejections = new Set<string>();
  /** An error and its event give the same text. */
  const textOf = (error: unknown) => {
    const { code, message }: { code?: unknown; message?: unknown } = Object(error);
    return JSON.stringify([code, message]);
  };

  return {
    /** Returns a function that stops it. */
    listen(handler: (name: WalletEventName, payload: unknown) => void): () => void {
      const pass = (name: WalletEventName, payload: unknown) => {
        if (name !== 'error') handler(name, payload);
        // The event comes right before the promise rejects.
        else setTimeout(() => rejections.has(textOf(payload)) || handler(name, payload));
      };
      const stops = EVENT_NAMES.map((name) => wallet.on(name, (payload: unknown) => pass(name, payload)));
      return () => {
        for (const stop of stops) stop();
      };
    },
    noteRejection(error: unknown) {
      rejections.add(textOf(error));
      setTimeout(() => rejections.delete(textOf(error)));
    },
  };
}

export type ControlledWallet = ReturnType<typeof createControlledWallet>;

function changeableKeys({ settings, payment_details }: ControlledProps) {
  const { view, locale, appearance } = settings;
  return {
    payment_details: JSON.stringify(payment_details),
    view,
    locale,
    appearance: JSON.stringify(appearance),
  };
}

/** The settings that only a new wallet can change, as a text to compare. */
export function fixedSettingsKey({ view, locale, appearance, ...rest }: ControlledProps['settings']): string {
  return JSON.stringify(rest);
}
