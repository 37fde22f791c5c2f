import type { OpeningMode } from '../billing/instant-api.ts';
import type { PaymentMethod } from '../billing/payment-method.ts';
import type { ErrorData } from '../errors/errors.ts';
import type { ProviderUse } from '../forms/provider-names.ts';
import type { WalletEvent } from './events.ts';
import type { PageTheme, Theme } from './frame-boot.ts';
import type { DialogEvent, PageDialog, Viewport } from './page-dialog.ts';
import type { WalletSession } from './wallet-api.ts';

/**
 * Every call that crosses the frame, by direction, over the channel (channel.ts). Arguments are parsed where they arrive.
 * Errors cross as data, never as thrown objects.
 */

export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: ErrorData };

/** `value`: the new value. `page`: what the wallet's place on the page looks like now. */
type Setter = (value: unknown, page: PageTheme) => Promise<Outcome<null>>;

/** Changes of the running wallet by the merchant's page. Each keeps what the shopper has typed. */
export type WalletSetters = {
  /** A `PaymentDetails`; replaces the earlier one. */
  setPaymentDetails: Setter;
  /** An `AcceptedCardNames`; replaces the earlier one. */
  setAcceptedCreditCards: Setter;
  /** A `View`. */
  setView: Setter;
  /** A `Language`; answered when its texts are shown. */
  setLocale: Setter;
  /** An `Appearance`; replaces the earlier one. */
  setAppearance: Setter;
};

/**
 * What the chosen method needs of the page, which must know it before the click that opens a window. `refusal`: the error
 * of `makeInstantPayment`.
 */
export type ProviderChoice =
  | { readonly use: 'instant'; readonly opens: OpeningMode }
  | { readonly use: 'alternative'; readonly opens: OpeningMode; readonly refusal: ErrorData }
  | { readonly use: null; readonly refusal: ErrorData };

/** Calls of the merchant's page, answered in the frame. */
export type PageToFrame = WalletSetters & {
  /** A new session: after each `connect`. */
  setSession(session: WalletSession): Promise<Outcome<null>>;
  /** Starts the wallet with what was passed to `init` (an `InitArguments`, parsed in the frame). */
  init(initArguments: unknown): Promise<Outcome<null>>;
  getPaymentMethod(): Promise<Outcome<PaymentMethod>>;
  /** A press, load or Escape in the drawn dialog. */
  press(event: DialogEvent): Promise<Outcome<null>>;
  /**
   * Starts the chosen method's payment, unless it is open already. Answers with the provider's address; null if the payment has
   * ended. `use`: what the page opened a window for; the shopper may have changed the choice since.
   */
  startProvider(use: ProviderUse): Promise<Outcome<string | null>>;
  /** Answers when the payment has ended: an alternative one with its method, an instant one with null, after `paymentCompleted`. */
  finishProvider(): Promise<Outcome<PaymentMethod | null>>;
};

/** Texts in the current language that the page shows if the wallet later fails to load. */
type FailureWords = {
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  readonly failed: string;
  readonly offline: string;
  readonly retry: string;
};

/** What the page sets on the frame's element. */
export type FrameLook = {
  /** Names the frame to assistive technology, in the language `lang`. */
  readonly title: string;
  readonly lang: string;
  /** That of the first paint. A page of an older release makes it the element's colour scheme. */
  readonly theme: Theme;
  readonly words: FailureWords;
};

/** Calls of the frame, answered on the merchant's page. */
export type FrameToPage = {
  /**
   * Gets a new session. `keepsToken`: exchanges the same refresh token again; else asks the merchant for another first.
   * A frame of an older release passes no argument, which means another token. A page of an older release always asks the
   * merchant; if that fails, it emits `sessionExpired` itself and answers `session_expired`.
   */
  renewSession(keepsToken: boolean): Promise<Outcome<WalletSession>>;
  /** The content's height, CSS pixels. `isAtRest`: everything that the view shows first has been loaded. */
  resize(height: number, isAtRest?: boolean): void;
  /** What the wallet's place on the page looks like now. A page of an older release knows no such call. */
  look(): PageTheme | Promise<PageTheme>;
  /** At the start and at each change. */
  dress(look: FrameLook): void;
  emit(event: WalletEvent): void;
  /** The visible part of the page. This call and the next two load the page's dialog code, and reject if that is lost. */
  viewport(): Promise<Viewport>;
  /** Opens the dialog, or updates it. */
  drawDialog(dialog: PageDialog): void;
  /** Closes the dialog and restores the focus. */
  closeDialog(): void;
  /** The frame's document was reloaded while the page stayed: all that was typed is lost. */
  leave(): void;
  /** At the start and at each change. */
  choose(choice: ProviderChoice): void;
};

/** The calls that draw the dialog. */
export type DialogCalls = Pick<FrameToPage, 'viewport' | 'drawDialog' | 'closeDialog'>;
