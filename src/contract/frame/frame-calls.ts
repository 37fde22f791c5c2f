import type { OpeningMode } from '../billing/instant-api.ts';
import type { PaymentMethod } from '../billing/payment-method.ts';
import type { ErrorData } from '../errors/errors.ts';
import type { ProviderUse } from '../forms/provider-names.ts';
import type { WalletEvent } from './events.ts';
import type { Theme } from './frame-boot.ts';
import type { PageDialog, Pressed, Viewport } from './page-dialog.ts';
import type { WalletSession } from './wallet-api.ts';

/**
 * Every call that crosses the frame, by direction, over the channel (channel.ts). Arguments are parsed where they arrive.
 * Errors cross as data, never as thrown objects.
 */

export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: ErrorData };

/** What it is set to, and the page's theme by now. */
type Setter = (value: unknown, page: Theme) => Promise<Outcome<null>>;

/** Changes of the standing wallet, as a merchant asks for them: each keeps what the shopper has typed. */
export type WalletSetters = {
  /** A `PaymentDetails`, in place of the earlier one. */
  setPaymentDetails: Setter;
  /** An `AcceptedCardNames`, in place of the earlier ones. */
  setAcceptedCreditCards: Setter;
  /** A `View`. */
  setView: Setter;
  /** A `Language`; answered when its texts are on show. */
  setLocale: Setter;
  /** An `Appearance`, in place of the earlier one. */
  setAppearance: Setter;
};

/**
 * What the chosen method needs of the page, told ahead so that a window opens in the caller's click. `refusal`: what
 * `makeInstantPayment` rejects with.
 */
export type ProviderChoice =
  | { readonly use: 'instant'; readonly opens: OpeningMode }
  | { readonly use: 'alternative'; readonly opens: OpeningMode; readonly refusal: ErrorData }
  | { readonly use: null; readonly refusal: ErrorData };

/** Calls of the merchant's page, answered in the frame. */
export type PageToFrame = WalletSetters & {
  /** A fresh session: after `connect`, and whenever the page connects anew. */
  setSession(session: WalletSession): Promise<Outcome<null>>;
  /** Starts the wallet with what was passed to `init` (an `InitArguments`, parsed in the frame). */
  init(initArguments: unknown): Promise<Outcome<null>>;
  getPaymentMethod(): Promise<Outcome<PaymentMethod>>;
  /** In the dialog that is drawn. */
  press(pressed: Pressed): Promise<Outcome<null>>;
  /**
   * Starts the chosen method's payment, or finds it started: the provider's address; null where it has ended meanwhile. `use`:
   * what the page opened a window for, as the shopper may have chosen anew since.
   */
  startProvider(use: ProviderUse): Promise<Outcome<string | null>>;
  /** Answers when the payment has ended: with the method of an alternative one, with null after `paymentCompleted`. */
  finishProvider(): Promise<Outcome<PaymentMethod | null>>;
};

/** Texts the page shows, in the current language, if the wallet later fails to load and cannot be asked. */
type FailureWords = {
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  readonly failed: string;
  readonly offline: string;
  readonly retry: string;
};

/** What the frame's element on the page must know of its content. */
export type FrameLook = {
  /** Names the frame to assistive technology, in the language `lang`. */
  readonly title: string;
  readonly lang: string;
  /** The page shows through where frame and element are of one scheme. */
  readonly theme: Theme;
  readonly words: FailureWords;
};

/** Calls of the frame, answered on the merchant's page. */
export type FrameToPage = {
  /**
   * Exchanges the refresh token again, or asks the merchant for another. The latter also serves an earlier
   * frame, which asks once and passes no argument. An earlier page always asks the merchant; if that fails,
   * it reports so itself and answers `session_expired`.
   */
  renewSession(keepsToken: boolean): Promise<Outcome<WalletSession>>;
  /** The height the content needs, CSS pixels; at rest once all is there that the view shows first. */
  resize(height: number, isAtRest?: boolean): void;
  /** At the start and at each change. */
  dress(look: FrameLook): void;
  emit(event: WalletEvent): void;
  /** What the shopper sees of it. Rejects, as the next two do, while the page's code of dialogs is not there. */
  viewport(): Promise<Viewport>;
  /** Opens the dialog, or draws it anew where it stands. */
  drawDialog(dialog: PageDialog): void;
  /** Takes the dialog off the page and gives the focus back. */
  closeDialog(): void;
  /** The frame's document goes, and all that was typed with it, while the page stays: it was reloaded. */
  leave(): void;
  /** At the start and at each change. */
  choose(choice: ProviderChoice): void;
};
