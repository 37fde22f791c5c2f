import { CHALLENGE_TEXTS } from './challenge-texts.ts';
import { WALLET_TEXTS } from './wallet-texts.ts';

const transaction = {
  processor: 'The processor: the sandbox.',
  source: 'What the token stands for: a card or a provider.',
};

const billingTransaction = {
  ...transaction,
  status: 'PENDING while a challenge is open or the processor has not answered; final otherwise.',
  orderID: 'Your order.',
  transactionID: 'Id of the transaction, for follow-ups and the lookup.',
  sandbox: 'State and amounts of the payment.',
};

const date = '`YYYY-MM-DD HH:MM:SS`, UTC.';

const record = {
  ...transaction,
  user_id: 'The user whose card was billed.',
  business_id: 'Your account.',
  child_business_id: 'The sub-account, or null.',
  merchant_ref: 'Reference of the merchant configuration.',
  pm_id: 'Id of the payment method, as `pm.id`.',
  token: 'The `cc_token` that was used.',
  external_token: 'The simulated network token.',
  method: 'The billing method.',
  currency: 'ISO 4217 code.',
  transaction_id: 'Id of the transaction.',
  order_id: 'Your order.',
  payment_id: 'Id of the payment, the same for all its transactions.',
  transaction_date: date,
  ref_transaction_id: 'Id of the transaction this one refers to; empty for the start of a payment.',
  log: 'Sequence number; increases within the payment.',
  created_at: date,
  metadata: 'The metadata that were sent, and those that the service adds.',
};

const totals = {
  payment_state: 'State of the payment.',
  authorised: 'Amount reserved on the card.',
  captured: 'Amount captured so far.',
  capture_pending: 'Amount of captures that the processor has not answered yet.',
  refunded: 'Amount refunded so far.',
  refund_pending: 'Amount of refunds that the processor has not answered yet.',
  charged_back: 'Amount that the cardholder’s bank has taken back; left out where that is nothing.',
  remaining: 'Amount that can still be captured.',
  three_ds: 'For a payment that started with a 3DS method: `transStatus` (C: a challenge is open) and ECI.',
};

const status = '`OK`.';
const errorStatus = '`ERROR`.';

