import type { ErrorCode } from '../../../contract/errors/errors.ts';

/** Codes that any request may be answered with. */
export const ANY_REQUEST: readonly ErrorCode[] = [
  'secret_key_in_url',
  'secret_key_in_browser',
  'host_unknown',
  'body_malformed',
  'url_too_long',
  'headers_too_large',
  'rate_limited',
  'overloaded',
  'shutting_down',
  'store_unavailable',
  'internal_error',
];

/** Codes that any form may be answered with. */
export const ANY_FORM: readonly ErrorCode[] = [
  'parameter_missing',
  'parameter_invalid',
  'parameter_duplicated',
  'parameter_name_invalid',
  'body_too_large',
  'media_type_unsupported',
];

/** Codes for a merchant's backend under the setting `strictParams`. */
export const STRICT: readonly ErrorCode[] = ['parameter_unknown'];

/** Codes for callers with a secret key in the header. */
export const SECRET_KEY: readonly ErrorCode[] = [
  'secret_key_missing',
  'secret_key_invalid',
  'publishable_key_used',
];

/** Codes for callers with an access token. */
export const ACCESS_TOKEN: readonly ErrorCode[] = [
  'access_token_missing',
  'access_token_invalid',
  'access_token_expired',
];
