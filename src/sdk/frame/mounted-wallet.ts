import type { WalletEvent } from '../../contract/frame/events.ts';
import { firstPaintSettingsOf, frameAddress } from '../../contract/frame/frame-address.ts';
import type { Outcome, PageToFrame, ProviderChoice } from '../../contract/frame/frame-calls.ts';
import type { PageDialog } from '../../contract/frame/page-dialog.ts';
import { originOf } from '../base/base-url.ts';
import { within } from '../base/lifetime.ts';
import { make } from '../base/make.ts';
import { errorData, SdkError } from '../base/sdk-error.ts';
import type { PageDialogCalls } from '../dialogs/page-dialog.ts';
import type { Events } from '../events/events.ts';
import type { Connection } from '../session/connection.ts';
import type { ReadInit } from './init-arguments.ts';
import { themeOn } from './page-theme.ts';
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
  /** What the chosen method needs of the page, as the frame told it last. */
  choice(): ProviderChoice;
  /** Asks the frame once the wallet has started. */
  readonly call: Ask;
  /** What answers the frame's calls. The lazy part, which the first call of `viewport` loads, adds its own. */
  readonly answers: object;
  /** What the page itself does at a press in the dialog, by the part's key: before it waits for anything. */
  readonly onPress: Record<string, () => void>;
  /** Goes on with a fresh connection of the same account. */
  follow(connection: Connection): void;
};

export type AttachLazyPart = (wallet: MountedWallet) => PageDialogCalls;

/** How this build gets the lazy part of the page. */
export type LazyPage = {
  /** Rejects if the lazy part is lost on the way; the frame then draws its dialogs in itself. `baseUrl`: the service's. */
  loadLazyPart(baseUrl: string): Promise<AttachLazyPart>;
};

type MountWalletInput = {
  readonly container: Element;
  readonly init: ReadInit;
  readonly connection: Connection;
  readonly events: Events;
  readonly page: LazyPage;
  replace(copy: Element): void;
};

/** One frame from `init` to its end. */
export function mountWallet(mounting: MountWalletInput): MountedWallet {
  const { container, init, connection, events, page } = mounting;
  const { settings, payment_details } = init;
  const lifetime = new AbortController();
  const { signal } = lifetime;
  let current = connection;
  const message = 'makeInstantPayment: found no method chosen';
  const onPress: Record<string, () => void> = Object.create(null);
  let choice: ProviderChoice = { use: null, refusal: { code: 'payment_method_not_selected', message } };
  const hints = firstPaintSettingsOf(Object(settings), (theme) => themeOn(container, theme));
  const place = {
    // A page may have a variable of that name.
    origin: originOf(location.href) ?? origin,
    nested: top !== window,
  };
  // A link reads an address as `URL` does, of which pages have variables.
  const address = make('a', { href: frameAddress({ ...connection, ...init, ...place, hints }) });
  const attachDialogs = once(async () => (await page.loadLazyPart(connection.baseUrl))(wallet));
  const answers = {
    renewSession: (keepsToken: boolean) => outcomeOf(current.renew(keepsToken)),
    emit(event: WalletEvent) {
      // Of a frame that goes itself, for pages of earlier scripts: here its end is told like any other.
      if (Object(event.payload).code !== 'container_removed') events.emit(event);
    },
    choose(told: ProviderChoice) {
      choice = told;
    },
    viewport: async () => (await attachDialogs()).viewport(),
    // A frame of the release before draws without having asked for that.
    drawDialog: async (dialog: PageDialog) => (await attachDialogs()).drawDialog(dialog),
  };
  const frame = openWalletFrame({ ...mounting, address, hints, lifetime }, answers);
  const ask: Ask = async (name, ...given) => {
    const call = await frame;
    return takeValue(await call(name, ...given));
  };
  const giveSession = async (granted: Connection) => {
    const [session] = await Promise.all([granted.session, frame]);
    if (granted === current) await ask('setSession', session);
  };
  /** A refusal of the session says more than a frame that stays away because of it, but not more than a wrong setting. */
  const explain = async (error: unknown) => {
    if (Object(error).code !== 'invalid_argument') await connection.session;
    throw error;
  };
  const taken = Promise.all([ask('init', { settings, payment_details }), giveSession(connection)]);
  const started = within(signal, taken.catch(explain));
  started.then(
    () => events.emit({ name: 'init', payload: {} }),
    (error) => lifetime.abort(error),
  );
  const wallet: MountedWallet = {
    container,
    answers,
    lifetime,
    started,
    choice: () => choice,
    onPress,
    call: async (name, ...given) => {
      await started;
      return within(signal, ask(name, ...given));
    },
    follow(fresh) {
      const isSameAccount =
        fresh.baseUrl === current.baseUrl && fresh.publishableKey === current.publishableKey;
      if (fresh === current || !isSameAccount) return;
      current = fresh;
      within(signal, giveSession(fresh)).catch((error) => signal.aborted || reportError(error));
    },
  };
  return wallet;
}

/** Runs `task` once, however often it is asked for; anew after a failure. */
function once<T>(task: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= task().catch((error) => {
      running = undefined;
      throw error;
    });
    return running;
  };
}

/** What the frame answered, of whichever call; its refusal becomes an `SdkError`. */
function takeValue<Value>(outcome: Outcome<unknown>): Value {
  if (outcome.ok) return outcome.value as Value;
  throw new SdkError(outcome.error);
}

/** An answer for the frame; what is not an `SdkError` is a fault of ours and stays a rejection. */
async function outcomeOf<Value>(work: Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { ok: true, value: await work };
  } catch (error) {
    if (error instanceof SdkError) return { ok: false, error: errorData(error) };
    throw error;
  }
}
