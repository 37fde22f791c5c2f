import { describe, expect, it } from 'vitest';
import { adyenBench } from '../../../test-kit/acquirers/adyen-bench.ts';
import { NEVER_ACTED, testBattery } from '../../../test-kit/acquirers/test-battery.ts';
import {
  checkoutDocument,
  hasVendorDocuments,
  webhookDocument,
} from '../../../test-kit/acquirers/vendor-documents.ts';
import { paymentReply } from './payment-reply.ts';
import { readWebhook } from './webhook.ts';

const validated = hasVendorDocuments
  ? 'validated by its documents'
  : 'NOT validated: no ../shared/vendor/adyen';

describe.each([
  ['with several captures', 'ShopWithSeveral'],
  ['with one capture', 'ShopWithOne'],
])(`adyenAcquirer, ${validated}, to an account %s`, (_kind, merchantAccount) => {
  testBattery(() => adyenBench(merchantAccount), [NEVER_ACTED]);
});

describe.runIf(hasVendorDocuments)('the vendor’s own examples', () => {
  it('are valid by the schemas that the fake is validated by', () => {
    const { examples, fault } = checkoutDocument();
    const wanted = new Map([
      ['post-payments-card-direct', 'PaymentRequest'],
      ['post-payments-card-3d-secure-redirect', 'PaymentRequest'],
      ['post-payments-card-direct-200', 'PaymentResponse'],
      ['post-payments-card-3d-secure-redirect-200', 'PaymentResponse'],
      ['post-payments-details-00.redirect', 'PaymentDetailsRequest'],
      ['post-payments-details-00.redirect-200', 'PaymentDetailsResponse'],
      ['post-cancels-cancel-with-own-reference-201', 'StandalonePaymentCancelResponse'],
      ['post-payments-paymentPspReference-captures-capture-201', 'PaymentCaptureResponse'],
      ['post-payments-paymentPspReference-refunds-refund-201', 'PaymentRefundResponse'],
      ['post-payments-paymentPspReference-reversals-reversal-201', 'PaymentReversalResponse'],
      ['generic-422', 'ServiceError'],
    ]);
    const found = examples.filter(([name]) => wanted.has(name));
    expect(found).toHaveLength(wanted.size);
    for (const [name, value] of found) expect(fault(wanted.get(name) ?? '', value), name).toBeUndefined();
  });

  it('are read as what they say', () => {
    const example = new Map(checkoutDocument().examples);
    const expected = { mayRedirect: true, reference: 'string' };
    expect(paymentReply(example.get('post-payments-card-direct-200'), expected)).toMatchObject({
      kind: 'approved',
      processorReference: '993617895204576J',
      authcode: '044925',
    });
    expect(paymentReply(example.get('post-payments-card-3d-secure-redirect-200'), expected)).toMatchObject({
      kind: 'redirect',
      method: 'GET',
    });
    const completion = { ...expected, mustNameReference: true };
    expect(paymentReply(example.get('post-payments-details-00.redirect-200'), completion)).toEqual({
      kind: 'unknown',
      reason: 'reference_missing',
    });
    expect(paymentReply(example.get('post-payments-card-3d-secure-2-web-200'), expected).kind).toBe(
      'unknown',
    );
  });

  it('of webhooks are each refused without a signature of ours', () => {
    const { examples } = webhookDocument();
    expect(examples.length).toBeGreaterThan(40);
    for (const [name, value] of examples) {
      const raw = { headers: {}, body: Buffer.from(JSON.stringify(value)) };
      const reading = readWebhook(raw, { hmacKeys: ['00'.repeat(32)], webhookLogin: undefined });
      expect([name, reading.ok]).toEqual([name, false]);
    }
  });
});
