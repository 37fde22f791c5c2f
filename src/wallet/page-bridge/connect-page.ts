import { localeTags } from 'virtual:locale-files';
import type { FrameBoot } from '../../contract/frame/frame-boot.ts';
import type { FrameToPage, Outcome } from '../../contract/frame/frame-calls.ts';
import type { SavedCard } from '../../contract/frame/wallet-api.ts';
import type { Texts } from '../i18n/translate.ts';
import type { ManageService } from '../manage/model/manage-service.ts';
import type { Encrypt } from '../service-client/calls/vault.ts';
import type { openServiceClient } from '../service-client/open-service-client.ts';
import { createAccessToken } from '../session/access-token.ts';
import { createBoxStorage } from '../session/box-storage.ts';
import type { Models } from '../views/App.tsx';
import { openChannel } from './channel.ts';
import { checkAppearance } from './check-appearance.ts';
import { createLazyService } from './lazy-service.ts';
import { createTextLoader, type FetchScript } from './load-texts.ts';
import { createPageCalls } from './page-calls.ts';
import { publishChoice } from './publish-choice.ts';
import { publishState, type Watch } from './publish-state.ts';
import { createSetters, refuseOtherMerchant, refuseOtherView } from './setters.ts';
import 'virtual:shared-by-line';

/** What stands between the models and the world: the merchant's page and the service. */
export type Bridge = {
  readonly page: FrameToPage;
  listMethods(): Promise<Outcome<readonly SavedCard[]>>;
  readonly manage: ManageService;
  resumeChallenge(transactionId: string): Promise<void>;
  /** Brings what a payment may need next; rejects where it was lost on the way. */
  prepare(): Promise<unknown>;
  loadTexts(tag: string): Promise<{ readonly tag: string; readonly texts: Texts }>;
};

type Surroundings = {
  readonly boot: FrameBoot;
  /** Where the service's calls for the wallet are. */
  readonly base: URL;
  /** The chunk that encrypts to the vault's key; rejects where it was lost on the way. */
  encryption(): Promise<{ readonly encryptForVault: Encrypt }>;
  /** The chunk that asks the service; rejects where it was lost on the way. */
  serviceClient(): Promise<{ readonly openServiceClient: typeof openServiceClient }>;
  readonly script: FetchScript;
  /** The service's time. */
  now(): number;
  /** What the wallet stands in. */
  readonly content: Element;
} & Watch;

const RELOADED = {
  code: 'container_removed',
  message: 'wallet: the frame was reloaded, call init again',
} as const;

/**
 * Root of the chunk that loads behind the form. It imports no value that the entry holds: models come in as arguments,
 * or a second preact would come with them.
 */
export function connectPage(models: Models, surroundings: Surroundings): Bridge {
  const bridge = connect(models, surroundings);
  publishState(models, { page: bridge.page, ...surroundings });
  return bridge;
}

function connect(models: Models, surroundings: Surroundings): Bridge {
  const { boot, base, encryption, serviceClient, script, now } = surroundings;
  const { session, wallet, saved, checkout } = models;
  const accessToken = createAccessToken(session, {
    renewSession: (keepsToken) => page.renewSession(keepsToken),
    emit: (event) => page.emit(event),
  });
  const setters = createSetters(models, { localeTags });
  const boxes = createBoxStorage(boot);
  const service = createLazyService({
    session,
    checkout,
    boxes,
    open: async () => {
      const { openServiceClient } = await serviceClient();
      return openServiceClient({
        models,
        boot,
        base,
        accessToken,
        page,
        boxes,
        now,
        encryption: async () => (await encryption()).encryptForVault,
      });
    },
  });
  const calls = createPageCalls({
    openSession(granted) {
      refuseOtherView(granted, wallet.view.peek());
      refuseOtherMerchant(granted, boot);
      session.open(granted);
      checkout.show(null);
      if (granted.isGuest) saved.showGuest();
      else saved.load();
    },
    async start(given) {
      checkAppearance(given.settings.appearance ?? {}, 'init');
      await setters.setLocale(given.settings.locale);
      // After the texts, so that the page hears of `init` before it hears `ready`.
      wallet.start(given);
    },
    ...setters,
    ...service.calls,
  });
  const page = openChannel(calls, boot.parentOrigin);
  publishChoice(models, page);
  addEventListener('pagehide', ({ persisted }) => {
    // Kept for Back with its whole page, it comes again as it was.
    if (persisted) return;
    page.emit({ name: 'error', payload: RELOADED });
    page.leave();
  });
  return {
    page,
    listMethods: service.listMethods,
    resumeChallenge: service.resumeChallenge,
    prepare: async () => (await service.ready()).prepare(),
    loadTexts: createTextLoader(script),
    manage: service.manage,
  };
}
