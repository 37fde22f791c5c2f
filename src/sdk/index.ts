import { originOfModule } from './base-url.ts';
import { createSdk } from './create-sdk.ts';
import type { Sdk } from './public-types.ts';

/** The wallet for a merchant's page; importing it on a server does nothing. Spec: Endpoints 6. */
export const sdk: Sdk = createSdk({ scriptOrigin: originOfModule(import.meta.url) });

export type { ErrorData, SdkErrorCode } from '../contract/errors.ts';
export type {
  Appearance,
  ConnectOptions,
  IssuerCode,
  MaskedPaymentMethod,
  PaymentDetails,
  PaymentMethod,
  Sdk,
  View,
  WalletEventHandler,
  WalletEventName,
  WalletEvents,
  WalletSettings,
} from './public-types.ts';
export { SdkError } from './sdk-error.ts';
