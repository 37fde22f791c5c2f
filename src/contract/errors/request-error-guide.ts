import { type Advice, advice } from './error-advice.ts';
import type { CodeOf } from './errors.ts';

/** What is wrong with a request by itself. */
export const REQUEST_GUIDE: Readonly<Record<CodeOf<'invalid_request_error' | 'idempotency_error'>, Advice>> =
  {
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
    host_unknown: advice(
      'The header `Host` names another host than this service.',
      'Call the address that `BASE_URL` says; a proxy before the service passes `Host` on as it came.',
    ),
    body_malformed: advice(
      'The body or the request itself cannot be read: not UTF-8, badly encoded, incomplete or too slow.',
      'Send a complete form in UTF-8 with percent-encoding, as `URLSearchParams` or `curl --data-urlencode` make it.',
    ),
    json_parameter_invalid: advice(
      'A parameter that carries JSON is not the text of an object, or breaks a limit.',
      'Correct what the pointer in `param` shows, such as `metadata#/a/b`; send numbers of more than 15 digits as strings.',
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
    amount_too_small: advice(
      'The amount is below the smallest.',
      'Send at least 0.01, or the merchant setting `smallestAmount`.',
    ),
    amount_too_large: advice(
      'The amount is above the largest.',
      'Send at most 999999.99, or the merchant setting `largestAmount`.',
    ),
    token_invalid: advice(
      'The card token is unknown, used up, expired, or of another account.',
      'Ask the wallet for a new one with `getPaymentMethod`; a token of an entered card is good for one billing.',
    ),
    card_encryption_outdated: advice(
      'The encrypted card was made for another wallet session or merchant, too long ago, for a key that is over, or was sent before.',
      'The wallet encrypts it anew by itself; whatever else sends one has to do the same.',
    ),
    card_brand_not_accepted: advice(
      'The merchant configuration does not accept this card brand.',
      'Have the shopper choose another card.',
    ),
    moto_value_invalid: advice(
      '`metadata.moto` has an unknown value, or stands where no card is read to anybody.',
      'Send `phone`, `email` or `mail` with SALE or AUTH; leave it out of instant payments.',
    ),
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
      'Send an absolute URL of at most 2048 characters, without user name, password or `#`, to port 80, 443 or one from 1024 on.',
    ),
    callback_url_forbidden: advice(
      'The service does not send callbacks to this address.',
      'Send an address of yours as `message` says: no private one, no port below 1024 but 80 and 443; one that a page gives must lie on an origin registered for the publishable key.',
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
      'Check the id; a request that got no answer at all may never have arrived and can be sent again. A guest’s payment that came to nothing under an id of ours is found for 30 days.',
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
  };
