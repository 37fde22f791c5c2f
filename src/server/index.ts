export type { BillingAnswer, BillingMethod, Currency } from '../contract/billing.ts';
export type { CallbackBody, CallbackInfo, CallbackTransaction } from '../contract/callback.ts';
export type { DeclineCode, ErrorCode } from '../contract/errors.ts';
export type { Fingerprint } from '../contract/payment-method.ts';
export type { TransactionRecord } from '../contract/transaction.ts';
export type { LoginAnswer } from '../contract/users.ts';
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
export {
  type CallbackErrorCode,
  type CallbackHeaders,
  CallbackVerificationError,
  verifyCallback,
} from './verify-callback.ts';
