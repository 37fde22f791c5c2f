import type { WalletEvent } from '../../contract/frame/events.ts';
import { frameAddress, hintsOf } from '../../contract/frame/frame-address.ts';
import type { Theme } from '../../contract/frame/frame-boot.ts';
import type { Outcome, ProviderChoice } from '../../contract/frame/frame-calls.ts';
import { atEnd, within } from '../base/lifetime.ts';
import { outcomeOf, takeValue } from '../base/outcome.ts';
import { frameRefusal } from '../base/refusal.ts';
import { SdkError } from '../base/sdk-error.ts';
import { createChallenges } from '../dialogs/challenges.ts';
import type { Auth } from '../session/auth.ts';
import type { Connection } from '../session/connection.ts';
import type { Events } from '../surface/events.ts';
import type { ReadInit } from './init-arguments.ts';
import { themeOn } from './page-theme.ts';
import { type AskFrame, openWalletFrame } from './wallet-frame.ts';

export type MountedWallet = {
  /** Ended with the reason that later calls reject with. */
  readonly lifetime: AbortController;
  /** Resolves when the frame has taken its settings and its session. */
  readonly started: Promise<void>;
  /** What it looks like at first. */
  readonly theme: Theme;
  /** What the chosen method needs of the page, as the frame told it last. */
  choice(): ProviderChoice;
  /** The page's theme by now, to a wallet that is asked for this one. */
  page(asked: unknown): Theme;
  /** Calls the frame once the wallet has started. */
  call<Value>(put: (ask: AskFrame) => Promise<Outcome<Value>>): Promise<Value>;
};

type Surroundings = {
  readonly auth: Auth;
  readonly events: Events;
  readonly frames: WeakSet<Element>;
};

/** One frame from `init` to its end. */
export function mountWallet(
  { container, init, connection }: { container: Element; init: ReadInit; connection: Connection },
  { auth, events, frames }: Surroundings,
): MountedWallet {
  const lifetime = new AbortController();
  const { signal } = lifetime;
  let current = connection;
  const message = 'makeInstantPayment: found no method chosen';
  let choice: ProviderChoice = { use: null, refusal: { code: 'payment_method_not_selected', message } };
  const { settings: asked } = init.frameArguments;
  const hints = hintsOf(asked, (theme) => themeOn(container, theme));
  const asking = { ...connection, ...init, origin, hints, hint: connection.hint() };
  const address = new URL(frameAddress(asking));
  const frame = openWalletFrame(
    { address, container, hints, connection },
    {
      lifetime,
      frames,
      calls: {
        renewSession: () => outcomeOf(current.renew()),
        emit: (event: WalletEvent) => events.emit(event),
        ...createChallenges(signal, () => frame.then((ask) => ask('cancelChallenge')).catch(() => {})),
        choose(told: ProviderChoice) {
          choice = told;
        },
      },
    },
  );
  const giveSession = async (granted: Connection) => {
    const [ask, session] = await Promise.all([frame, granted.session()]);
    if (granted === current) await takeValue(ask('setSession', session));
  };
  const unwatch = auth.watch((fresh) => {
    if (fresh === current || !sameAccount(fresh, current)) return;
    current = fresh;
    within(signal, giveSession(fresh)).catch((error) => signal.aborted || reportError(error));
  });
  atEnd(signal, unwatch);
  const settings = frame.then((ask) => takeValue(ask('init', init.frameArguments)));
  const taken = Promise.all([settings, giveSession(connection)]);
  const started = within(signal, unlessRefused({ connection, address }, taken));
  started.then(
    () => events.emit({ name: 'init', payload: {} }),
    (error) => lifetime.abort(error),
  );
  return {
    lifetime,
    started,
    theme: hints.theme,
    choice: () => choice,
    page: (asked) => themeOn(container, asked),
    async call(put) {
      await started;
      return within(
        signal,
        frame.then((ask) => takeValue(put(ask))),
      );
    },
  };
}

/** A refusal of the service, of the session or of the frame, says more than a frame that stays away because of it. */
async function unlessRefused(
  { connection, address }: { connection: Connection; address: URL },
  taken: Promise<unknown>,
): Promise<void> {
  const session = connection.session();
  const explained = taken.catch(async (error) => {
    await session;
    const refusal = isOfFrame(error) ? await frameRefusal(address) : undefined;
    throw refusal ? new SdkError(refusal, { cause: error }) : error;
  });
  await Promise.all([session, explained]);
}

function isOfFrame(error: unknown): boolean {
  return error instanceof SdkError && error.code.startsWith('frame_');
}

function sameAccount(one: Connection, other: Connection): boolean {
  return one.baseUrl === other.baseUrl && one.publishableKey === other.publishableKey;
}
