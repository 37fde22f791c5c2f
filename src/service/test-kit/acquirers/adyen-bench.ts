import assert from 'node:assert/strict';
import type { RawNotification } from '../../base/processor/acquirer.ts';
import type { AcquirerCard } from '../../base/processor/acquirer-question.ts';
import { adyenAcquirer } from '../../payments/connectors/adyen/adyen-acquirer.ts';
import { type AdyenSettings, addressOf } from '../../payments/connectors/adyen/adyen-settings.ts';
import { signItem } from '../../payments/connectors/adyen/webhook-signature.ts';
import type { Bench, Fake } from '../../payments/connectors/conformance/bench.ts';
import {
  ADYEN_CARDS,
  type AdyenFake,
  type AdyenModification,
  type AdyenPayment,
  adyenFake,
  type VendorAnswer,
} from './adyen-fake.ts';
import {
  checkoutDocument,
  hasVendorDocuments,
  type VendorValidator,
  webhookDocument,
} from './vendor-documents.ts';

const HMAC_KEY = '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056';
const approved: AcquirerCard = {
  number: '4111111111111111',
  expMonth: 3,
  expYear: 2030,
  securityCode: '737',
  holder: 'Ada Lovelace',
};

export const ADYEN_SETTINGS: AdyenSettings = {
  apiKey: 'adyen-api-key',
  endpoint: { kind: 'test' },
  hmacKeys: [HMAC_KEY],
  webhookLogin: undefined,
  reportLogin: undefined,
  accountsWithSeveralCaptures: ['ShopWithSeveral'],
  returnUrl: 'https://wallet.example/returned',
  timeoutMs: 10_000,
  keyLifeMs: 7 * 24 * 60 * 60 * 1_000,
};

/** One line of what went to and fro, as it was validated. */
type TranscriptLine = { readonly schema: string; readonly value: unknown };
export type AdyenBench = Bench & {
  readonly vendor: AdyenFake;
  readonly transcript: readonly TranscriptLine[];
};

/** The schemas of request and answer, by the last part of the path. */
const SCHEMAS: Readonly<Record<string, readonly [request: string, answer: string]>> = {
  payments: ['PaymentRequest', 'PaymentResponse'],
  details: ['PaymentDetailsRequest', 'PaymentDetailsResponse'],
  captures: ['PaymentCaptureRequest', 'PaymentCaptureResponse'],
  refunds: ['PaymentRefundRequest', 'PaymentRefundResponse'],
  reversals: ['PaymentReversalRequest', 'PaymentReversalResponse'],
  cancels: ['PaymentCancelRequest', 'PaymentCancelResponse'],
  '/cancels': ['StandalonePaymentCancelRequest', 'StandalonePaymentCancelResponse'],
};
const WEBHOOK_SCHEMAS: Readonly<Record<string, string>> = {
  AUTHORISATION: 'AuthorisationNotificationRequest',
  CAPTURE: 'CaptureNotificationRequest',
  REFUND: 'RefundNotificationRequest',
  CANCELLATION: 'CancellationNotificationRequest',
  CANCEL_OR_REFUND: 'CancelOrRefundNotificationRequest',
  TECHNICAL_CANCEL: 'ModificationNotificationRequest',
};

let documents: { readonly checkout: VendorValidator; readonly webhooks: VendorValidator } | undefined;

