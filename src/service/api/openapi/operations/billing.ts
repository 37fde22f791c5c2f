import { BillingAnswer, BillingForm } from '../../../../contract/billing/billing.ts';
import { TransactionAnswer } from '../../../../contract/billing/transaction.ts';
import type { ErrorCode } from '../../../../contract/errors/errors.ts';
import { AMOUNT_PATTERN, billingRules, FOLLOW_UPS, FOLLOW_UPS_WITH_AMOUNT } from '../billing-rules.ts';
import { ANY_FORM, SECRET_KEY, STRICT } from '../common-errors.ts';
import { DeclineAnswer } from '../error-schemas.ts';
import { challenge, declined, paymentMethodRecord, record, sale } from '../examples.ts';
import { answerOf, formOf, type Operation } from '../operation.ts';

const rules: readonly ErrorCode[] = [
  'parameter_conflict',
  'json_parameter_invalid',
  'sensitive_data_in_metadata',
  'method_unsupported',
  'currency_unsupported',
  'token_invalid',
  'card_brand_not_accepted',
  'method_not_enabled',
  'amount_invalid',
  'amount_too_small',
  'amount_too_large',
  'moto_value_invalid',
  'moto_with_3ds',
  'moto_not_enabled',
  'callback_url_required',
  'callback_url_invalid',
  'callback_url_forbidden',
  'merchant_forbidden',
  'merchant_not_allowed',
  'transaction_not_found',
  'transaction_id_exists',
  'awaiting_3ds',
  'transaction_not_capturable',
  'transaction_not_refundable',
  'authorisation_expired',
  'transaction_not_voidable',
  'refund_required',
  'transaction_already_voided',
  'amount_exceeds_authorised',
  'amount_exceeds_approved',
  'amount_exceeds_refundable',
  'amount_mismatch',
  'currency_mismatch',
  'idempotency_key_invalid',
  'idempotency_key_in_use',
  'idempotency_key_reused',
  'processor_unavailable',
];

