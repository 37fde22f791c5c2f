/** What the shop says in English; the keys of every language. */
export const en = {
  'nav.skip': 'Skip to the content',
  'nav.checkout': 'Checkout',
  'nav.cart': 'Cart',
  'nav.cards': 'Your cards',
  'nav.orders': 'Your orders',
  'language.label': 'Language',

  'checkout.title': 'Checkout',
  'cart.title': 'Your cart',
  'cart.items.one': '{count} item',
  'cart.items.other': '{count} items',
  'cart.delivery': 'Delivery',
  'cart.free': 'Free',
  'cart.total': 'Total',
  'cart.quantity': 'Quantity of {product}',
  'cart.less': 'One less {product}',
  'cart.more': 'One more {product}',
  'cart.change': 'Change the cart',
  'cart.toCheckout': 'To checkout',
  'product.cup': 'Stoneware cup',
  'product.cup.detail': 'Speckled glaze, 220 ml',
  'product.dripper': 'Pour-over dripper',
  'product.dripper.detail': 'Beech collar, size 02',
  'product.coffee': 'House blend',
  'product.coffee.detail': 'Whole bean, 250 g',
  'product.tasting': 'Tasting flight',
  'product.tasting.detail': 'Three roasts, 3 × 40 g',

  'payment.title': 'Payment',
  'payment.private': 'Your card details go to the payment provider alone. This shop never sees them.',
  'cards.private': 'Your card details stay with the payment provider. This shop never sees them.',
  'pay.plain': 'Pay',
  'pay.amount': 'Pay {sum}',
  'pay.with': 'Pay {sum} with {method}',
  'pay.underWay': 'Your payment is under way.',
  'pay.inWindow': 'Your payment is under way. Confirm it in the window that has opened.',

  'orders.none': 'No orders yet.',
  'orders.toCheckout': 'Go to checkout',
  'order.number': 'Order {id}',
  'order.items': 'Items',
  'order.new': 'New order',
  'order.record': 'See the order and its record',
  'order.paid.title': 'Order paid',
  'order.paid.badge': 'Paid',
  'order.paid.text': 'Thank you. We received {sum}.',
  'order.paid.with': 'Paid with {method}',
  'order.authorised.title': 'Order authorised',
  'order.authorised.badge': 'Authorised',
  'order.authorised.text': 'Your bank has set {sum} aside. It is charged when the order ships.',
  'order.authorised.with': 'To be charged to {method}',
  'order.refunded.title': 'Order refunded',
  'order.refunded.badge': 'Refunded',
  'order.refunded.text': '{sum} is on its way back to you.',
  'order.refunded.with': 'Refunded to {method}',
  'order.disputed.title': 'Payment on hold',
  'order.disputed.badge': 'On hold',
  'order.disputed.text':
    'The payment record does not match this order. We are looking into it; please do not pay again.',
  'order.unpaid.title': 'Order not paid',
  'order.unpaid.badge': 'Not paid',
  'order.unpaid.text': 'Nothing was charged.',
  'order.declined.badge': 'Declined',
  'order.checking.title': 'Checking your payment',
  'order.checking.badge': 'Checking',
  'order.checking.text':
    'The answer of the payment service was lost. We are looking it up; please do not pay again.',
  'order.notFound': 'Order not found',
  'method.card': 'card',
  'desk.title': 'Merchant desk',
  'desk.capture': 'Capture {sum}',
  'desk.refund': 'Refund {sum}',
  'surplus.back': '{sum} came on top of this order’s payment and was given back: {id}',
  'surplus.open':
    '{sum} came on top of this order’s payment. Whether it was given back is not known yet: {id}',
  'surplus.kept': '{sum} came on top of this order’s payment. Give it back by hand: {id}',

  'error.offline': 'The shop cannot be reached. Check your connection and try again.',
  'error.wallet': 'The payment form cannot be reached just now. Please try again in a moment.',
  'error.popup': 'Your browser blocked the window of the payment provider. Allow it and try again.',
  'error.destroyed': 'The payment form was started anew. Enter your card again.',
  'error.otherTab': 'You went on with this payment in another tab.',
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
