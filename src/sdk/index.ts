import { originOfModule } from './base/base-url.ts';
import { createSdk } from './create-sdk.ts';
import type { Sdk } from './surface/public-types.ts';

/** The wallet for a merchant's page; importing it on a server does nothing. Spec: Endpoints 6. */
export const sdk: Sdk = createSdk({ scriptOrigin: originOfModule(import.meta.url) });

export type { PaymentMethod } from '../contract/billing/payment-method.ts';
export type { IssuerCode } from '../contract/cards/method-codes.ts';
export type { ErrorData, SdkErrorCode } from '../contract/errors/errors.ts';
export type { Appearance, AppearanceVariables } from '../contract/forms/appearance.ts';
export type {
  AcceptedCardName,
  ConnectOptions,
  PaymentDetails,
  View,
} from '../contract/forms/settings.ts';
export type { MaskedPaymentMethod, WalletEventName, WalletEvents } from '../contract/frame/events.ts';
export { SdkError } from './base/sdk-error.ts';
export type { Sdk, WalletEventHandler, WalletSettings } from './surface/public-types.ts';
