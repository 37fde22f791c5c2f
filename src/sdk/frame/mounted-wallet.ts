import type { WalletEvent } from '../../contract/frame/events.ts';
import { firstPaintSettingsOf, frameAddress } from '../../contract/frame/frame-address.ts';
import type { DialogCalls, Outcome, PageToFrame, ProviderChoice } from '../../contract/frame/frame-calls.ts';
import { originOf } from '../base/base-url.ts';
import { within } from '../base/lifetime.ts';
import { make } from '../base/make.ts';
import { errorData, SdkError } from '../base/sdk-error.ts';
import type { Events } from '../events/events.ts';
import type { Connection } from '../session/connection.ts';
import type { InitOptions } from './init-arguments.ts';
import { pageThemeAt } from './page-theme.ts';
import { openWalletFrame } from './wallet-frame.ts';

type ValueOf<Call extends (...given: never[]) => Promise<Outcome<unknown>>> =
  Awaited<ReturnType<Call>> extends Outcome<infer Value> ? Value : never;

/** Calls the frame and takes its answer; rejects with its refusal. */
type Ask = <Name extends keyof PageToFrame>(
  name: Name,
  ...given: Parameters<PageToFrame[Name]>
) => Promise<ValueOf<PageToFrame[Name]>>;

export type MountedWallet = {
  readonly container: Element;
  /** Ended with the reason that later calls reject with. */
  readonly lifetime: AbortController;
  /** Resolves when the frame has taken its settings and its session. */
  readonly started: Promise<unknown>;
  /** What the chosen method needs of the page, by the frame's last message. */
  choice: ProviderChoice;
  /** Asks the frame once the wallet has started. */
  readonly call: Ask;
  /**
   * Brings the provider's window to the front, or opens it again. Called inside the click on the dialog's `proceed`, because
   * browsers open windows only then.
   */
  proceed?: (() => void) | undefined;
  /** Gives the frame the session of a new connection, if it is of the same account. */
  follow(connection: Connection): void;
};

export type AttachDialogs = (wallet: MountedWallet) => DialogCalls;

/** How this build gets the page's dialog code. */
export type DialogLoader = {
  /** Rejects if the code is lost on the way; the frame then draws its dialogs itself. `baseUrl`: the service's. */
  loadDialogs(baseUrl: string): Promise<AttachDialogs>;
};

type MountWalletInput = InitOptions & {
  readonly container: Element;
  readonly connection: Connection;
  readonly events: Events;
  readonly page: DialogLoader;
  replace(copy: Element): void;
};

/** One frame from `init` to its end. */
export function mountWallet(options: MountWalletInput): MountedWallet {
  const { settings, payment_details, container, connection, events, page } = options;
  const lifetime = new AbortController();
  const { signal } = lifetime;
  let current = connection;
  const message = 'makeInstantPayment: found no method chosen';
  const hints = firstPaintSettingsOf(Object(settings), pageThemeAt(container));
  const pageFacts = {
    // Pages have variables named `origin`.
    origin: originOf(location.href) ?? origin,
    nested: top !== window,
  };
  // A link reads an address as `URL` does; pages have variables named `URL`.
  const address = make('a', { href: frameAddress({ ...connection, ...options, ...pageFacts, hints }) });
  const answers = {
    look: () => pageThemeAt(container),
    renewSession: (keepsToken: boolean) => current.renew(keepsToken).then(accepted, refused),
    emit(event: WalletEvent) {
      // Pages with an older script learn of a reload by this event; this script learns it by `leave`.
      if (Object(event.payload).code !== 'container_removed') events.emit(event);
    },
    choose(choice: ProviderChoice) {
      wallet.choice = choice;
    },
    ...createLazyDialog(async () => (await page.loadDialogs(connection.baseUrl))(wallet)),
  };
  const frame = openWalletFrame({ ...options, address, hints, lifetime }, answers);
  const ask: Ask = async (name, ...given) => {
    const call = await frame;
    return takeValue(await call(name, ...given));
  };
  const giveSession = async (newConnection: Connection) => {
    const [session] = await Promise.all([newConnection.session, frame]);
    if (newConnection === current) await ask('setSession', session);
  };
  /** Rejects with the session's refusal, if any, rather than with the frame's failure that it causes; a wrong setting comes before both. */
  const explain = async (error: unknown) => {
    if (Object(error).code !== 'invalid_argument') await connection.session;
    throw error;
  };
  const started = within(
    signal,
    Promise.all([ask('init', { settings, payment_details }), giveSession(connection)]).catch(explain),
  );
  started.then(
    () => events.emit({ name: 'init', payload: {} }),
    (error) => lifetime.abort(error),
  );
  const wallet: MountedWallet = {
    container,
    lifetime,
    started,
    choice: { use: null, refusal: { code: 'payment_method_not_selected', message } },
    call: async (name, ...given) => {
      await started;
      return within(signal, ask(name, ...given));
    },
    follow(newConnection) {
      const isSameAccount =
        newConnection.baseUrl === current.baseUrl && newConnection.publishableKey === current.publishableKey;
      if (newConnection === current || !isSameAccount) return;
      current = newConnection;
      within(signal, giveSession(newConnection)).catch((error) => signal.aborted || reportError(error));
    },
  };
  return wallet;
}

/** The dialog, whose code is loaded at the first call, and again if it was lost. */
function createLazyDialog(load: () => Promise<DialogCalls>): DialogCalls {
  let dialog: Promise<DialogCalls> | undefined;
  const ready = () => {
    dialog ??= load().catch((error) => {
      dialog = undefined;
      throw error;
    });
    return dialog;
  };
  return {
    viewport: async () => (await ready()).viewport(),
    drawDialog: async (content) => (await ready()).drawDialog(content),
    closeDialog: async () => (await ready()).closeDialog(),
  };
}

/** The value of the frame's answer to any call; its refusal becomes an `SdkError`. */
function takeValue<Value>(outcome: Outcome<unknown>): Value {
  if (outcome.ok) return outcome.value as Value;
  throw new SdkError(outcome.error);
}

const accepted = <Value>(value: Value): Outcome<Value> => ({ ok: true, value });

/** Every failure of a session is an `SdkError`. */
const refused = (error: SdkError): Outcome<never> => ({ ok: false, error: errorData(error) });
