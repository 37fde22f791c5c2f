import type { Signal } from '@preact/signals';
import type { CardFormModel } from '../card-input/card-form-model.ts';
import type { ExpressPart } from '../express/express-part.ts';
import type { AnswerViews } from '../lazy-checkout/answer-views.ts';
import type { LazyManage } from '../loading/lazy-manage.ts';
import type { Challenges } from '../state/challenges.ts';
import type { Checkout } from '../state/checkout.ts';
import type { Locale } from '../state/locale.ts';
import type { SavedCards } from '../state/saved-cards.ts';
import type { Session } from '../state/session.ts';
import type { Wallet } from '../state/wallet.ts';

/** The state of the wallet, by its models, and what is loaded after the form. */
export type Models = {
  readonly wallet: Wallet;
  readonly session: Session;
  readonly locale: Locale;
  readonly form: CardFormModel;
  readonly saved: SavedCards;
  readonly checkout: Checkout;
  readonly manage: LazyManage;
  readonly challenges: Challenges;
  /** Null until they are loaded, together with the service client. */
  readonly answerViews: Signal<AnswerViews | null>;
  /** Null without express buttons, and until their chunk and the page connection are loaded. */
  readonly express: Signal<ExpressPart | null>;
};
