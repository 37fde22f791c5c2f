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

/** What a page has written down of its wallet: as props of a component, or as attributes of an element. */
export type Declaration = {
  readonly settings: Omit<WalletSettings, 'container'>;
  readonly payment_details?: PaymentDetails | undefined;
};

/** A wallet that follows what is declared of it. Its failures come as events, so no promise is left to anybody. */
export function createDeclaredWallet() {
  const sdk = createSdk();
  const { auth, wallet } = sdk;
  let account = '';
  /** What of the declaration the standing wallet shows, as JSON, by name. */
  let applied: Record<string, string | undefined> = {};
  let chosen: MaskedPaymentMethod | null = null;
  wallet.on('checkoutReady', ({ paymentMethod }) => {
    chosen = paymentMethod;
  });

  const { listen, noteRejection } = createListening(wallet);

  return {
    sdk,
    listen,
    /** Connects where it has not yet, has failed, or is to be another account; `options` are asked for each token. */
    connect(options: () => ConnectOptions) {
      const { publishableKey, baseUrl, refreshToken, hint } = options();
      const wanted = JSON.stringify([
        publishableKey,
        baseUrl,
        typeof refreshToken === 'string' && refreshToken,
      ]);
      if (wanted === account) return;
      account = wanted;
      const newestToken = async () => {
        const { refreshToken: newest } = options();
        return typeof newest === 'function' ? newest() : newest;
      };
      auth.connect({ publishableKey, baseUrl, hint, refreshToken: newestToken }).catch(() => {
        if (account === wanted) account = '';
      });
    },
    /** Shows it there, after `connect`. */
    show(container: Element, declared: Declaration) {
      applied = changeable(declared);
      const { settings, payment_details } = declared;
      wallet.init({ settings: { ...settings, container }, payment_details }).catch(() => {});
    },
    /** Changes what can change while it stands, and has changed: what is typed stays. */
    change(declared: Declaration) {
      const wanted = changeable(declared);
      const before = applied;
      applied = wanted;
      const isNew = (name: keyof typeof wanted) => wanted[name] !== before[name];
      const { settings, payment_details } = declared;
      const changes = [
        isNew('payment_details') && payment_details && wallet.setPaymentDetails(payment_details),
        isNew('view') && wallet.setView(settings.view),
        isNew('locale') && wallet.setLocale(settings.locale ?? 'en'),
        isNew('appearance') && wallet.setAppearance(settings.appearance ?? {}),
      ];
      for (const change of changes) if (change) change.catch(() => {});
    },
    hide() {
      chosen = null;
      wallet.destroy().catch(() => {});
    },
    /** Pays with the method of a pressed express button, else with the chosen one. */
    submit(pressed?: MaskedPaymentMethod): Promise<Submitted> {
      const submitted = submit(wallet, pressed ?? chosen);
      submitted.catch(noteRejection);
      return submitted;
    },
  };
}

/** Events for whoever declared the wallet; of an error that `submit` rejects with, its caller alone is told. */
function createListening(wallet: Sdk['wallet']) {
  /** What `submit` has just rejected with. */
  const rejected = new Set<string>();
  /** An error and its event give the same text. */
  const textOf = (error: unknown) => {
    const { code, message }: { code?: unknown; message?: unknown } = Object(error);
    return JSON.stringify([code, message]);
  };

  return {
    /** Returns how to stop. */
    listen(handler: (name: WalletEventName, payload: unknown) => void): () => void {
      const pass = (name: WalletEventName, payload: unknown) => {
        if (name !== 'error') handler(name, payload);
        // The event comes right before the promise rejects.
        else setTimeout(() => rejected.has(textOf(payload)) || handler(name, payload));
      };
      const stops = EVENT_NAMES.map((name) => wallet.on(name, (payload: unknown) => pass(name, payload)));
      return () => {
        for (const stop of stops) stop();
      };
    },
    noteRejection(error: unknown) {
      rejected.add(textOf(error));
      setTimeout(() => rejected.delete(textOf(error)));
    },
  };
}

export type DeclaredWallet = ReturnType<typeof createDeclaredWallet>;

function changeable({ settings, payment_details }: Declaration) {
  const { view, locale, appearance } = settings;
  return {
    payment_details: JSON.stringify(payment_details),
    view,
    locale,
    appearance: JSON.stringify(appearance),
  };
}

/** What takes a new wallet to change, as a text to compare. */
export function unchangeable({ view, locale, appearance, ...rest }: Declaration['settings']): string {
  return JSON.stringify(rest);
}
