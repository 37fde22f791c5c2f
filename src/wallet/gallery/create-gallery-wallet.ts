import { signal } from '@preact/signals';
import { h } from 'preact';
import { cardBrandCodes } from '../../contract/cards/card-brands.ts';
import type { ErrorData } from '../../contract/errors/errors.ts';
import type { Outcome } from '../../contract/frame/frame-calls.ts';
import type { EditForm, SavedCard } from '../../contract/frame/wallet-api.ts';
import { createExpressPart } from '../express/express-part.ts';
import type { Texts } from '../i18n/translate.ts';
import { createAnswerViews } from '../lazy-checkout/answer-views.ts';
import { LazyManage } from '../loading/lazy-manage.ts';
import { ManageView } from '../manage/ManageView.tsx';
import { ManageModel } from '../manage/model/manage-model.ts';
import type { NewCard } from '../manage/model/manage-service.ts';
import type { Models } from '../models/models.ts';
import { CardFormState } from '../state/card-form.ts';
import { Challenges } from '../state/challenges.ts';
import { Checkout } from '../state/checkout.ts';
import { Locale } from '../state/locale.ts';
import { ProviderOffers } from '../state/provider-offers.ts';
import { SavedCards } from '../state/saved-cards.ts';
import { Session } from '../state/session.ts';
import { Wallet } from '../state/wallet.ts';

/** All specimens share them; their styles are in each frame. */
const answerViews = createAnswerViews();
const expressPart = createExpressPart();
const never = () => new Promise<never>(() => {});
const now = () => Date.UTC(2026, 10, 21);
const createForm = () => new CardFormState({ accepted: cardBrandCodes, now });

/** A service that answers as it is told; by default it never answers. */
function createService() {
  let answer: ErrorData | 'yes' | 'nothing' = 'nothing';
  let cards: readonly SavedCard[] = [];
  async function say<Value>(value: () => Value): Promise<Outcome<Value>> {
    if (answer === 'nothing') return never();
    return answer === 'yes' ? { ok: true, value: value() } : { ok: false, error: answer };
  }
  return {
    /** Sets the answer to all later calls. */
    setAnswer(next: typeof answer) {
      answer = next;
    },
    setCards(next: readonly SavedCard[]) {
      cards = next;
    },
    list: () => say(() => cards),
    api: {
      removeMethod: (id: number) => say(() => cards.filter((card) => card.id !== id)),
      restoreMethod: (_id: number) => say(() => cards),
      makeDefault: (id: number) => say(() => cards.map((card) => ({ ...card, isDefault: card.id === id }))),
      editMethod: (_id: number, _form: EditForm) => say(() => cards),
      keepCard: (_card: NewCard) => never(),
    },
  };
}

/** The wallet's models with a service that answers as it is told. */
export function createGalleryWallet({ locale, texts }: { locale: string; texts: Texts }) {
  const service = createService();
  const form = createForm();
  const saved = new SavedCards({ listMethods: service.list, onFailed: () => {} });
  const needsCode = signal(false);
  const manageModel = new ManageModel({
    saved,
    createForm,
    now,
    service: async () => service.api,
    emit: () => {},
  });
  const manage = new LazyManage(async () => ({
    View: (props) => h(ManageView, { ...props, manage: manageModel }),
    backOnline: manageModel.backOnline,
  }));
  const wallet = new Wallet({ view: 'CHECKOUT', theme: 'auto', pageTheme: 'auto', labels: 'above' });
  const offers = new ProviderOffers({
    offers: [
      { method: 'googlepay', use: 'alternative' },
      { method: 'paypal', use: 'alternative' },
    ],
    wallet: wallet.status,
    // Methods in `sandbox_available` are offered anyway.
    canPay: () => false,
  });
  const models: Models = {
    form,
    saved,
    manage,
    session: new Session(),
    answerViews: signal(answerViews),
    express: signal(expressPart),
    wallet,
    checkout: new Checkout({ saved: saved.status, form, needsCode, offers }),
    challenges: new Challenges({ resume: never }),
    locale: new Locale({ tag: locale, texts, load: never }),
  };
  return {
    models,
    service,
    manage: manageModel,
    /** Makes the flow need the security code of saved cards. */
    askForCode() {
      needsCode.value = true;
    },
  };
}
export type GalleryWallet = ReturnType<typeof createGalleryWallet>;
