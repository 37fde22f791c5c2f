import { type Advice, advice } from './error-advice.ts';
import type { CodeOf } from './errors.ts';

/** Who may call, and with what. */
export const ACCESS_GUIDE: Readonly<Record<CodeOf<'authentication_error' | 'permission_error'>, Advice>> = {
  secret_key_missing: advice('No secret key came with the request.', 'Send it in the header `secretKey`.'),
  secret_key_invalid: advice(
    'The secret key is unknown or revoked; keys end by that alone.',
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
  notification_unsigned: advice(
    'No acquirer of the name in the address has signed the notification.',
    "Compare the address and the signing key at the acquirer with the service's settings.",
  ),
  merchant_forbidden: advice(
    'The merchant configuration is unknown or belongs to another account.',
    'Check `merchant_id` or `merchantRef` against your account.',
  ),
  merchant_not_allowed: advice(
    'The refresh token is for another merchant, or for none and pages may not name this one; or the card token comes of another merchant’s page.',
    'Create the refresh token with the `merchant_id` that your page passes to `init` and your backend bills at.',
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
  view_not_allowed: advice(
    'The refresh token was made for the other view.',
    'Create one for this view, or one without `view` for both.',
  ),
  test_card_required: advice(
    "The number could be somebody's real card, which a sandbox must not see.",
    'Use one of the test cards.',
  ),
  inspector_forbidden: advice(
    'The request to the admin API lacks its token, names another host, or comes from a web page.',
    'Call `127.0.0.1` from a program, with the header `Inspector-Token` that the start of the service prints.',
  ),
  not_on_public_service: advice(
    'What was asked of the admin API destroys or weakens a service that others use.',
    'Name it in `PUBLIC_ALLOWS` where the service is a sandbox to be played with.',
  ),
  custodians_required: advice(
    'Cards leave or enter the vault only with the keys of both its custodians, whom the service must know.',
    'Set `VAULT_CUSTODIANS` to the ids of their two keys, and have each bring theirs.',
  ),
};