/** The Adyen connector against the fake vendor. Everything that passes is validated, where the vendor's documents are there. */
export function adyenBench(merchantAccount = 'ShopWithSeveral'): AdyenBench {
  const vendor = adyenFake(merchantAccount);
  const transcript: TranscriptLine[] = [];
  const validate = (document: 'checkout' | 'webhooks', schema: string, value: unknown) => {
    transcript.push({ schema, value });
    if (!hasVendorDocuments) return;
    documents ??= { checkout: checkoutDocument(), webhooks: webhookDocument() };
    assert.equal(documents[document].fault(schema, value), undefined);
  };
  let next: 'busy' | 'unknown' | undefined;
  const fetch: Bench['fetch'] = async (url, init) => {
    const said = next;
    next = undefined;
    const path = url.slice(addressOf(ADYEN_SETTINGS).length);
    const schemas = SCHEMAS[path] ?? SCHEMAS[path.split('/').at(-1) ?? ''];
    const headers = new Headers(init.headers);
    assert(schemas && headers.get('X-API-Key') === ADYEN_SETTINGS.apiKey);
    validate('checkout', schemas[0], JSON.parse(String(init.body)));
    const key = headers.get('Idempotency-Key') ?? '';
    const answer = said === 'busy' ? busyAnswer : vendor.answer({ path, key, body: String(init.body) });
    validate('checkout', answer.status < 300 ? schemas[1] : 'ServiceError', answer.body);
    const body = said === 'unknown' ? { ...answer.body, resultCode: 'AuthorisedPerhaps' } : answer.body;
    return Response.json(body, { status: answer.status, headers: { 'Idempotency-Key': key } });
  };
  const fake: Fake = {
    ledger: (reference) => ledgerOf(vendor, reference),
    letNextFail: vendor.letNextFail,
    async endPending() {
      const raws = vendor.endPending().map((each) => webhookOf(each));
      for (const { eventCode, message } of raws)
        validate('webhooks', WEBHOOK_SCHEMAS[eventCode] ?? '', message);
      return raws.map(({ message }) => rawOf(message));
    },
    async answerBank({ url }, passes) {
      return { redirectResult: `${new URL(url).searchParams.get('MD')}!${passes ? 'Y' : 'N'}` };
    },
    forgetKeys: vendor.forgetKeys,
    answerInProgress: () => {
      next = 'busy';
    },
    answerUnknownCode: () => {
      next = 'unknown';
    },
    signedFor(raw, { merchantAccount: account, isLive = false }) {
      const message = JSON.parse(Buffer.from(raw.body).toString('utf8')) as WebhookMessage;
      const items = message.notificationItems.map(({ NotificationRequestItem: item }) =>
        signed({ ...item, merchantAccountCode: account ?? item.merchantAccountCode }),
      );
      return rawOf(messageOf(items, isLive));
    },
  };
  return {
    acquirer: adyenAcquirer(ADYEN_SETTINGS),
    fetch,
    merchantAccount,
    cards: {
      approved,
      declined: { card: { ...approved, number: ADYEN_CARDS.declined }, declineCode: 'insufficient_funds' },
      demanding: { ...approved, number: ADYEN_CARDS.demanding },
    },
    fake,
    vendor,
    transcript,
    close: async () => undefined,
  };
}

const busyAnswer: VendorAnswer = {
  status: 422,
  body: {
    status: 422,
    errorCode: '704',
    message: 'request already processed or in progress',
    errorType: 'validation',
  },
};

function ledgerOf({ payments, modifications }: AdyenFake, reference: string) {
  return [...payments, ...modifications]
    .filter(({ reference: ours }) => ours === reference)
    .map(({ kind, amount, merchantAccount, status }) => {
      return { kind, amount: amount.value, currency: amount.currency, merchantAccount, status };
    });
}

type WebhookItem = Parameters<typeof signItem>[0] & {
  readonly eventDate: string;
  readonly paymentMethod: string;
  readonly reason: string;
  readonly additionalData?: Readonly<Record<string, string>>;
};
type WebhookMessage = {
  readonly live: string;
  readonly notificationItems: readonly { readonly NotificationRequestItem: WebhookItem }[];
};

const messageOf = (items: readonly WebhookItem[], isLive = false): WebhookMessage => ({
  live: String(isLive),
  notificationItems: items.map((item) => ({ NotificationRequestItem: item })),
});

function signed(item: WebhookItem): WebhookItem {
  return { ...item, additionalData: { hmacSignature: signItem(item, HMAC_KEY) } };
}

/** A message as the vendor signs it, of items that are complete but for their signature. */
export function signedMessage(items: readonly WebhookItem[], isLive = false): RawNotification {
  return rawOf(messageOf(items.map(signed), isLive));
}

function rawOf(message: WebhookMessage): RawNotification {
  return { headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(message)) };
}

/** The vendor names the payment in a TECHNICAL_CANCEL, and the modification elsewhere. */
function webhookOf(ended: AdyenPayment | AdyenModification) {
  const isStart = !('eventCode' in ended);
  const eventCode = isStart ? 'AUTHORISATION' : ended.eventCode;
  const payment = isStart ? undefined : ended.payment;
  const item = signed({
    pspReference: ended.pspReference,
    ...(payment ? { originalReference: payment.pspReference } : {}),
    merchantAccountCode: ended.merchantAccount,
    merchantReference: eventCode === 'TECHNICAL_CANCEL' ? (payment?.reference ?? '') : ended.reference,
    amount: ended.amount,
    eventCode,
    eventDate: '2026-07-01T01:00:00+02:00',
    paymentMethod: 'visa',
    reason: '',
    success: String(ended.status === 'approved'),
  });
  return { eventCode, message: messageOf([item]) };
}
