import { signal } from '@preact/signals';
import type { FrameBoot } from '../contract/frame/frame-boot.ts';
import { readFields } from './card-input/read-fields.ts';
import { canPay } from './device-methods.ts';
import { readFirstPaintSettings } from './first-paint-settings.ts';
import type { Texts } from './i18n/translate.ts';
import { chunk } from './loading/chunk.ts';
import { LazyManage } from './loading/lazy-manage.ts';
import type { ManageDependencies } from './manage/model/manage-model.ts';
import type { Bridge } from './page-bridge/connect-page.ts';
import { CardFormState } from './state/card-form.ts';
import { Challenges } from './state/challenges.ts';
import { Checkout } from './state/checkout.ts';
import { Locale } from './state/locale.ts';
import { ProviderOffers } from './state/provider-offers.ts';
import { SavedCards } from './state/saved-cards.ts';
import { Session } from './state/session.ts';
import { Wallet } from './state/wallet.ts';
import type { Models } from './views/App.tsx';

type ModelNeeds = {
  readonly boot: FrameBoot;
  /** The service's time. */
  now(): number;
  bridge(): Promise<Bridge>;
};

/** The lines to page and service come after the form: until one is there, calls on it wait. */
export function createModels({ boot, now, bridge }: ModelNeeds): Models {
  const merchant = { holderName: boot.holderName, preferred: boot.preferredBrands, read: readFields };
  const form = new CardFormState({ accepted: boot.acceptedBrands, ...merchant, now });
  const saved = new SavedCards({
    listMethods: async () => (await bridge()).listMethods(),
    onFailed: async (error) => (await bridge()).page.emit({ name: 'error', payload: error }),
  });
  const hints = readFirstPaintSettings(location.hash);
  const wallet = new Wallet(hints);
  const offers = new ProviderOffers({
    taken: boot.offers,
    wallet: wallet.status,
    canPay,
    express: hints.express,
  });
  const locale = new Locale({
    tag: boot.locale,
    // The document's own script has left them.
    texts: globalThis.walletTexts?.[boot.locale] as Texts,
    load: async (tag) => (await bridge()).loadTexts(tag),
  });
  return {
    form,
    saved,
    wallet,
    manage: createManage({
      saved,
      locale,
      bridge,
      now,
      createForm: () => new CardFormState({ accepted: () => form.accepted.value, ...merchant, now }),
    }),
    session: new Session(),
    checkout: new Checkout({
      saved: saved.status,
      form,
      offers,
      needsCode: wallet.isThreeDsFlow,
      read: readFields,
      // The document's first script found it.
      remembered: Number(document.documentElement.dataset['rows'] ?? 0),
    }),
    challenges: new Challenges({ resume: async (id) => (await bridge()).resumeChallenge(id) }),
    locale,
    lazyParts: signal(null),
    express: signal(null),
  };
}

type ManageNeeds = Pick<ManageDependencies, 'saved' | 'createForm' | 'now'> & {
  readonly locale: Locale;
  bridge(): Promise<Bridge>;
};

/** Its chunk is handed all it needs, as the models are to the lines to page and service; its texts come with it. */
const createManage = ({ bridge, locale, ...needs }: ManageNeeds) => {
  const fetchPart = chunk(() => import('./manage/ManagePart.tsx'));
  return new LazyManage(async () => {
    const [{ createManagePart }] = await Promise.all([fetchPart(), locale.complete()]);
    return createManagePart({
      ...needs,
      service: async () => (await bridge()).manage,
      emit: async (event) => (await bridge()).page.emit(event),
    });
  });
};
