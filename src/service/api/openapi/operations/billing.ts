import { BillingAnswer, BillingForm } from '../../../../contract/billing/billing.ts';
import { TransactionAnswer } from '../../../../contract/billing/transaction.ts';
import type { ErrorCode } from '../../../../contract/errors/errors.ts';
import { AMOUNT_PATTERN, billingRules } from '../billing-rules.ts';
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
  text: 'SALE, AUTH and their 3DS forms start a payment: `ccToken`, `amount`, `currency` and a merchant are required. CHARGE, REFUND and VOID act on one: `transactionID` is required, for CHARGE and REFUND `amount` and `currency` too. A 3DS start at 10 GBP is answered with `awaiting_confirmation` 1 and `3ds_confirmation_box_url`, which the wallet opens; charge only once the challenge has ended. A decline is answered with 402, with the transaction beside the error. Neither answer is proof to others: look the transaction up.',
  auth: 'secretKey',
  headers: {
    'Idempotency-Key':
      '1 to 255 visible characters of yours. The same key and parameters get the first answer again, byte for byte, for a day. A new attempt of the shopper needs a new key.',
  },
  form: formOf(BillingForm, {
    texts: {
      method: 'What to do.',
      amount:
        'In the major unit with at most the decimals of the currency, such as 10 or 10.50; 0.01 to 999999.99; with a token from the sheet of a provider at most what the shopper approved. On CHARGE and REFUND the part to move; on VOID, if given, exactly what is released.',
      currency: 'USD or EUR, in the sandbox GBP too. On a follow-up the one of the payment.',
      ccToken:
        'The `cc_token` of the wallet, or the whole payment method object as JSON; in the sandbox also `tok_sandbox_` and the number of a test card. Starts a payment. Until a payment has kept it, one whose refresh token was made for a merchant is billed at that merchant, and one from the sheet of a provider at its merchant, in its currency and for at most the amount that the shopper approved.',
      merchant_id: 'Your merchant configuration. This or `merchantRef` when starting a payment.',
      merchantRef: 'Your merchant configuration by its reference.',
      orderID:
        'Your order, 1 to 64 characters. Default: generated. Several payments may share one. On a follow-up ignored: the payment has its own.',
      transactionID:
        'When starting a payment: your id for it, never used before, 1 to 64 letters, digits, `_`, `-` and `.`, but not `.` or `..` alone; it makes the request safe to repeat: for 30 days the first answer comes again, after that `transaction_id_exists` says to look it up. On a follow-up: the transaction to act on.',
      metadata:
        'JSON text of an object with up to 50 entries, kept with the transaction. `moto` marks orders by phone or mail, on SALE and AUTH alone; keys `sandbox_*` switch what the sandbox answers (see Test cards and amounts); one it does not know is kept, and named in the header `Sandbox-Ignored-Params`.',
      callback_url:
        'Gets the result as a JSON POST, signed. On a follow-up the default is that of its start; required where the processor answers later.',
      externalID:
        'Your own id of the user whose card it must be; a token of another user, or of a guest, is refused as an unknown one is. Send it whenever your shopper is logged in: a token that was billed so once is refused without it ever after. A sandbox token is no shopper’s and fits any. On a follow-up it must be that of the payment.',
      isGuest:
        '`1`: your shopper is not logged in; a user’s token is refused as an unknown one is. Send it for every guest. On a follow-up the payment must be a guest’s.',
      fingerprint:
        'The member of the payment method object, as JSON; optional, must be the one of the token.',
      encrypted_cvv:
        'The member of the payment method object; optional, must be the one of the token and of the merchant that the wallet was started with. Good once, for 15 minutes. On a follow-up ignored.',
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
    text: 'It was done, or is under way: with a challenge open or on an asynchronous processor the transaction is PENDING. With the merchant setting `declineHttpStatus` 200 a decline too: see `error`.',
    examples: {
      sale: { transaction: sale, pm: paymentMethodRecord, status: 'OK' },
      challenge: { transaction: challenge, pm: paymentMethodRecord, status: 'OK' },
    },
  }),
  declined: answerOf(DeclineAnswer, {
    text: 'The card or the challenge said no: the error, and the transaction as it stands.',
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
  text: 'What became of a transaction, and in `sandbox` which merchant was paid and what became of its payment; `sandbox.settled_at` says whether a capture takes VOID still or only REFUND. Ship on this, not on what a browser said. A guest’s payment that came to nothing is found for 30 days, if its id is ours; other payments always.',
  auth: 'secretKey',
  pathTexts: { transaction_id: { text: 'The id that billing answered with.', example: 'order-77-1' } },
  answer: answerOf(TransactionAnswer, {
    text: 'The record.',
    examples: { sale: { transaction: record, status: 'OK' } },
  }),
  errors: [...SECRET_KEY, 'transaction_not_found'],
};

export const BILLING_OPERATIONS: readonly Operation[] = [bill, lookup];
