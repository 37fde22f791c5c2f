import { originOfModule } from './base-url.ts';
import { createSdk } from './create-sdk.ts';
import type { Sdk } from './public-types.ts';

/** The wallet for a merchant's page; importing it on a server does nothing. Spec: Endpoints 6. */
export const sdk: Sdk = createSdk({ scriptOrigin: originOfModule(import.meta.url) });

export type { Appearance, AppearanceVariables } from '../contract/appearance.ts';
export type { ErrorData, SdkErrorCode } from '../contract/errors.ts';
export type { MaskedPaymentMethod, WalletEventName, WalletEvents } from '../contract/events.ts';
export type { IssuerCode } from '../contract/issuer-codes.ts';
export type { PaymentMethod } from '../contract/payment-method.ts';
export type {
  AcceptedCardName,
  ConnectOptions,
  PaymentDetails,
  View,
} from '../contract/settings.ts';
export type { Sdk, WalletEventHandler, WalletSettings } from './public-types.ts';
export { SdkError } from './sdk-error.ts';
