/** What the shop's backend says in English; the keys of every language. */
export const en = {
  'product.cup': 'Stoneware cup',
  'product.cup.detail': 'Speckled glaze, 220 ml',
  'product.dripper': 'Pour-over dripper',
  'product.dripper.detail': 'Beech collar, size 02',
  'product.coffee': 'House blend',
  'product.coffee.detail': 'Whole bean, 250 g',
  'product.tasting': 'Tasting flight',
  'product.tasting.detail': 'Three roasts, 3 × 40 g',

  'error.bad_request': 'The shop could not read that. Reload the page and try again.',
  'error.service_unreachable':
    'The payment service cannot be reached just now. Please try again in a moment.',
  'error.internal_error': 'Something went wrong in the shop. Please try again in a moment.',
  'error.in_progress':
    'The last payment of this order is still open: confirm it above, or look again in a minute.',
  'error.cart_empty': 'Your cart is empty.',
  'error.no_such_payment': 'There is no such payment.',
  'error.no_such_order': 'There is no such order.',
  'error.wrong_state':
    'That cannot be done with this order any more. Reload the page to see where it stands.',

  'refusal.insufficient_funds':
    'Declined: insufficient funds on this card. Nothing was charged; use another card.',
  'refusal.expired_card': 'Declined: this card has expired. Nothing was charged; use another card.',
  'refusal.incorrect_cvc':
    'Declined: the security code is not right. Nothing was charged; check it and pay again.',
  'refusal.processing_error':
    'Declined: the bank could not process this just now. Nothing was charged; pay again in a moment.',
  'refusal.issuer_unavailable':
    'Declined: your bank could not be reached. Nothing was charged; pay again in a moment.',
  'refusal.velocity_exceeded':
    'Declined: this card has reached its limit for now. Nothing was charged; use another card.',
  'refusal.amount_limit':
    'Declined: the amount is above this card’s limit. Nothing was charged; use another card.',
  'refusal.card_not_supported':
    'Declined: this card cannot be used here. Nothing was charged; use another card.',
  'refusal.authentication_required':
    'Declined: your bank wants you to confirm this payment. Nothing was charged; use another card.',
  'refusal.declined':
    'Declined: your bank refused this card. Nothing was charged; use another card or ask your bank.',
  'refusal.provider_refused': 'The payment was refused. Nothing was charged; choose another way to pay.',
  'refusal.cancelled_by_cardholder': 'You stopped this payment. Nothing was charged.',
  'refusal.timeout':
    'The time to confirm this payment is over. Nothing was charged; pay again when you are ready.',
  'refusal.not_received':
    'The payment service never got this payment. Nothing was charged; please pay again.',
  'refusal.not_confirmed':
    'Your bank did not confirm this payment. Nothing was charged; pay again or use another card.',
  'refusal.given_back': 'Your payment was given back, so this order is not paid. Please pay again.',
  'refusal.not_matching':
    'There is a payment that does not match this order. We are looking into it; the order is not paid.',
  'refusal.service_unreachable':
    'The payment service cannot be reached just now. Nothing was charged; please try again.',
  'refusal.failed': 'The payment could not be made. Nothing was charged; please try again in a moment.',
} as const;
