export type { CallbackBody, CallbackInfo, CallbackTransaction } from '../contract/callback.ts';
export {
  type CallbackErrorCode,
  type CallbackHeaders,
  CallbackVerificationError,
  verifyCallback,
} from './verify-callback.ts';
