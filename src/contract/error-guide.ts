import type { DeclineCode, ErrorCode } from './errors.ts';

type Advice = {
  /** What the code means. */
  readonly means: string;
  /** What to do about it. */
  readonly todo: string;
};

/** What each code means and what to do; the pages that `doc_url` points at. Chosen: service.md 1.7. */
export const ERROR_GUIDE: Readonly<Record<ErrorCode, Advice>> = {
  secret_key_missing: advice('No secret key came with the request.', 'Send it in the header `secretKey`.'),
  secret_key_invalid: advice(
    'The secret key is unknown, expired or revoked.',
    'Check which key and which address your backend uses.',
  ),
  secret_key_in_url: advice(
    'The secret key stands in the address, which ends up in logs.',
    'Revoke this key and send the new one in the header `secretKey`.',
  ),
  publishable_key_used: advice(
    'The publishable key stands where the secret key belongs.',
    "Use the secret key, on your backend only; the publishable key is for your page's SDK.",
  ),
  publishable_key_invalid: advice(
    'The publishable key is unknown.',
    'Check the `publishableKey` that your page passes to `sdk.auth.connect`.',
  ),
  refresh_token_invalid: advice(
    'The refresh token is unknown, revoked, or of another account.',
    'Have your backend create a new one with the same account.',
  ),
  refresh_token_expired: advice(
    'The refresh token has ended.',
    'Have your backend create a new one; a longer `ttl` makes this rarer.',
  ),
  access_token_missing: advice(
    'No access token came with the request.',
    'Send it in the header `Authorization`, bare or after `Bearer`.',
  ),
  access_token_invalid: advice(
    'The access token is not one of this service, is for another purpose, or its session has ended.',
    'Log the user in again; tokens of the login endpoint do not act as a wallet, nor the other way round.',
  ),
  access_token_expired: advice('The access token has ended, after 15 minutes.', 'Log the user in again.'),
  merchant_forbidden: advice(
    'The merchant configuration is unknown or belongs to another account.',
    'Check `merchant_id` or `merchantRef` against your account.',
  ),
  origin_not_allowed: advice(
    'The page lies on an origin that is not registered for the publishable key.',
    'Register the exact origin: scheme, host and port.',
  ),
  secret_key_in_browser: advice(
    'A browser sent the secret key, so whoever opens that page can read it.',
    'Revoke this key and call the endpoint from your backend.',
  ),
  moto_not_enabled: advice(
    'The merchant configuration may not take orders by phone or mail.',
    'Have it enabled, or leave `moto` out of `metadata`.',
  ),
  method_not_enabled: advice(
    'The merchant configuration does not offer this payment method.',
    'Have it enabled, or offer another one.',
  ),
  test_card_required: advice(
    "The number could be somebody's real card, which a sandbox must not see.",
    'Use one of the test cards.',
  ),
  inspector_forbidden: advice(
    'The request to the admin API lacks its token, names another host, or comes from a web page.',
    'Call `127.0.0.1` from a program, with the header `Inspector-Token` that the start of the service prints.',
  ),
  parameter_missing: advice('A required parameter is missing or empty.', 'Send the one named in `param`.'),
  parameter_invalid: advice(
    'A parameter has a wrong form or lies out of range.',
    'Correct the one named in `param` as `message` says.',
  ),
  parameter_duplicated: advice('A parameter is given twice.', 'Send the one named in `param` once.'),
  parameter_unknown: advice(
    'The endpoint has no such parameter, and the merchant setting `strictParams` refuses unknown ones.',
    'Correct the spelling of the one named in `param`, or leave it out.',
  ),
  parameter_name_invalid: advice(
    'A parameter name has characters that no parameter of this service has.',
    'Send flat names without brackets or dots; nested data goes as JSON text.',
  ),
  parameter_conflict: advice(
    'Two values contradict each other.',
    'Send one of the two, or the same in both; `param` names one of them.',
  ),
  body_malformed: advice(
    'The body or the request itself cannot be read: not UTF-8, badly encoded, incomplete or too slow.',
    'Send a complete form in UTF-8 with percent-encoding, as `URLSearchParams` or `curl --data-urlencode` make it.',
  ),
  json_parameter_invalid: advice(
    'A parameter that carries JSON is not the text of an object, or breaks a limit.',
    'Correct what the pointer in `param` shows, such as `metadata#/a/b`.',
  ),
  method_unsupported: advice(
    'There is no such billing method.',
    'Use one of those `message` lists, in upper case.',
  ),
  currency_unsupported: advice(
    'The currency is not accepted.',
    'Use one of those `message` lists, in upper case.',
  ),
  amount_invalid: advice(
    'The amount is not a plain decimal of the currency.',
    'Send digits with a point and at most the decimals of the currency, such as `10.50`.',
  ),
  amount_too_small: advice('The amount is below the smallest.', 'Send at least 0.01.'),
  amount_too_large: advice('The amount is above the largest.', 'Send at most 999999.99.'),
  token_invalid: advice(
    'The card token is unknown, used up, expired, or of another account.',
    'Ask the wallet for a new one with `getPaymentMethod`; a token of an entered card is good for one billing.',
  ),
  card_brand_not_accepted: advice(
    'The merchant configuration does not accept this card brand.',
    'Have the shopper choose another card.',
  ),
  moto_value_invalid: advice('`metadata.moto` has an unknown value.', 'Use `phone`, `email` or `mail`.'),
  moto_with_3ds: advice(
    'An order by phone or mail cannot have a 3-D Secure challenge.',
    'Use SALE or AUTH for it.',
  ),
  callback_url_required: advice(
    'The processor of this merchant answers later, by callback, and there is nowhere to send it.',
    'Send `callback_url` here or with the start of the payment.',
  ),
  callback_url_invalid: advice(
    'The callback address is not a usable http or https URL.',
    'Send an absolute URL of at most 2048 characters, without user name or fragment.',
  ),
  callback_url_forbidden: advice(
    'The service does not send callbacks to this address.',
    'Send a public address of yours; one that a page gives must lie on an origin registered for the publishable key.',
  ),
  return_url_forbidden: advice(
    'The return address does not lie on an origin registered for the publishable key.',
    'Return to a page of yours, or register its origin.',
  ),
  metadata_too_large_for_token: advice(
    'The metadata of the user is too large to put into an access token.',
    'Log in without `withMetadata`, or keep the metadata below 4 KB.',
  ),
  sensitive_data_in_metadata: advice(
    'The metadata holds what looks like a card number.',
    'Never store card data there; leave out what the pointer in `param` shows.',
  ),
  not_found: advice(
    'There is nothing at this address, or nothing of yours.',
    'Check path and id; somebody else’s looks the same as none.',
  ),
  transaction_not_found: advice(
    'Your account has no such transaction.',
    'Check the id; a request that got no answer at all may never have arrived and can be sent again.',
  ),
  http_method_not_allowed: advice(
    'The address exists, but not for this HTTP method.',
    'Use one of the methods in the header `Allow`.',
  ),
  body_too_large: advice('The body is larger than 64 KB.', 'Send less; nothing here needs that much.'),
  url_too_long: advice('The address is longer than 2048 characters.', 'Send parameters in the body.'),
  media_type_unsupported: advice(
    'The body is not a form, or is compressed.',
    'Send `Content-Type: application/x-www-form-urlencoded`; JSON is not read.',
  ),
  headers_too_large: advice('The headers are larger than 16 KB.', 'Send fewer or shorter headers.'),
  awaiting_3ds: advice(
    'The payment waits for the shopper to answer a 3-D Secure challenge.',
    'Wait for `after3DsComplete` or the callback, or look the transaction up.',
  ),
  transaction_not_capturable: advice(
    'The transaction is not an authorisation that can be captured now.',
    'Look it up: `sandbox.payment_state` says what became of it.',
  ),
  transaction_not_refundable: advice(
    'Nothing of the transaction can be refunded now.',
    'Look it up: only what was captured in the last 365 days can be refunded.',
  ),
  transaction_not_voidable: advice(
    'The transaction can no longer be voided.',
    'Use REFUND for what is settled; name the CHARGE to void a capture.',
  ),
  challenge_ended: advice('The challenge has ended.', 'Look the transaction up.'),
  transaction_already_voided: advice('The transaction is voided already.', 'Nothing is left to do.'),
  authorisation_expired: advice(
    'The authorisation ended before it was captured.',
    'Authorise anew; an authorisation lives seven days unless your merchant setting says otherwise.',
  ),
  transaction_id_exists: advice(
    'Your `transactionID` was used before, with other parameters.',
    'Use a new id for a new payment; repeat the same parameters to get the first answer again.',
  ),
  secret_key_limit: advice(
    'The account has two secret keys in force already.',
    'Revoke the one that is no longer used, then make the new one.',
  ),
  amount_exceeds_authorised: advice(
    'The amount is more than what is left of the authorisation.',
    'Charge at most `error.sandbox.remaining`.',
  ),
  amount_exceeds_refundable: advice(
    'The amount is more than what is left to refund.',
    'Refund at most what was captured and not refunded yet; `error.sandbox` has the figures.',
  ),
  amount_mismatch: advice(
    'The amount is not what the operation moves, or not what the payment was started with.',
    'Leave it out, or send exactly what would be released.',
  ),
  currency_mismatch: advice(
    'The currency is not the one of the payment.',
    'Send the currency the payment was started with.',
  ),
  card_declined: advice(
    'The issuer refused the card; nothing was charged.',
    'Tell the shopper to use another card; `decline_code` says why. A new attempt needs a new id.',
  ),
  three_ds_failed: advice(
    'The shopper was not authenticated; nothing was charged.',
    'Let the shopper try again or use another card; `decline_code` says why.',
  ),
  idempotency_key_invalid: advice(
    'The header `Idempotency-Key` has a wrong form.',
    'Send 1 to 255 visible ASCII characters, bare or in quotes.',
  ),
  idempotency_key_in_use: advice(
    'A request with the same key is still running.',
    'Wait as long as `Retry-After` says and send the same again.',
  ),
  idempotency_key_reused: advice(
    'The key was used before, with other parameters.',
    'Use a new key for a new operation.',
  ),
  rate_limited: advice('There were too many requests.', 'Wait as long as `Retry-After` says.'),
  card_attempts_exceeded: advice(
    'Too many cards were entered or refused from this place.',
    'Wait as long as `Retry-After` says; this protects against trying out stolen cards.',
  ),
  internal_error: advice(
    'The service failed; what was begun has been undone.',
    'Send the same again with the same key or id; report `request_id` if it lasts.',
  ),
  store_unavailable: advice(
    'The service cannot reach its store.',
    'Send the same again with the same key or id after `Retry-After`.',
  ),
  overloaded: advice(
    'The service has more open requests than it can answer.',
    'Send the same again after `Retry-After`.',
  ),
  shutting_down: advice('The service is stopping.', 'Send the same again after `Retry-After`.'),
  processor_unavailable: advice(
    'The processor does not answer; nothing was stored.',
    'Send the same again with the same key or id after `Retry-After`.',
  ),
};

