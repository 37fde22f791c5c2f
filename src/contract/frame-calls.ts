import type { ErrorData } from './errors.ts';
import type { WalletEvent } from './events.ts';
import type { PaymentMethod } from './payment-method.ts';
import type { WalletSession } from './wallet-api.ts';

/**
 * Every call that crosses the frame, by direction; penpal carries them over a MessagePort. Arguments are parsed where
 * they arrive. Errors cross as data, never as thrown objects.
 */

export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: ErrorData };

/** Calls of the merchant's page, answered in the frame. */
export type PageToFrame = {
  /** A fresh session: after `connect`, and whenever the page connects anew. */
  setSession(session: WalletSession): Promise<Outcome<null>>;
  /** Starts the wallet with what was passed to `init` (an `InitArguments`, parsed in the frame). */
  init(initArguments: unknown): Promise<Outcome<null>>;
  getPaymentMethod(): Promise<Outcome<PaymentMethod>>;
};

/** Calls of the frame, answered on the merchant's page. */
export type FrameToPage = {
  /** Exchanges the refresh token again; parallel calls share one exchange. */
  renewSession(): Promise<Outcome<WalletSession>>;
  /** The height the content needs, CSS pixels. */
  resize(height: number): void;
  emit(event: WalletEvent): void;
};
