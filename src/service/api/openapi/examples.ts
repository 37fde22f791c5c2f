import type { StandardTransaction, ThreeDsTransaction } from '../../../contract/billing/billing.ts';
import type { CallbackBody } from '../../../contract/billing/callback.ts';
import type { PaymentMethod, PaymentMethodRecord } from '../../../contract/billing/payment-method.ts';
import type { TransactionRecord } from '../../../contract/billing/transaction.ts';
import type { ErrorBody } from '../../../contract/error-body.ts';
import type { SavedCard } from '../../../contract/frame/wallet-api.ts';

/** The document replaces it with the service's own address. */
export const EXAMPLE_BASE_URL = 'http://127.0.0.1:4000';

const TOKEN = 'cc_9dKq2x8Qm4Vt0bR6sJ1Wf5Hn3Yc7Lz0a';
const REQUEST_ID = '1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b';

const captured = {
  payment_state: 'CAPTURED',
  authorised: '48.50',
  captured: '48.50',
  capture_pending: '0.00',
  refunded: '0.00',
  refund_pending: '0.00',
  remaining: '0.00',
} as const;

export const sale: StandardTransaction = {
  status: 'OK',
  authcode: '7KQ2M9',
  tstamp: 1893499200,
  requestID: REQUEST_ID,
  processor: 'sandbox',
  source: 'card',
  orderID: 'order-77',
  amount: 48.5,
  transactionID: 'order-77-1',
  sandbox: captured,
};

const BOX_URL = `${EXAMPLE_BASE_URL}/3ds/box/p0Zs5Qn1d8Kc4Wm2Jb7Xr3Tf6Yh9Lg0VaEuIoRtSkMw`;

export const challenge: ThreeDsTransaction = {
  transactionReference: '482910475563',
  processorData: {
    TxState: '3P',
    TxStateText: '3D-Secure authentication pending',
    ReturnCode: '3D',
    ReturnText: '3D-Secure authentication required',
    TxID: '482910475563',
    MerchantRef: 'demo',
    Currency: 'GBP',
    AuthoriseAmount: '10.00',
    BIN: '424242',
    CardNumberLast4: '4242',
    CardExpiryYYMM: '9912',
    CardType: 'VI',
    CardTypeName: 'Visa',
    IsKeyed: '0',
    ACSUrl: 'http://localhost:4001/acs',
    PAReq: 'eyJ2ZXJzaW9uIjoiMS4wLjIiLCJtZCI6IjVmOGI2NjY1MzIyZjFkNTcifQ',
    MD: '5f8b6665322f1d5700e488da7efe4a53',
    TermUrl: `${EXAMPLE_BASE_URL}/3ds/term`,
    RedirectURL: BOX_URL,
  },
  transactionDetails: { transactionReference: '482910475563' },
  processorStatus: '3ds_pending',
  status: 'PENDING',
  processor: 'sandbox',
  source: 'card',
  orderID: 'order-78',
  paymentID: '5d0f6c1e-7a43-4b1c-9e65-2f8b7c3d1a90',
  amount: '10.00',
  transactionID: 'order-78-1',
  '3ds_confirmation_box_url': BOX_URL,
  awaiting_confirmation: 1,
  sandbox: {
    ...captured,
    payment_state: 'PENDING_3DS',
    authorised: '0.00',
    captured: '0.00',
    three_ds: { trans_status: 'C', eci: '07' },
  },
};

export const paymentMethodRecord: PaymentMethodRecord = {
  id: 41,
  source: 'card',
  issuer_short: 'VI',
  issuer_full: 'visa',
  last_4_digits: '4242',
  is_single_use: 0,
  is_short_live: 0,
  is_capped: 0,
  is_expired: 0,
  is_default: 0,
  metadata: [],
};

export const declined: ErrorBody & { transaction: StandardTransaction; pm: PaymentMethodRecord } = {
  status: 'ERROR',
  error: {
    type: 'card_error',
    code: 'card_declined',
    message: 'Cannot bill SALE: declined with 51, Insufficient funds',
    decline_code: 'insufficient_funds',
    doc_url: `${EXAMPLE_BASE_URL}/docs/errors#card_declined`,
    request_id: REQUEST_ID,
  },
  transaction: {
    ...sale,
    status: 'FAILURE',
    authcode: '',
    sandbox: { ...captured, payment_state: 'FAILED', authorised: '0.00', captured: '0.00' },
  },
  pm: { ...paymentMethodRecord, last_4_digits: '9995' },
};

export const record: TransactionRecord = {
  user_id: 17,
  business_id: 1,
  child_business_id: null,
  processor: 'sandbox',
  merchant_ref: 'demo',
  pm_id: 41,
  token: TOKEN,
  external_token: 'ntk_5f2b8c1d9e0a4b7c6d3e2f1a',
  source: 'card',
  method: 'SALE',
  amount: 48.5,
  currency: 'EUR',
  status: 'SUCCESS',
  transaction_id: 'order-77-1',
  order_id: 'order-77',
  payment_id: '0c7a6f4e-93d1-4b8e-8f52-6a1d2c3b4e5f',
  transaction_date: '2030-01-01 12:00:00',
  ref_transaction_id: '',
  log: 1,
  created_at: '2030-01-01 12:00:00',
  metadata: [
    { key: 'processor_transaction_id', value: '482910475562' },
    {
      key: 'transactionDetails',
      value:
        '{"currentProcessorReference":"482910475562","currentMerchantReference":"order-77-1","originalProcessorReference":"482910475562","originalMerchantReference":"order-77-1"}',
    },
  ],
  sandbox: { merchant_id: 1001, ...captured, settled_at: null },
};

const { sandbox: _notSent, ...recorded } = record;

/** The body of its callback. */
export const callbackBody: CallbackBody = {
  transaction: {
    ...recorded,
    user_id: '17',
    business_id: '1',
    pm_id: '41',
    amount: '48.50',
    status: 'SUCCESS',
    log: '1',
    metadata: [{ key: 'callback_url', value: 'https://shop.example/callbacks' }, ...record.metadata],
  },
  notification_details: { isSuccess: '1', info: 'SALE_SUCCEEDED' },
};

export const paymentMethod: PaymentMethod = {
  cc_token: TOKEN,
  encrypted_cvv: null,
  name: 'Visa',
  type: 'card',
  fingerprint: null,
  credit_type: 'VI',
  exp_month: '03',
  exp_year4: '2031',
  last_4_digits: 4242,
  first_6_digits: 424242,
  source: 'card',
};

export const savedCard: SavedCard = {
  id: 41,
  brand: 'VI',
  last4: '4242',
  expMonth: '03',
  expYear: '2031',
  isDefault: true,
  isExpired: false,
};

/** A refusal as the example of each code shows it. */
export function errorExample(
  error: Pick<ErrorBody['error'], 'type' | 'code' | 'message'>,
  baseUrl: string,
): ErrorBody {
  const doc_url = `${baseUrl}/docs/errors#${error.code}`;
  return { status: 'ERROR', error: { ...error, doc_url, request_id: REQUEST_ID } };
}
