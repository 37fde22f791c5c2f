import type { ErrorCode } from '../../contract/errors/errors.ts';

/** What any request may be answered with. */
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

/** What any form may be answered with. */
export const ANY_FORM: readonly ErrorCode[] = [
  'parameter_missing',
  'parameter_invalid',
  'parameter_duplicated',
  'parameter_name_invalid',
  'body_too_large',
  'media_type_unsupported',
];

/** What a merchant's backend may be answered with, by the setting `strictParams`. */
export const STRICT: readonly ErrorCode[] = ['parameter_unknown'];

/** For callers with a secret key in the header. */
export const SECRET_KEY: readonly ErrorCode[] = [
  'secret_key_missing',
  'secret_key_invalid',
  'publishable_key_used',
];

/** For callers with an access token. */
export const ACCESS_TOKEN: readonly ErrorCode[] = [
  'access_token_missing',
  'access_token_invalid',
  'access_token_expired',
];