/** What each `decline_code` means. */
export const DECLINE_GUIDE: Readonly<Record<DeclineCode, string>> = {
  do_not_honor: 'The issuer refuses without saying why.',
  insufficient_funds: 'The account does not hold enough.',
  lost_card: 'The card was reported lost. Tell the shopper no more than that the card was refused.',
  stolen_card: 'The card was reported stolen. Tell the shopper no more than that the card was refused.',
  expired_card: 'The month on the card has passed.',
  invalid_number: 'The issuer does not know the number.',
  incorrect_cvc: 'The security code is wrong.',
  amount_limit: 'The amount is above the limit of the card.',
  velocity_exceeded: 'The card was used too often.',
  suspected_fraud: 'The issuer suspects fraud. Tell the shopper no more than that the card was refused.',
  card_not_supported: 'The card may not be used for this.',
  authentication_required: 'The issuer wants 3-D Secure first: bill with a 3DS method.',
  issuer_unavailable: 'The issuer does not answer. The same card may work later.',
  processing_error: 'Something failed on the way. The same card may be tried again.',
  authentication_failed: 'The shopper did not pass the challenge.',
  authentication_rejected: 'The issuer rejected the authentication outright.',
  authentication_unavailable: 'The issuer could not authenticate just now. The same card may work later.',
  cancelled_by_cardholder: "The shopper cancelled the challenge, or left the provider's page.",
  cancelled_by_merchant: 'You voided the payment during the challenge.',
  timeout: "The challenge, or the provider's page, was not answered in time.",
};

function advice(means: string, todo: string): Advice {
  return { means, todo };
}
