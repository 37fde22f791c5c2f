import { localeTags } from 'virtual:locale-tags';
import { openToPage } from '../../contract/frame/channel.ts';
import type { FrameBoot } from '../../contract/frame/frame-boot.ts';
import type { FrameToPage, Outcome } from '../../contract/frame/frame-calls.ts';
import type { SavedCard } from '../../contract/frame/wallet-api.ts';
import type { LocaleTexts } from '../i18n/translate.ts';
import type { ManageService } from '../manage/model/manage-service.ts';
import type { Models } from '../models/models.ts';
import type { Encrypt } from '../service-client/calls/vault.ts';
import type { openServiceClient } from '../service-client/open-service-client.ts';
import { createAccessToken } from '../session/access-token.ts';
import { createBoxStorage } from '../session/box-storage.ts';
import type { WaitingChallenge } from '../state/challenges.ts';
import { checkAppearance } from './check-appearance.ts';
import { createLazyService } from './lazy-service.ts';
import { createTextLoader, type FetchScript } from './load-texts.ts';
import { createPageCalls, type UnparsedCalls } from './page-calls.ts';
import { publishChoice } from './publish-choice.ts';
import { type EntryFunctions, publishState } from './publish-state.ts';
import { createSetters, refuseOtherMerchant, refuseOtherView } from './setters.ts';
import 'virtual:shared-by-page';

/** Connects the models to the merchant's page and, by way of the service client, to the service. */
export type PageConnection = {
  readonly page: FrameToPage;
  listMethods(): Promise<Outcome<readonly SavedCard[]>>;
  readonly manage: ManageService;
  resumeChallenge(challenge: WaitingChallenge): Promise<void>;
  /** Loads what a payment may need next; rejects if that fails. */
  prepare(): Promise<unknown>;
  loadTexts(tag: string): Promise<LocaleTexts>;
};

type Dependencies = {
  readonly boot: FrameBoot;
  /** Base URL of the wallet API. */
  readonly base: URL;
  /** Loads the chunk that encrypts to the vault's key; rejects if that fails. */
  encryption(): Promise<{ readonly encryptForVault: Encrypt }>;
  /** Loads the chunk of the service client; rejects if that fails. */
  serviceClient(): Promise<{ readonly openServiceClient: typeof openServiceClient }>;
  readonly scriptLoader: FetchScript;
  /** The service's time. */
  now(): number;
  /** The wallet's root element. */
  readonly content: Element;
} & EntryFunctions;

const RELOADED = {
  code: 'container_removed',
  message: 'wallet: the frame was reloaded, call init again',
} as const;

/**
 * Root of the chunk that is loaded after the form. It imports no value from the entry: models are passed in as arguments,
 * because importing them would bundle a second preact.
 */
export function connectPage(models: Models, dependencies: Dependencies): PageConnection {
  const connection = connect(models, dependencies);
  publishState(models, { page: connection.page, ...dependencies });
  return connection;
}

function connect(models: Models, dependencies: Dependencies): PageConnection {
  const { boot, base, encryption, serviceClient, scriptLoader, now } = dependencies;
  const { session, wallet, saved, checkout } = models;
  const accessToken = createAccessToken(session, {
    renewSession: (keepsToken) => page.renewSession(keepsToken),
    emit: (event) => page.emit(event),
  });
  const setters = createSetters(models, { localeTags });
  const boxes = createBoxStorage(boot);
  const loadTexts = createTextLoader(scriptLoader, boot);
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
        loadTexts,
        encryption: async () => (await encryption()).encryptForVault,
      });
    },
  });
  const calls = createPageCalls({
    openSession(walletSession) {
      refuseOtherView(walletSession, wallet.view.peek());
      refuseOtherMerchant(walletSession, boot);
      session.open(walletSession);
      checkout.show(null);
      if (walletSession.isGuest) saved.showGuest();
      else saved.load();
    },
    async start(initArguments) {
      checkAppearance(initArguments.settings.appearance ?? {}, 'init');
      await setters.setLocale(initArguments.settings.locale);
      // After the texts, so that `init` is answered before `ready` is emitted.
      wallet.start(initArguments);
    },
    ...setters,
    ...service.calls,
  });
  const page = openChannel(calls, boot.parentOrigin);
  publishChoice(models, page);
  addEventListener('pagehide', ({ persisted }) => {
    // A page in the back/forward cache keeps its frame.
    if (persisted) return;
    page.emit({ name: 'error', payload: RELOADED });
    page.leave();
  });
  return {
    page,
    listMethods: service.listMethods,
    resumeChallenge: service.resumeChallenge,
    prepare: async () => (await service.ready()).prepare(),
    loadTexts,
    manage: service.manage,
  };
}

/** The embedding page's functions, over a channel to exactly its origin. Calls wait until it is open. */
function openChannel(calls: UnparsedCalls, parentOrigin: string): FrameToPage {
  const page = openToPage<FrameToPage>({ contentWindow: parent, origin: parentOrigin }, calls);
  const call =
    <Name extends keyof FrameToPage>(name: Name) =>
    async (...parameters: Parameters<FrameToPage[Name]>): Promise<Awaited<ReturnType<FrameToPage[Name]>>> =>
      (await page)(name, ...parameters);
  return {
    renewSession: call('renewSession'),
    look: call('look'),
    resize: call('resize'),
    dress: call('dress'),
    emit: call('emit'),
    viewport: call('viewport'),
    drawDialog: call('drawDialog'),
    closeDialog: call('closeDialog'),
    leave: call('leave'),
    choose: call('choose'),
  };
}
