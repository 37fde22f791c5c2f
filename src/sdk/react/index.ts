/** The wallet as React components. React 18 and 19. Spec: Endpoints 6. Chosen: all of it. */
export type { Submitted } from '../controlled/submit.ts';
export {
  type Appearance,
  type ConnectOptions,
  type ErrorData,
  type MaskedPaymentMethod,
  type PaymentDetails,
  type PaymentMethod,
  type RefreshTokenAnswer,
  type RefreshTokenSource,
  SdkError,
  type SdkErrorCode,
  type WalletEvents,
} from '../index.ts';
export { Wallet, type WalletHandlers, type WalletProps } from './wallet.ts';
export { type UsedWallet, useWallet, WalletProvider, type WalletProviderProps } from './wallet-provider.ts';
