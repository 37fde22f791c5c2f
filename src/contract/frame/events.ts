import type { MethodCode } from '../cards/method-codes.ts';
import type { ErrorData } from '../errors/errors.ts';
import type { Provider } from '../forms/provider-names.ts';
import type { ChallengeEnd, ChallengeMoved } from './session-events.ts';

/** A method as events show it: enough to print, nothing to pay with. */
export type MaskedPaymentMethod = {
  /** `instant`: pay with `makeInstantPayment`; else with `getPaymentMethod`. */
  readonly type: 'card' | 'alternative' | 'instant';
  /** "Visa", "PayPal" */
  readonly name: string;
  /** The brand's or provider's code: `VI`, `PL`. */
  readonly credit_type: MethodCode;
  /** Four characters, a string unlike the payment method object's; empty for what only the provider knows yet. */
  readonly last_4_digits: string;
};

/**
 * What the SDK emits, by name; each is also a `CustomEvent` on `window` named `sdk:<name>` with the payload in
 * `detail`. Spec: Events (registration not shown).
 */
export type WalletEvents = {
  /** The frame stands and has taken its settings. */
  init: Record<string, never>;
  /** The form is usable. */
  ready: Record<string, never>;
  /** Whether a usable method is chosen; emitted on every change. */
  checkoutReady: { readonly status: boolean; readonly paymentMethod: MaskedPaymentMethod | null };
  /**
   * The shopper pressed an express button: pay at once, without waiting before the call, as on a click of your Pay button.
   * `makeInstantPayment` or `getPaymentMethod`, whichever `type` says, pays with it when called within five seconds.
   */
  expressPay: { readonly paymentMethod: MaskedPaymentMethod };
  /** A card was kept in MANAGE, or a removal undone. */
  paymentMethodAdded: { readonly paymentMethod: MaskedPaymentMethod };
  /** A card was removed in MANAGE; for some seconds the shopper may undo it, which is a `paymentMethodAdded`. */
  paymentMethodRemoved: { readonly paymentMethod: MaskedPaymentMethod };
  /**
   * An instant payment ended; verify by the lookup before shipping anything, and tell the shopper: the wallet does not
   * say how.
   */
  paymentCompleted: {
    readonly status: 'SUCCESS' | 'FAILURE';
    readonly transaction_id: string;
    readonly method: Provider;
  };
  /** A 3-D Secure challenge ended; verify by the lookup before shipping anything. Spec: Events, after3DsComplete. */
  after3DsComplete: { readonly status: 'SUCCESS' | 'FAILURE'; readonly transaction_id: string };
  /**
   * Follows `after3DsComplete` at once and gives the reason. Comes alone, with the reason `moved`, if the
   * shopper continued in another tab: the box here closes, and `after3DsComplete` comes there.
   * Rule: threeds/reasons, threeds/other-tab.
   */
  threeDsEnded: ChallengeEnd | ChallengeMoved;
  /**
   * The refresh token has ended: create a new one and call `connect` again. What is typed stays. Comes when
   * the token ends; if the page is hidden then, once it is visible; for a guest, once they use the wallet. Within half an hour
   * after `getPaymentMethod` it comes with the wallet's next request, as it does for a revoked token.
   */
  sessionExpired: Record<string, never>;
  /**
   * A failure of the saved-card list, of a change to it in MANAGE, or of any call except `getPaymentMethod`,
   * as promises may be ignored. An awaited call also rejects; `submit` of React and the element only rejects.
   * Also `container_removed` where another script has taken the frame away, moved or reloaded it, and `already_initialised` where one has
   * copied it: a notice stands in its place. And `service_unreachable` where the page's dialogs did not load: the bank asks in the
   * wallet, so keep its container visible.
   */
  error: ErrorData;
};
export type WalletEventName = keyof WalletEvents;

export type WalletEvent = {
  [Name in WalletEventName]: { readonly name: Name; readonly payload: WalletEvents[Name] };
}[WalletEventName];
