import { CHALLENGE_TEXTS } from './challenge-texts.ts';
import { WALLET_TEXTS } from './wallet-texts.ts';

const transaction = {
  processor: 'Who processed it: the sandbox.',
  source: 'What stands behind the token.',
};

const billed = {
  ...transaction,
  status: 'PENDING while a challenge or an asynchronous processor is open; final otherwise.',
  orderID: 'Your order.',
  transactionID: 'The transaction; name it in follow-ups and in the lookup.',
  sandbox: 'What became of the payment.',
};

const date = '`YYYY-MM-DD HH:MM:SS`, UTC.';

const record = {
  ...transaction,
  user_id: 'The user whose card was billed.',
  business_id: 'Your account.',
  child_business_id: 'The sub-account, else null.',
  merchant_ref: 'The reference of the merchant configuration.',
  pm_id: 'The payment method, as `pm.id`.',
  token: 'The `cc_token` that was used.',
  external_token: 'The simulated network token.',
  method: 'The billing method.',
  currency: 'ISO 4217.',
  transaction_id: 'The transaction.',
  order_id: 'Your order.',
  payment_id: 'The payment, the same for all its transactions.',
  transaction_date: date,
  ref_transaction_id: 'The transaction this one refers to; empty for the first of a payment.',
  log: 'Rises with the events of a payment: order by it.',
  created_at: date,
  metadata: 'What was sent along, and what the service adds.',
};

const figures = {
  payment_state: 'What became of the payment.',
  authorised: 'Reserved on the card.',
  captured: 'Taken.',
  capture_pending: 'Being taken: the processor has not answered yet.',
  refunded: 'Given back.',
  refund_pending: 'Being given back: the processor has not answered yet.',
  remaining: 'Left to capture.',
  three_ds: 'Of a payment that started with a 3DS method: `transStatus` (C: a challenge is open) and ECI.',
};

const status = '`OK`.';
const errorStatus = '`ERROR`.';

