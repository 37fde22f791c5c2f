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
  text: 'How the payment stands.',
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
const pathTexts = { attempt: { text: 'The name the payment was started under.', example: attempt } };

/** Payments at a provider; listed apart from the rest of what the frame calls. */
export const INSTANT_OPERATIONS: readonly Operation[] = [
  {
    ...base,
    id: 'startInstantPayment',
    method: 'post',
    path: '/wallet/api/v1/instant',
    summary: 'Start a payment at a provider',
    text: 'Called by the wallet frame alone: fixes what is to be paid and opens it at the provider. The same `attempt` again is the same payment. Chosen: beside the specification.',
    form: formOf(InstantForm, {
      texts: {
        attempt: "The frame's own name for it.",
        merchant_id: 'The merchant configuration the wallet was started with.',
        method: 'The provider.',
        opens: '`window`: the provider shows in a window of its own; `redirect`: in place of the page.',
        currency: 'ISO 4217.',
        amount: 'Decimal text in the major unit.',
        return_url: 'Where the shopper comes back to; on a registered origin. Required for `redirect`.',
        callback_url:
          "Gets the result as a JSON POST: one of the merchant's `notificationUrls`, without it the first of them; while there are none, on a registered origin.",
        metadata: 'Added to the recorded transaction: a JSON object, 2,048 bytes at most.',
        saveForLater: '1 keeps an alternative method once a billing with it succeeds; ignored for guests.',
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
    text: 'Called by the wallet frame alone, while a window of the provider is open and when it has gone. Chosen: beside the specification.',
    pathTexts,
    errors: [...ACCESS_TOKEN, 'not_found', 'view_not_allowed'],
  },
  {
    ...base,
    id: 'cancelInstantPayment',
    method: 'post',
    path: '/wallet/api/v1/instant/{attempt}/cancel',
    summary: 'End a payment at a provider',
    text: 'Called by the wallet frame alone, when the shopper goes on another way: ends the payment unless it has ended; the answer tells which. Chosen: beside the specification.',
    pathTexts,
    errors: [...ACCESS_TOKEN, 'not_found', 'view_not_allowed'],
  },
];
