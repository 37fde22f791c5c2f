/**
 * Every error the service and the SDK can report. Codes are never renamed or reused; additions are minor changes.
 * Spec: Errors (shape and codes not shown). Rule: requests/codes.
 */

export const ERROR_TYPES = {
  authentication_error: {
    secret_key_missing: 401,
    secret_key_invalid: 401,
    secret_key_in_url: 401,
    publishable_key_used: 401,
    publishable_key_invalid: 401,
    refresh_token_invalid: 401,
    refresh_token_expired: 401,
    access_token_missing: 401,
    access_token_invalid: 401,
    access_token_expired: 401,
    notification_unsigned: 401,
  },
  permission_error: {
    merchant_forbidden: 403,
    merchant_not_allowed: 403,
    origin_not_allowed: 403,
    secret_key_in_browser: 403,
    moto_not_enabled: 403,
    method_not_enabled: 403,
    view_not_allowed: 403,
    test_card_required: 403,
    inspector_forbidden: 403,
    not_on_public_service: 403,
    custodians_required: 403,
  },
  invalid_request_error: {
    parameter_missing: 400,
    parameter_invalid: 400,
    parameter_duplicated: 400,
    parameter_unknown: 400,
    parameter_name_invalid: 400,
    parameter_conflict: 400,
    body_malformed: 400,
    json_parameter_invalid: 400,
    method_unsupported: 400,
    currency_unsupported: 400,
    amount_invalid: 400,
    amount_too_small: 400,
    amount_too_large: 400,
    token_invalid: 400,
    card_brand_not_accepted: 400,
    card_encryption_outdated: 400,
    moto_value_invalid: 400,
    moto_with_3ds: 400,
    callback_url_required: 400,
    callback_url_invalid: 400,
    callback_url_forbidden: 400,
    return_url_forbidden: 400,
    metadata_too_large_for_token: 400,
    sensitive_data_in_metadata: 400,
    not_found: 404,
    transaction_not_found: 404,
    http_method_not_allowed: 405,
    body_too_large: 413,
    url_too_long: 414,
    media_type_unsupported: 415,
    host_unknown: 421,
    headers_too_large: 431,
  },
  conflict_error: {
    awaiting_3ds: 409,
    challenge_ended: 409,
    transaction_not_capturable: 409,
    transaction_not_refundable: 409,
    transaction_not_voidable: 409,
    refund_required: 409,
    transaction_already_voided: 409,
    authorisation_expired: 409,
    transaction_id_exists: 409,
    secret_key_limit: 409,
    webhook_secret_limit: 409,
    processor_in_use: 409,
    master_key_unchanged: 409,
    vault_file_refused: 409,
  },
  money_rule_error: {
    amount_exceeds_authorised: 422,
    amount_exceeds_approved: 422,
    amount_exceeds_refundable: 422,
    amount_mismatch: 422,
    currency_mismatch: 422,
  },
  card_error: {
    card_declined: 402,
    three_ds_failed: 402,
  },
  idempotency_error: {
    idempotency_key_invalid: 400,
    idempotency_key_in_use: 409,
    idempotency_key_reused: 422,
  },
  rate_limit_error: {
    rate_limited: 429,
    card_attempts_exceeded: 429,
  },
  api_error: {
    internal_error: 500,
    store_unavailable: 503,
    overloaded: 503,
    shutting_down: 503,
    processor_unavailable: 503,
  },
} as const;

type Types = typeof ERROR_TYPES;
export type ErrorType = keyof Types;

/** A stable code of the service. */
export type ErrorCode = { [Type in ErrorType]: keyof Types[Type] }[ErrorType] & string;

/** The codes of some types. */
export type CodeOf<Type extends ErrorType> = { [Each in Type]: keyof Types[Each] }[Type];

/**
 * Faults of a request that no shopper can correct. The service looks for an earlier attempt first, so the answer holds for all
 * attempts. A new code of `invalid_request_error` must stand here, or in the tables of the wallet and of the merchant's client:
 * else they do not compile.
 */
export type PlainRequestError =
  | 'parameter_missing'
  | 'parameter_invalid'
  | 'parameter_duplicated'
  | 'parameter_unknown'
  | 'parameter_name_invalid'
  | 'parameter_conflict'
  | 'json_parameter_invalid'
  | 'method_unsupported'
  | 'currency_unsupported'
  | 'amount_invalid'
  | 'amount_too_small'
  | 'amount_too_large'
  | 'token_invalid'
  | 'card_encryption_outdated'
  | 'moto_value_invalid'
  | 'moto_with_3ds'
  | 'callback_url_required'
  | 'callback_url_invalid'
  | 'callback_url_forbidden'
  | 'return_url_forbidden'
  | 'metadata_too_large_for_token'
  | 'sensitive_data_in_metadata'
  | 'not_found'
  | 'transaction_not_found'
  | 'http_method_not_allowed'
  | 'body_too_large'
  | 'url_too_long'
  | 'media_type_unsupported'
  | 'host_unknown'
  | 'headers_too_large';

/** Every code, in the order of the table. */
export const ERROR_CODES: readonly ErrorCode[] = Object.values(ERROR_TYPES).flatMap(codesOf);

/** `Object.keys` forgets the names; the table is a constant and has no others. */
function codesOf<Codes extends object>(codes: Codes) {
  return Object.keys(codes) as (keyof Codes & ErrorCode)[];
}

/** Why a challenge failed; with `three_ds_failed`. */
export const THREE_DS_DECLINE_CODES = [
  'authentication_failed',
  'authentication_rejected',
  'authentication_unavailable',
  'cancelled_by_cardholder',
  'cancelled_by_merchant',
  'timeout',
] as const;
export type ThreeDsDeclineCode = (typeof THREE_DS_DECLINE_CODES)[number];

/** Why a card or a challenge was refused; `error.decline_code`. */
export const DECLINE_CODES = [
  'do_not_honor',
  'insufficient_funds',
  'lost_card',
  'stolen_card',
  'expired_card',
  'invalid_number',
  'incorrect_cvc',
  'amount_limit',
  'velocity_exceeded',
  'suspected_fraud',
  'card_not_supported',
  'authentication_required',
  'issuer_unavailable',
  'processing_error',
  ...THREE_DS_DECLINE_CODES,
] as const;
export type DeclineCode = (typeof DECLINE_CODES)[number];

/** The SDK's own codes; a refusal of the service keeps the service's code. */
type SdkOwnErrorCode =
  | 'invalid_argument'
  | 'not_in_browser'
  | 'not_connected'
  | 'not_initialised'
  | 'already_initialised'
  | 'container_not_found'
  | 'container_removed'
  | 'frame_blocked'
  | 'frame_timeout'
  | 'refresh_token_unavailable'
  | 'service_unreachable'
  | 'offline'
  | 'payment_method_incomplete'
  | 'payment_method_not_selected'
  | 'instant_method_selected'
  | 'popup_blocked'
  | 'view_not_checkout'
  | 'cancelled'
  | 'session_expired'
  | 'destroyed';

export type SdkErrorCode = SdkOwnErrorCode | ErrorCode;

/** An error as it crosses the frame's channel; rebuilt as an `SdkError` on the merchant's page. */
export type ErrorData = {
  readonly code: SdkErrorCode;
  readonly message: string;
  readonly param?: string;
  /**
   * Whether the wallet has told the shopper, in their language. If so, the page stays silent. Default: false.
   */
  readonly shown?: boolean;
};