/** What each field of a named schema means; a test wants one for every field. */
export const FIELD_TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  RefreshTokenAnswer: {
    Status: status,
    refreshToken: 'Opaque; pass it to `sdk.auth.connect` on your page.',
    hint: 'Opaque; pass it to `sdk.auth.connect` with the token, so that the wallet keeps its room from the first paint on.',
  },
  LoginAnswer: {
    id: 'The user, as `user_id` in records.',
    accessToken: 'A JWT for 15 minutes.',
    userInfo: 'What is known of the user.',
    status,
  },
  MetadataAnswer: { status },
  BillingAnswer: { transaction: 'The transaction.', pm: 'The payment method it used.', status },
  DeclineAnswer: {
    status: errorStatus,
    error: 'Why it was refused.',
    transaction: 'The transaction, with `status` FAILURE.',
    pm: 'The payment method it used.',
  },
  StandardTransaction: {
    ...billed,
    authcode: "The issuer's code; empty on a decline.",
    tstamp: 'Unix seconds.',
    requestID: 'The `Request-Id` of the first answer: a replay has a `Request-Id` of its own.',
    amount: 'In the major unit.',
    processorStatus: 'Only while an asynchronous processor is open.',
    processorData: 'Only where `metadata` say `moto`: as with 3DS, with `IsKeyed` "1".',
  },
  ThreeDsTransaction: {
    ...billed,
    transactionReference: "The processor's reference.",
    processorData: "The processor's own words, by stage; all text, an open list.",
    transactionDetails: 'The reference again.',
    processorStatus: 'What the processor says.',
    paymentID: 'The payment, the same for all its transactions.',
    amount: 'In the major unit; text while the challenge is open, a number otherwise.',
    '3ds_confirmation_box_url': 'The challenge, while `awaiting_confirmation` is 1.',
    awaiting_confirmation: '1: a challenge is open, send no CHARGE yet.',
  },
  PaymentMethodRecord: {
    id: 'The payment method; compare this, never tokens.',
    source: 'What it is.',
    issuer_short: 'The brand, as a short code.',
    issuer_full: 'The brand, in lower case.',
    last_4_digits: 'Always four characters.',
    is_single_use: '1: its token is good for one billing.',
    is_short_live: '1: its token ends soon.',
    is_capped: '1: its token has a largest amount, the one that the shopper approved at a provider.',
    is_expired: '1: the month on the card has passed.',
    is_default: "1: the user's default.",
    metadata: 'Entries of key and value; empty by default.',
  },
  PaymentFigures: figures,
  RecordFigures: {
    ...figures,
    merchant_id: 'The merchant that was paid, as `merchant_ref`.',
    settled_at:
      'When the capture or refund was settled; null before, and where nothing settles. A capture that is settled takes REFUND, no VOID.',
  },
  TransactionAnswer: { transaction: 'The record.', status },
  TransactionRecord: {
    ...record,
    amount: 'In the major unit.',
    status: 'The outcome of this operation, final unless PENDING.',
    sandbox: 'What became of the payment.',
  },
  CallbackBody: {
    transaction: 'The record, with ids, amount and `log` as text.',
    notification_details: '`isSuccess` is "1" or "0"; `info` says what ended.',
  },
  CallbackTransaction: {
    ...record,
    amount: "In the major unit, with the currency's decimals.",
    status: 'The outcome.',
    metadata:
      'What was sent along, and what the service adds; `failure_code` on a failure and on AUTH_EXPIRED.',
  },
  ...CHALLENGE_TEXTS,
  ...WALLET_TEXTS,
  Fingerprint: {
    walletSdkSessionId: 'The wallet session; grants nothing.',
    ip: "The shopper's address, as the service sees it.",
    screenHeight: 'In CSS pixels.',
    timezoneOffset: 'In minutes: -60 in winter in Paris.',
    browserAgent: 'The user agent.',
  },
  PaymentMethod: {
    cc_token: 'Passed to billing as `ccToken`.',
    encrypted_cvv: 'Set in the 3DS flow, else null.',
    name: 'The brand or provider as a shopper reads it.',
    type: 'The kind of payment method.',
    fingerprint: 'Set in the 3DS flow, else null.',
    credit_type: 'The brand or provider, as a short code.',
    exp_month: 'Two digits.',
    exp_year4: 'Four digits.',
    last_4_digits: 'A number: 42 for a card that ends 0042.',
    first_6_digits: 'A number.',
    source: 'What stands behind the token.',
  },
  MethodsAnswer: { status, methods: 'The cards.' },
  SavedCard: {
    id: 'The payment method.',
    brand: 'The brand or provider, as a short code.',
    networks: 'Of a card of two networks alone: those, for the shopper to choose from.',
    last4: 'Always four characters.',
    expMonth: 'Two digits.',
    expYear: 'Four digits.',
    isDefault: "Whether it is the user's default.",
    isExpired: 'Whether its month has passed.',
  },
  InstantAnswer: { status, payment: 'The payment.' },
  InstantPayment: {
    attempt: 'The name it was started under.',
    method: 'The provider.',
    use: '`instant`: the sale completes at the provider; `alternative`: its approval is billed.',
    status: 'Final unless PENDING.',
    provider_url: 'Where the provider asks the shopper; while it can be answered.',
    transaction_id: 'Of an instant one: the transaction it is recorded as.',
    payment_method: 'Of an alternative one that was approved: pass it to billing unchanged.',
    ip: "Beside it: the shopper's address as the service sees it.",
    seq: 'Beside `payment_method`: the newest of the events of the session so far.',
    failure_code: 'Why it failed, as a `decline_code`.',
  },
  ErrorBody: { status: errorStatus, error: 'What went wrong.' },
  RefreshTokenErrorBody: { Status: errorStatus, status: errorStatus, error: 'What went wrong.' },
  ErrorDetails: {
    type: 'The kind of error.',
    code: 'Stable; act on this.',
    message: 'For developers; may change.',
    param: 'The parameter at fault; a JSON pointer follows a `#`.',
    decline_code: 'With `card_declined` and `three_ds_failed`: why.',
    sandbox: "With a money rule's refusal: what the payment still allows.",
    doc_url: 'What the code means and what to do.',
    request_id: 'Name it when you ask about this request.',
  },
};