const bill: Operation = {
  id: 'bill',
  tag: 'Billing',
  method: 'post',
  path: '/wallet/api/v1/billing',
  summary: 'Bill a payment',
  text: `SALE, AUTH and their 3DS forms start a payment: \`ccToken\`, \`amount\`, \`currency\` and a merchant are required. ${FOLLOW_UPS} act on a payment: \`transactionID\` is required, and for ${FOLLOW_UPS_WITH_AMOUNT} also \`amount\` and \`currency\`. A 3DS start at 10 GBP is answered with \`awaiting_confirmation\` 1 and \`3ds_confirmation_box_url\`, which the wallet opens; charge only after the challenge has ended. A decline is answered with 402, and the transaction stands beside the error. Look the transaction up before you ship.`,
  auth: 'secretKey',
  headers: {
    'Idempotency-Key':
      'Your own key, 1 to 255 visible characters. For a day the same key with the same parameters gets the first answer again, byte for byte. A new attempt of the shopper needs a new key.',
  },
  form: formOf(BillingForm, {
    texts: {
      method: 'The billing method.',
      amount: `In the major unit with at most the decimals of the currency, such as 10 or 10.50; 0.01 to 999999.99. With a token from a provider’s sheet, at most what the shopper approved. On ${FOLLOW_UPS_WITH_AMOUNT} the part to move; on VOID, if given, exactly what is released.`,
      currency: 'USD, EUR or, in the sandbox, GBP. On a follow-up the currency of the payment.',
      ccToken:
        'Required to start a payment: the `cc_token` of the wallet, or the whole payment method object as JSON; in the sandbox also `tok_sandbox_` followed by the number of a test card. Until a payment has saved it, a token is bound: one whose refresh token was made for a merchant can only be billed at that merchant. One from a provider’s sheet can only be billed at its merchant, in its currency and up to the amount that the shopper approved.',
      merchant_id: 'Your merchant configuration. A start needs this or `merchantRef`.',
      merchantRef: 'Your merchant configuration by its reference.',
      orderID:
        'Your order, 1 to 64 characters. Default: generated. Several payments may share one. Ignored on a follow-up: the payment has its own.',
      transactionID:
        'On a start: your own new id of the payment, 1 to 64 letters, digits, `_`, `-` and `.`, but not `.` or `..` alone. It makes the request safe to repeat: for 30 days (or as the operator sets `ANSWER_DAYS`) the first answer comes again; after that `transaction_id_exists` says to look it up. On a follow-up: the transaction to act on.',
      metadata:
        'JSON text of an object with up to 50 entries, stored with the transaction. `moto` marks orders by phone or mail, only on SALE and AUTH. Keys `sandbox_*` switch what the sandbox answers (see Test cards and amounts); an unknown one is stored, and named in the header `Sandbox-Ignored-Params`.',
      callback_url:
        'Gets the result as a signed JSON POST. Default on a follow-up: the address of its start. Required if the processor answers later.',
      externalID:
        'Your own id of the user who must own the card. The token of another user or of a guest is refused like an unknown one. Send it for every logged-in shopper: a token that was once billed with it is refused without it. A sandbox token belongs to no shopper and fits any. On a follow-up it must be that of the payment.',
      isGuest:
        '`1`: your shopper is not logged in, and a user’s token is refused like an unknown one. Send it for every guest. On a follow-up the payment must be a guest’s.',
      fingerprint:
        'Optional: this member of the payment method object, as JSON. It must belong to the token.',
      encrypted_cvv:
        'Optional: this member of the payment method object. It must belong to the token and to the merchant that the wallet was started with. Valid once, for 15 minutes. Ignored on a follow-up.',
    },
    example: {
      method: 'SALE',
      amount: '48.50',
      currency: 'EUR',
      merchant_id: '1001',
      ccToken: 'tok_sandbox_4242424242424242',
      orderID: 'order-77',
      transactionID: 'order-77-1',
    },
    rules: billingRules(),
    patterns: { amount: AMOUNT_PATTERN },
  }),
  answer: answerOf(BillingAnswer, {
    text: 'The operation succeeded or is under way: while a challenge is open, and on an asynchronous processor, the transaction is PENDING. With the merchant setting `declineHttpStatus` 200 this may be a decline too: see `error`.',
    examples: {
      sale: { transaction: sale, pm: paymentMethodRecord, status: 'OK' },
      challenge: { transaction: challenge, pm: paymentMethodRecord, status: 'OK' },
    },
  }),
  declined: answerOf(DeclineAnswer, {
    text: 'The card or the challenge was declined: the error, and the transaction as it stands.',
    examples: { declined },
  }),
  errors: [...SECRET_KEY, ...ANY_FORM, ...STRICT, ...rules, 'card_declined', 'three_ds_failed'],
};

const lookup: Operation = {
  id: 'lookUpTransaction',
  tag: 'Billing',
  method: 'get',
  path: '/wallet/api/v1/transactions/{transaction_id}',
  summary: 'Look a transaction up',
  text: 'Returns a transaction and, in `sandbox`, the merchant that was paid and the state of the payment. `sandbox.settled_at` shows whether a capture can still be voided or only refunded. Ship on this answer, not on what a browser said. A guest’s payment that failed is found for 30 days (or as the operator sets `RETENTION_DAYS`) if the service chose its id; all other payments always.',
  auth: 'secretKey',
  pathTexts: { transaction_id: { text: 'The id in the billing answer.', example: 'order-77-1' } },
  answer: answerOf(TransactionAnswer, {
    text: 'The record.',
    examples: { sale: { transaction: record, status: 'OK' } },
  }),
  errors: [...SECRET_KEY, 'transaction_not_found'],
};

export const BILLING_OPERATIONS: readonly Operation[] = [bill, lookup];
