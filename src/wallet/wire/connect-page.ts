import type { FrameBoot } from '../../contract/frame/frame-boot.ts';
import type { FrameToPage, Outcome } from '../../contract/frame/frame-calls.ts';
import type { SavedCard } from '../../contract/frame/wallet-api.ts';
import { createLateParts } from '../behind-form/late-parts.ts';
import type { Texts } from '../i18n/translate.ts';
import type { ManageService, NewCard } from '../manage/model/manage-service.ts';
import type { Models } from '../views/App.tsx';
import { createKeptBoxes } from './boxes/kept-boxes.ts';
import { createAccessToken } from './calls/access-token.ts';
import { createApi, type WalletApi } from './calls/api.ts';
import { createFingerprint } from './calls/fingerprint.ts';
import { createVault, type Encrypt, type Vault } from './calls/vault.ts';
import { outcomeOf } from './calls/wallet-error.ts';
import type { followChallenges } from './challenges/follow-challenges.ts';
import { openChannel } from './channel.ts';
import { checkAppearance } from './check-appearance.ts';
import { createHandOver } from './hand-over.ts';
import { createLateChallenges } from './late-challenges.ts';
import { createTextLoader } from './load-texts.ts';
import { createPageCalls } from './page-calls.ts';
import { connectProviders } from './providers/connect-providers.ts';
import { tellChoice } from './providers/tell-choice.ts';
import { createSetters, refuseOtherView } from './setters.ts';
import { tellOutside, type Watch } from './tell-outside.ts';
import 'virtual:lent-by-line';

/** What stands between the models and the world: the merchant's page and the service. */
export type Wire = {
  readonly page: FrameToPage;
  listMethods(): Promise<Outcome<readonly SavedCard[]>>;
  readonly manage: ManageService;
  resumeChallenge(transactionId: string): Promise<void>;
  /** Brings what a payment may need next; rejects where it was lost on the way. */
  prepare(): Promise<unknown>;
  loadTexts(wanted: string): Promise<{ readonly tag: string; readonly texts: Texts }>;
};

type Surroundings = {
  readonly boot: FrameBoot;
  /** Where the service's calls for the wallet are. */
  readonly base: URL;
  /** What encrypts to the vault's key; rejects where its code was lost on the way. */
  encryption(): Promise<Encrypt>;
  /** The root of the chunk for challenges; rejects where it was lost on the way. */
  challengesPart(): Promise<typeof followChallenges>;
  /** The service's time. */
  now(): number;
  /** What the wallet stands in. */
  readonly content: Element;
} & Watch;

/**
 * Root of the chunk that loads behind the form. It imports no value that the entry holds: models come in as arguments,
 * or a second preact would come with them.
 */
export function connectPage(models: Models, surroundings: Surroundings): Wire {
  const wire = connect(models, surroundings);
  models.late.value = createLateParts();
  tellOutside(models, { page: wire.page, ...surroundings });
  return wire;
}

function connect(models: Models, { boot, base, encryption, challengesPart, now }: Surroundings): Wire {
  const { session, wallet, saved, checkout, form } = models;
  const accessToken = createAccessToken(session, () => page.renewSession());
  const line = { accessToken, base, locale: () => models.locale.tag.peek() };
  const api = createApi(line);
  const setters = createSetters(models);
  const vault = createVault({ api, accessToken, session, boot, now, encryption });
  const fingerprintAt = createFingerprint(models);
  const boxes = createKeptBoxes(boot);
  const challenges = createLateChallenges({
    session,
    boxes,
    begin: async () => (await challengesPart())({ models, line, page, boxes }),
  });
  const handing = readied(api, challenges.ready);
  const providers = connectProviders(models, {
    api: handing,
    merchantId: boot.merchantId,
    fingerprintAt,
    page: () => page,
    arm: (seq) => challenges.arm(seq),
  });
  const calls = createPageCalls({
    openSession(granted) {
      refuseOtherView(granted, wallet.view.peek());
      session.open(granted);
      checkout.show(null);
      if (granted.isGuest) saved.showGuest();
      else saved.load();
    },
    async start(given) {
      checkAppearance(given.settings.appearance ?? {}, 'init');
      wallet.start(given);
      await setters.setLocale(given.settings.locale);
    },
    ...setters,
    getPaymentMethod: createHandOver({
      checkout,
      form,
      api: handing,
      vault,
      merchantId: boot.merchantId,
      fingerprintAt,
      onListOutdated: saved.load,
      isUser: () => session.isUser.peek(),
      view: () => wallet.view.peek(),
      arm: (seq) => challenges.arm(seq),
      leaveProvider: providers.leave,
    }),
    ...providers.calls,
    cancelChallenge: () => challenges.cancel(),
  });
  const page = openChannel(calls, boot.parentOrigin);
  tellChoice(models, page);
  return {
    page,
    listMethods: () => outcomeOf(api.listMethods),
    resumeChallenge: challenges.resume,
    prepare: challenges.ready,
    loadTexts: createTextLoader(),
    manage: manageCalls({ api, vault, merchantId: boot.merchantId }),
  };
}

/** Hands nothing over before what shows its challenge is here. */
function readied(api: WalletApi, ready: () => Promise<unknown>): WalletApi {
  const after =
    <Form, Answer>(ask: (form: Form) => Promise<Answer>) =>
    async (form: Form) => {
      await ready();
      return ask(form);
    };
  return {
    ...api,
    addCard: after(api.addCard),
    handOver: after(api.handOver),
    startInstant: after(api.startInstant),
  };
}

type Managing = { readonly vault: Vault; readonly api: WalletApi; readonly merchantId: number };

function manageCalls({ api, vault, merchantId }: Managing): Wire['manage'] {
  const keepCard = ({ card, brand }: NewCard) => {
    const form = { view: 'MANAGE', brand, saveForLater: true, merchant_id: merchantId } as const;
    return vault.send(card, (jwe) => api.keepCard({ ...form, card: jwe }));
  };
  return {
    removeMethod: (id) => outcomeOf(() => api.changeMethod(id, 'remove')),
    restoreMethod: (id) => outcomeOf(() => api.changeMethod(id, 'restore')),
    editMethod: (id, form) => outcomeOf(() => api.editMethod(id, form)),
    makeDefault: (id) => outcomeOf(() => api.changeMethod(id, 'default')),
    keepCard: (card) => outcomeOf(() => keepCard(card)),
  };
}
