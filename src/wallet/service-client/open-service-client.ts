import type { FrameBoot } from '../../contract/frame/frame-boot.ts';
import type { FrameToPage, Outcome } from '../../contract/frame/frame-calls.ts';
import type { SavedCard } from '../../contract/frame/wallet-api.ts';
import { outcomeOf } from '../errors/wallet-error.ts';
import type { LocaleTexts } from '../i18n/translate.ts';
import type { ManageService, NewCard } from '../manage/model/manage-service.ts';
import type { Models } from '../models/models.ts';
import type { AccessToken } from '../session/access-token.ts';
import type { BoxStorage } from '../session/box-storage.ts';
import { createApi, type WalletApi } from './calls/api.ts';
import { createFingerprint } from './calls/fingerprint.ts';
import { createVault, type Encrypt, type Vault } from './calls/vault.ts';
import { followChallenges } from './challenges/follow-challenges.ts';
import { chooseDialog } from './dialogs/choose-dialog.ts';
import { createDialogStack } from './dialogs/dialog-stack.ts';
import { createFocusKeeper } from './dialogs/focus-keeper.ts';
import { createGetPaymentMethod } from './get-payment-method.ts';
import { connectProviders } from './providers/connect-providers.ts';
import { renewAtEnd } from './renew-at-end.ts';
import { tellPageMissing } from './tell-page-missing.ts';

type Surroundings = {
  readonly models: Models;
  readonly boot: FrameBoot;
  /** Where the service's calls for the wallet are. */
  readonly base: URL;
  readonly accessToken: AccessToken;
  readonly page: FrameToPage;
  readonly boxes: BoxStorage;
  /** Encrypts to the vault's key; rejects if its code fails to load. */
  encryption(): Promise<Encrypt>;
  loadTexts(tag: string): Promise<LocaleTexts>;
  /** The service's time. */
  now(): number;
};

/**
 * All requests to the service: cards, payments and challenges. Root of a chunk that is loaded when the shopper uses the wallet,
 * for a signed-in user, who may have cards, or when the page's script does not come. It shares modules with the page connection.
 */
export function openServiceClient(surroundings: Surroundings) {
  const { models, boot, base, accessToken, page, boxes, encryption, now, loadTexts } = surroundings;
  const { session, wallet, saved, checkout, form, locale } = models;
  const { merchantId } = boot;
  const connection = { accessToken, base, locale: () => locale.tag.peek() };
  const api = createApi(connection);
  const vault = createVault({ api, accessToken, session, boot, now, encryption });
  const fingerprintAt = createFingerprint(models);
  const dialog = chooseDialog({ page, press: (event) => dialogs.press(event) });
  const dialogs = createDialogStack({ wallet, locale, page: dialog, focus: createFocusKeeper() });
  const challenges = followChallenges({ models, connection, page: { ...page, ...dialog }, dialogs, boxes });
  const payments = createCallCounter();
  renewAtEnd({
    session,
    accessToken,
    isPaying: () => payments.isBusy() || challenges.areExpected(),
  });
  const providers = connectProviders(models, {
    api,
    merchantId,
    fingerprintAt,
    page,
    dialogs,
    listenForChallenge: challenges.listenForChallenge,
  });
  tellPageMissing(models, loadTexts);
  return {
    prepare: vault.prepare,
    challenges,
    providers: {
      startProvider: payments.count(providers.calls.startProvider),
      finishProvider: payments.count(providers.calls.finishProvider),
    },
    press: dialogs.press,
    getPaymentMethod: payments.count(
      createGetPaymentMethod({
        checkout,
        form,
        api,
        vault,
        merchantId,
        fingerprintAt,
        onListOutdated: saved.load,
        isUser: () => session.isUser.peek(),
        view: () => wallet.view.peek(),
        listenForChallenge: challenges.listenForChallenge,
        leaveProvider: providers.leave,
      }),
    ),
    listMethods: (): Promise<Outcome<readonly SavedCard[]>> => outcomeOf(api.listMethods),
    manage: manageCalls({ api, vault, merchantId }),
  };
}
export type ServiceClient = ReturnType<typeof openServiceClient>;

/** Counts calls that are not answered yet. */
function createCallCounter() {
  let calls = 0;
  return {
    isBusy: () => calls > 0,
    count:
      <Parameters extends unknown[], Value>(call: (...parameters: Parameters) => Promise<Value>) =>
      (...parameters: Parameters): Promise<Value> => {
        calls += 1;
        return call(...parameters).finally(() => {
          calls -= 1;
        });
      },
  };
}

type ManageCallDependencies = { readonly vault: Vault; readonly api: WalletApi; readonly merchantId: number };

function manageCalls({ api, vault, merchantId }: ManageCallDependencies): ManageService {
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
