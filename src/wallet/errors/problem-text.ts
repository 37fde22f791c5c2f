import type { CodeOf, ErrorData, PlainRequestError } from '../../contract/errors/errors.ts';
import type { TextKey } from '../i18n/translate.ts';

/** Errors about which a shopper can do nothing. Every code must be here or in `problemTexts`, else this does not compile. */
type NoShoppers =
  | CodeOf<'authentication_error' | 'conflict_error' | 'money_rule_error' | 'idempotency_error' | 'api_error'>
  | PlainRequestError
  | 'merchant_forbidden'
  | 'merchant_not_allowed'
  | 'origin_not_allowed'
  | 'secret_key_in_browser'
  | 'moto_not_enabled'
  | 'method_not_enabled'
  | 'view_not_allowed'
  | 'inspector_forbidden'
  | 'not_on_public_service'
  | 'custodians_required'
  | 'body_malformed'
  | 'three_ds_failed'
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
  | 'payment_method_incomplete'
  | 'instant_method_selected'
  | 'popup_blocked'
  | 'view_not_checkout'
  | 'destroyed';

const problemTexts: Partial<Record<ErrorData['code'], TextKey>> = {
  offline: 'error.offline',
  session_expired: 'error.session_expired',
  card_brand_not_accepted: 'error.card_brand_not_accepted',
  payment_method_not_selected: 'saved.gone',
  card_declined: 'error.card_declined',
  cancelled: 'error.provider_open',
  test_card_required: 'error.test_card_required',
  rate_limited: 'error.rate_limited',
  card_attempts_exceeded: 'error.card_attempts_exceeded',
} satisfies Record<Exclude<ErrorData['code'], NoShoppers>, TextKey>;

/** Tells the shopper what to do about an error; `otherwise` if the shopper can do nothing. */
export function problemText({ code, param }: ErrorData, otherwise: TextKey = 'error.unavailable'): TextKey {
  // The provider's method was refused, not a card.
  if (param === 'method') return 'error.provider_refused';
  // It is unknown whether the payment was made.
  if (param === 'payment') return 'error.provider_unknown';
  return problemTexts[code] ?? otherwise;
}
