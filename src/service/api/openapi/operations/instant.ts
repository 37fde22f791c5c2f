import { InstantAnswer, InstantForm, type InstantPayment } from '../../../../contract/billing/instant-api.ts';
import { AMOUNT_PATTERN } from '../billing-rules.ts';
import { ACCESS_TOKEN, ANY_FORM } from '../common-errors.ts';
import { paymentMethod } from '../examples.ts';
import { answerOf, formOf, type Operation } from '../operation.ts';

const attempt = '0f9a3c51-6d0e-4a52-9f43-6a0b8d1c7e20';
const started: InstantPayment = {
  attempt,
  method: 'paypal',
  use: 'instant',
  status: 'PENDING',
  provider_url: 'http://localhost:4001/providers/paypal?request=eyJpZCI6IjhmMSJ9.c2VhbA',
  transaction_id: 'txn_01J9Z3NDEKTSV4RRFFQ69G5FAV',
};
const { provider_url: _sheet, ...ended } = started;
const approved = { ...paymentMethod, name: 'Google Pay', type: 'alternative', credit_type: 'GP' } as const;

const answer = answerOf(InstantAnswer, {
  text: 'The payment as it stands.',
  examples: {
    started: { status: 'OK', payment: started },
    paid: { status: 'OK', payment: { ...ended, status: 'SUCCESS' } },
    left: {
      status: 'OK',
      payment: { ...ended, status: 'FAILURE', failure_code: 'cancelled_by_cardholder' },
    },
    approved: {
      status: 'OK',
      payment: {
        attempt,
        method: 'googlepay',
        use: 'alternative',
        status: 'SUCCESS',
        payment_method: { ...approved, source: 'googlepay' },
        ip: '203.0.113.7',
        seq: 0,
      },
    },
  },
});

const base = { tag: 'Wallet', auth: 'walletToken', answer } as const;
const pathTexts = { attempt: { text: 'The `attempt` that the payment was started with.', example: attempt } };

/** Payments at a provider; listed apart from the rest of what the frame calls. */
export const INSTANT_OPERATIONS: readonly Operation[] = [
  {
    ...base,
    id: 'startInstantPayment',
    method: 'post',
    path: '/wallet/api/v1/instant',
    summary: 'Start a payment at a provider',
    text: 'For the wallet frame only. Fixes what is to be paid and opens the payment at the provider. A repeated `attempt` is the same payment.',
    form: formOf(InstantForm, {
      texts: {
        attempt: "The frame's own id of the payment.",
        merchant_id: 'The merchant configuration the wallet was started with.',
        method: 'The provider.',
        opens: '`window`: the provider opens in a window of its own; `redirect`: it replaces the page.',
        currency: 'ISO 4217.',
        amount: 'Decimal text in the major unit.',
        return_url: 'Where the shopper returns to, on a registered origin. Required for `redirect`.',
        callback_url:
          "Gets the result as a JSON POST. It must be one of the merchant's `notificationUrls`; default: the first of them. While there are none, any address on a registered origin.",
        metadata: 'Added to the recorded transaction: a JSON object, 2,048 bytes at most.',
        saveForLater: '1 saves an alternative method once a billing with it succeeds. Ignored for guests.',
      },
      example: {
        attempt,
        merchant_id: '1001',
        method: 'paypal',
        opens: 'window',
        currency: 'EUR',
        amount: '48.50',
        return_url: 'http://localhost:3000/orders/77',
        metadata: '{"order":"77"}',
      },
      patterns: { amount: AMOUNT_PATTERN },
    }),
    errors: [
      'view_not_allowed',
      ...ACCESS_TOKEN,
      ...ANY_FORM,
      'merchant_forbidden',
      'merchant_not_allowed',
      'method_not_enabled',
      'return_url_forbidden',
      'callback_url_invalid',
      'callback_url_forbidden',
      'currency_unsupported',
      'amount_invalid',
      'amount_too_small',
      'amount_too_large',
      'json_parameter_invalid',
      'moto_value_invalid',
      'sensitive_data_in_metadata',
      'idempotency_key_reused',
      'processor_unavailable',
    ],
  },
  {
    ...base,
    id: 'readInstantPayment',
    method: 'get',
    path: '/wallet/api/v1/instant/{attempt}',
    summary: 'Look up a payment at a provider',
    text: 'For the wallet frame only. Called while the provider is open, and after its window has closed.',
    pathTexts,
    errors: [...ACCESS_TOKEN, 'not_found', 'view_not_allowed'],
  },
  {
    ...base,
    id: 'cancelInstantPayment',
    method: 'post',
    path: '/wallet/api/v1/instant/{attempt}/cancel',
    summary: 'End a payment at a provider',
    text: 'For the wallet frame only. Called when the shopper chooses another way to pay. Ends the payment if it is still open; the answer says how it ended.',
    pathTexts,
    errors: [...ACCESS_TOKEN, 'not_found', 'view_not_allowed'],
  },
];
