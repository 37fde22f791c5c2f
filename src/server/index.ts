export type { BillingAnswer, BillingMethod, Currency, StartMethod } from '../contract/billing/billing.ts';
export type { CallbackBody, CallbackInfo, CallbackTransaction } from '../contract/billing/callback.ts';
export type { Fingerprint, PaymentMethodRecord } from '../contract/billing/payment-method.ts';
export type { PaymentTotals } from '../contract/billing/payment-totals.ts';
export type { TransactionRecord } from '../contract/billing/transaction.ts';
export type { ErrorBody } from '../contract/error-body.ts';
export type { DeclineCode, ErrorCode } from '../contract/errors/errors.ts';
export type { Locale } from '../contract/forms/locale.ts';
export type { LoginAnswer, RefreshTokenAnswer } from '../contract/forms/users.ts';
export type { GiveBackRequest } from './give-back.ts';
export { type ClientErrorCode, MerchantApiError } from './merchant-api-error.ts';
export { createMerchantClient, type MerchantClient, type MerchantClientOptions } from './merchant-client.ts';
export type {
  BillingRequest,
  BillingResult,
  CallOptions,
  FollowUpRequest,
  LoginRequest,
  Metadata,
  RefreshTokenRequest,
  StartRequest,
  VoidRequest,
} from './merchant-requests.ts';
export { type OrderRecord, type OutcomeOfPayment, orderOutcome, type PayableOrder } from './order-outcome.ts';
export {
  type CallbackErrorCode,
  type CallbackHeaders,
  type CallbackRequest,
  CallbackVerificationError,
  verifyCallback,
} from './verify-callback.ts';
export { WALLET_FRAME_STYLE, type WalletFrameOptions, walletFrame } from './wallet-frame.ts';