/** What each field of a named schema means; a test wants one for every field. */
export const FIELD_TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  RefreshTokenAnswer: {
    Status: status,
    refreshToken: 'Opaque; pass it to `sdk.auth.connect` on your page.',
    hint: 'Opaque; pass it to `sdk.auth.connect` with the token, so that the page reserves the height of the wallet from the first paint.',
  },
  LoginAnswer: {
    id: 'Id of the user, as `user_id` in records.',
    accessToken: 'A JWT, valid for 15 minutes.',
    userInfo: 'Facts about the user.',
    status,
  },
  MetadataAnswer: { status },
  BillingAnswer: { transaction: 'The transaction.', pm: 'The payment method that was used.', status },
  DeclineAnswer: {
    status: errorStatus,
    error: 'Why the payment was declined.',
    transaction: 'The transaction, with `status` FAILURE.',
    pm: 'The payment method that was used.',
  },
  StandardTransaction: {
    ...billingTransaction,
    authcode: "The issuer's code; empty on a decline.",
    tstamp: 'Unix time in seconds.',
    requestID: '`Request-Id` of the first answer; a replay has a `Request-Id` of its own.',
    amount: 'In the major unit.',
    processorStatus: 'Present only while an asynchronous processor has not answered.',
    processorData: 'Present only if `metadata` have `moto`: as with 3DS, with `IsKeyed` "1".',
  },
  ThreeDsTransaction: {
    ...billingTransaction,
    transactionReference: "The processor's reference.",
    processorData: "The processor's own data by stage: texts, whose list may grow.",
    transactionDetails: 'The reference again.',
    processorStatus: 'Status at the processor.',
    paymentID: 'Id of the payment, the same for all its transactions.',
    amount: 'In the major unit; text while the challenge is open, a number otherwise.',
    '3ds_confirmation_box_url': 'Address of the challenge, while `awaiting_confirmation` is 1.',
    awaiting_confirmation: '1: a challenge is open, send no CHARGE yet.',
  },
  PaymentMethodRecord: {
    id: 'Id of the payment method. Compare ids, never tokens.',
    source: 'A card or a provider.',
    issuer_short: 'The brand, as a short code.',
    issuer_full: 'The brand, in lower case.',
    last_4_digits: 'Always four characters.',
    is_single_use: '1: its token is valid for one billing.',
    is_short_live: '1: its token ends soon.',
    is_capped: '1: its token has a maximum, the amount that the shopper approved at a provider.',
    is_expired: '1: the month on the card has passed.',
    is_default: "1: the user's default.",
    metadata: 'Entries of key and value. Default: empty.',
  },
  PaymentTotals: totals,
  RecordTotals: {
    ...totals,
    merchant_id: 'The merchant that was paid, as `merchant_ref`.',
    settled_at:
      'When the capture or refund settled; null before that, and if nothing settles. A settled capture can be refunded but not voided.',
  },
  TransactionAnswer: { transaction: 'The record.', status },
  TransactionRecord: {
    ...record,
    amount: 'In the major unit.',
    status: 'The outcome of this operation, final unless PENDING.',
    sandbox: 'State and amounts of the payment.',
  },
  CallbackBody: {
    transaction: 'The record, with ids, amount and `log` as text.',
    notification_details: '`isSuccess` is "1" or "0"; `info` names the event.',
  },
  CallbackTransaction: {
    ...record,
    amount: "In the major unit, with the currency's decimals.",
    status: 'The outcome.',
    metadata:
      'The metadata that were sent, and those that the service adds: `failure_code` where `isSuccess` is 0, `reversal_amount` of a reversal.',
  },
  ...CHALLENGE_TEXTS,
  ...WALLET_TEXTS,
  Fingerprint: {
    walletSdkSessionId: 'Id of the wallet session; grants nothing.',
    ip: "The shopper's IP address, as the service sees it.",
    screenHeight: 'In CSS pixels.',
    timezoneOffset: 'In minutes: -60 in winter in Paris.',
    browserAgent: 'The user agent.',
  },
  PaymentMethod: {
    cc_token: 'Passed to billing as `ccToken`.',
    encrypted_cvv: 'Set in the 3DS flow, otherwise null.',
    name: 'The brand or provider, as shoppers read it.',
    type: 'The kind of payment method.',
    fingerprint: 'Set in the 3DS flow, otherwise null.',
    credit_type: 'The brand or provider, as a short code.',
    exp_month: 'Two digits.',
    exp_year4: 'Four digits.',
    last_4_digits: 'A number: 42 for a card that ends 0042.',
    first_6_digits: 'A number.',
    source: 'What the token stands for: a card or a provider.',
  },
  MethodsAnswer: { status, methods: 'The cards.' },
  SavedCard: {
    id: 'Id of the payment method.',
    brand: 'The brand or provider, as a short code.',
    networks: 'For a card of two networks: both, for the shopper to choose from. Otherwise absent.',
    last4: 'Always four characters.',
    expMonth: 'Two digits.',
    expYear: 'Four digits.',
    isDefault: "Whether the card is the user's default.",
    isExpired: 'Whether the month on the card has passed.',
  },
  InstantAnswer: { status, payment: 'The payment.' },
  InstantPayment: {
    attempt: 'The `attempt` that the payment was started with.',
    method: 'The provider.',
    use: '`instant`: the provider takes the money; `alternative`: your backend bills what the shopper approved.',
    status: 'Final unless PENDING.',
    provider_url: 'Where the shopper answers the provider, while the payment is open.',
    transaction_id: 'For an instant payment: the transaction.',
    payment_method: 'For an approved alternative payment: pass it to billing unchanged.',
    ip: "Beside `payment_method`: the shopper's IP address, as the service sees it.",
    seq: 'Beside `payment_method`: sequence number of the newest event of the session.',
    failure_code: 'Why the payment failed, as a `decline_code`.',
  },
  ErrorBody: { status: errorStatus, error: 'What went wrong.' },
  RefreshTokenErrorBody: { Status: errorStatus, status: errorStatus, error: 'What went wrong.' },
  ErrorDetails: {
    type: 'Kind of error.',
    code: 'Stable code; branch on it.',
    message: 'For developers; may change.',
    param: 'The parameter at fault; a JSON pointer follows a `#`.',
    decline_code: 'With `card_declined` and `three_ds_failed`: the reason.',
    sandbox: 'If a money rule refuses the request: what the payment still allows.',
    doc_url: 'Address of a page that explains the code.',
    request_id: 'Id of the request; name it when you ask about it.',
  },
};
