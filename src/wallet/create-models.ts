import { signal } from '@preact/signals';
import type { FrameBoot } from '../contract/frame/frame-boot.ts';
import { readFields } from './card-input/read-fields.ts';
import { canPay } from './device-methods.ts';
import { readFirstPaintSettings } from './first-paint-settings.ts';
import type { Texts } from './i18n/translate.ts';
import { LazyManage } from './loading/lazy-manage.ts';
import { chunkLoader } from './loading/script-loader.ts';
import type { ManageDependencies } from './manage/model/manage-model.ts';
import type { Models } from './models/models.ts';
import type { PageConnection } from './page-connection/connect-page.ts';
import { CardFormState } from './state/card-form.ts';
import { Challenges } from './state/challenges.ts';
import { Checkout } from './state/checkout.ts';
import { Locale } from './state/locale.ts';
import { ProviderOffers } from './state/provider-offers.ts';
import { SavedCards } from './state/saved-cards.ts';
import { Session } from './state/session.ts';
import { Wallet } from './state/wallet.ts';

type Dependencies = {
  readonly boot: FrameBoot;
  /** The service's time. */
  now(): number;
  connect(): Promise<PageConnection>;
};

/** The code that connects to page and service is loaded after the form; calls on it wait until then. */
export function createModels({ boot, now, connect }: Dependencies): Models {
  const merchant = { holderName: boot.holderName, preferred: boot.preferredBrands, read: readFields };
  const form = new CardFormState({ accepted: boot.acceptedBrands, ...merchant, now });
  const saved = new SavedCards({
    listMethods: async () => (await connect()).listMethods(),
    onFailed: async (error) => (await connect()).page.emit({ name: 'error', payload: error }),
  });
  const firstPaint = readFirstPaintSettings(location.hash);
  const wallet = new Wallet(firstPaint);
  const offers = new ProviderOffers({
    offers: boot.offers,
    wallet: wallet.status,
    canPay,
    express: firstPaint.express,
  });
  const locale = new Locale({
    tag: boot.locale,
    // An inline script of the document has set them.
    texts: globalThis.walletTexts?.[boot.locale] as Texts,
    load: async (tag) => (await connect()).loadTexts(tag),
  });
  return {
    form,
    saved,
    wallet,
    manage: createManage({
      saved,
      locale,
      connect,
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
      // The document's first script read it from sessionStorage.
      rememberedCount: Number(document.documentElement.dataset['rows'] ?? 0),
    }),
    challenges: new Challenges({ resume: async (id) => (await connect()).resumeChallenge(id) }),
    locale,
    answerViews: signal(null),
    express: signal(null),
  };
}

type ManageParts = Pick<ManageDependencies, 'saved' | 'createForm' | 'now'> & {
  readonly locale: Locale;
  connect(): Promise<PageConnection>;
};

/** MANAGE is loaded on demand with its texts; everything it needs is passed in. */
const createManage = ({ connect, locale, ...needs }: ManageParts) => {
  const fetchPart = chunkLoader(() => import('./manage/ManagePart.tsx'));
  return new LazyManage(async () => {
    const [{ createManagePart }] = await Promise.all([fetchPart(), locale.complete()]);
    return createManagePart({
      ...needs,
      service: async () => (await connect()).manage,
      emit: async (event) => (await connect()).page.emit(event),
    });
  });
};
