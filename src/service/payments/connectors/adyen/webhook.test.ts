import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ADYEN_SETTINGS, adyenBench, signedMessage } from '../../../test-kit/acquirers/adyen-bench.ts';
import { hasVendorDocuments, webhookDocument } from '../../../test-kit/acquirers/vendor-documents.ts';
import { readWebhook } from './webhook.ts';
import { signItem } from './webhook-signature.ts';

type Item = Parameters<typeof signedMessage>[0][number];
const item: Item = {
  pspReference: 'QFQTPCQ8HXSKGK82',
  originalReference: '9913140798220028',
  merchantAccountCode: 'Shop',
  merchantReference: 'reference-1',
  amount: { currency: 'EUR', value: 1_000 },
  eventCode: 'CAPTURE',
  eventDate: '2021-01-01T01:00:00+01:00',
  paymentMethod: 'visa',
  reason: '',
  success: 'true',
};
const read = (raw: ReturnType<typeof signedMessage>, settings = ADYEN_SETTINGS) => readWebhook(raw, settings);
const readItem = (change: Partial<Item>) => {
  const reading = read(signedMessage([{ ...item, ...change }]));
  return reading.ok ? reading.notifications[0] : undefined;
};

describe('signItem', () => {
  it('covers eight members in the documented order, and a missing one as an empty text', () => {
    const key = '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056';
    const { originalReference: _, ...withoutOriginal } = item;
    const payload = 'QFQTPCQ8HXSKGK82::Shop:reference-1:1000:EUR:CAPTURE:true';
    const wanted = createHmac('sha256', Buffer.from(key, 'hex')).update(payload).digest('base64');
    expect(signItem(withoutOriginal, key)).toBe(wanted);
    expect(signItem({ ...item, originalReference: '' }, key)).toBe(wanted);
  });

  it('makes the signature that the vendor’s documentation shows', () => {
    const documented = {
      pspReference: '7914073381342284',
      merchantAccountCode: 'TestMerchant',
      merchantReference: 'TestPayment-1407325143704',
      amount: { value: 1_130, currency: 'EUR' },
      eventCode: 'AUTHORISATION',
      success: 'true',
    };
    const key = '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056';
    expect(signItem(documented, key)).toBe('coqCmt/IZ4E3CzPvMY8zTjQVL5hYJUiBRg8UU+iCWo0=');
  });
});

describe('readWebhook', () => {
  it('reads a capture as its own operation of its payment', () => {
    expect(readItem({})).toEqual({
      id: 'test:QFQTPCQ8HXSKGK82:CAPTURE:true',
      kind: 'capture',
      event: 'CAPTURE',
      isSuccess: true,
      reference: 'reference-1',
      processorReference: 'QFQTPCQ8HXSKGK82',
      paymentProcessorReference: '9913140798220028',
      merchantAccount: 'Shop',
      isLive: false,
      amount: 1_000,
      currency: 'EUR',
      reason: '',
      at: new Date('2021-01-01T00:00:00Z'),
    });
  });

  it.each([
    ['CAPTURE_FAILED', 'captureFailed'],
    ['REFUND', 'refund'],
    ['REFUND_WITH_DATA', 'refund'],
    ['REFUND_FAILED', 'refundFailed'],
    ['REFUNDED_REVERSED', 'refundFailed'],
    ['CANCELLATION', 'cancel'],
    ['TECHNICAL_CANCEL', 'cancel'],
    ['CANCEL_OR_REFUND', 'cancel'],
    ['CHARGEBACK', 'chargeback'],
    ['SECOND_CHARGEBACK', 'chargeback'],
    ['CHARGEBACK_REVERSED', 'chargebackReversed'],
    ['NOTIFICATION_OF_CHARGEBACK', 'other'],
    ['REPORT_AVAILABLE', 'report'],
    ['SOMETHING_NEW', 'other'],
  ])('takes the meaning of %s from its name alone', (eventCode, kind) => {
    for (const success of ['true', 'false']) expect(readItem({ eventCode, success })?.kind).toBe(kind);
  });

  it('reads a dispute that names no original payment, by our reference', () => {
    const { originalReference: _, ...without } = { ...item, eventCode: 'CHARGEBACK_REVERSED' };
    const reading = read(signedMessage([without]));
    expect(reading.ok && reading.notifications[0]).toMatchObject({
      kind: 'chargebackReversed',
      reference: 'reference-1',
      paymentProcessorReference: undefined,
    });
  });

  it('reads why an authorisation was refused from its words', () => {
    const refused = { eventCode: 'AUTHORISATION', success: 'false', reason: 'Not enough balance' };
    expect(readItem(refused)).toMatchObject({
      kind: 'start',
      isSuccess: false,
      declineCode: 'insufficient_funds',
    });
  });

  it('reads an item that another key of the webhook signed', () => {
    const raw = signedMessage([item]);
    const hmacKeys = ['00'.repeat(32), ...ADYEN_SETTINGS.hmacKeys];
    expect(read(raw, { ...ADYEN_SETTINGS, hmacKeys }).ok).toBe(true);
    expect(read(raw, { ...ADYEN_SETTINGS, hmacKeys: ['00'.repeat(32)] }).ok).toBe(false);
    expect(read(raw, { ...ADYEN_SETTINGS, hmacKeys: [] }).ok).toBe(false);
  });

  it('S84: refuses a message where one of its items is not signed', () => {
    const raw = signedMessage([item, { ...item, pspReference: 'B' }]);
    const text = Buffer.from(raw.body).toString('utf8').replace('"pspReference":"B"', '"pspReference":"C"');
    expect(read({ ...raw, body: Buffer.from(text) })).toMatchObject({
      ok: false,
      status: 401,
      reason: 'signature',
    });
  });

  it('wants the webhook’s login where one is set', () => {
    const settings = { ...ADYEN_SETTINGS, webhookLogin: { user: 'u', password: 'p' } };
    const raw = signedMessage([item]);
    expect(read(raw, settings)).toMatchObject({ ok: false, status: 401, reason: 'login' });
    const authorization = `Basic ${Buffer.from('u:p').toString('base64')}`;
    expect(read({ ...raw, headers: { ...raw.headers, authorization } }, settings).ok).toBe(true);
  });

  it.runIf(hasVendorDocuments)('reads every example of the vendor, once it is signed', () => {
    const { examples } = webhookDocument();
    let signed = 0;
    for (const [name, value] of examples) {
      const { notificationItems = [] } = value as { notificationItems?: { NotificationRequestItem: Item }[] };
      const items = notificationItems.map(({ NotificationRequestItem }) => NotificationRequestItem);
      if (items.length === 0) continue;
      signed += 1;
      expect([name, read(signedMessage(items)).ok]).toEqual([name, true]);
    }
    expect(signed).toBeGreaterThan(35);
  });
});

it('the bench keeps a transcript of one payment of each verb', async () => {
  const bench = adyenBench();
  const { BATTERY } = await import('../conformance/battery.ts');
  for (const { name, run } of BATTERY) {
    if (/^(approves|captures an authorisation whole|refunds a sale|cancels)/.test(name)) await run(bench);
  }
  const schemas = new Set(bench.transcript.map(({ schema }) => schema));
  for (const schema of [
    'PaymentRequest',
    'PaymentResponse',
    'PaymentCaptureRequest',
    'PaymentRefundResponse',
    'PaymentCancelRequest',
    'PaymentReversalResponse',
    'CaptureNotificationRequest',
    'CancelOrRefundNotificationRequest',
  ]) {
    expect(schemas).toContain(schema);
  }
});
