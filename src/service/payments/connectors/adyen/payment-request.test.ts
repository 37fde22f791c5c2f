import { describe, expect, it } from 'vitest';
import type { StartQuestion } from '../../../base/processor/acquirer-question.ts';
import { checkoutDocument, hasVendorDocuments } from '../../../test-kit/acquirers/vendor-documents.ts';
import { paymentRequest } from './payment-request.ts';

const browser = {
  acceptHeader: 'text/html',
  colorDepth: 24,
  javaEnabled: false,
  javaScriptEnabled: true,
  language: 'en-GB',
  screenHeight: 900,
  screenWidth: 1440,
  timeZoneOffset: -60,
  userAgent: 'Mozilla/5.0',
};
const question: StartQuestion = {
  kind: 'authorise',
  key: 'key-1',
  reference: 'reference-1',
  merchantReference: 'order-1',
  merchantAccount: 'Shop',
  amount: 1_234,
  currency: 'EUR',
  card: {
    number: '4111111111111111',
    expMonth: 3,
    expYear: 2030,
    securityCode: '737',
    holder: 'Ada Lovelace',
  },
  authentication: { kind: 'none' },
  interaction: 'ecommerce',
  shopper: {},
  metadata: [{ key: 'sandbox_result', value: '05' }],
};
const RETURN = 'https://wallet.example/returned';
const vendorDocument = hasVendorDocuments ? checkoutDocument() : undefined;
const requestFor = (change: Partial<StartQuestion>) => {
  const request = paymentRequest({ ...question, ...change }, RETURN);
  expect(vendorDocument?.fault('PaymentRequest', request)).toBeUndefined();
  return request;
};

describe('paymentRequest', () => {
  it('asks for an authorisation that is captured by hand, and for nobody to be authenticated', () => {
    expect(requestFor({})).toEqual({
      merchantAccount: 'Shop',
      reference: 'reference-1',
      merchantOrderReference: 'order-1',
      amount: { currency: 'EUR', value: 1_234 },
      paymentMethod: {
        type: 'scheme',
        number: '4111111111111111',
        expiryMonth: '03',
        expiryYear: '2030',
        cvc: '737',
        holderName: 'Ada Lovelace',
      },
      channel: 'Web',
      shopperInteraction: 'Ecommerce',
      returnUrl: RETURN,
      authenticationData: { attemptAuthentication: 'never' },
      additionalData: { manualCapture: 'true' },
    });
  });

  it('asks for a sale that is captured at once', () => {
    const request = requestFor({ kind: 'sale' });
    expect(request).toMatchObject({ captureDelayHours: 0 });
    expect(request).not.toHaveProperty('additionalData');
  });

  it('sends the browser’s eight members and leads to the bank by an address where 3-D Secure is wanted', () => {
    const returnUrl = 'https://wallet.example/box/1';
    expect(requestFor({ authentication: { kind: 'wanted', returnUrl, browser } })).toMatchObject({
      returnUrl,
      browserInfo: browser,
      authenticationData: {
        attemptAuthentication: 'always',
        threeDSRequestData: { nativeThreeDS: 'disabled' },
      },
    });
  });

  it('sends the result of an authentication that was made elsewhere', () => {
    const result = {
      transStatus: 'Y',
      version: '2.2.0',
      eci: '05',
      cavv: 'AAA=',
      dsTransactionId: 'ds-1',
    } as const;
    expect(requestFor({ authentication: { kind: 'done', result } })).toMatchObject({
      mpiData: {
        directoryResponse: 'Y',
        threeDSVersion: '2.2.0',
        eci: '05',
        cavv: 'AAA=',
        dsTransID: 'ds-1',
      },
      authenticationData: { attemptAuthentication: 'never' },
    });
  });

  it.each([
    [{ interaction: 'moto' }, { shopperInteraction: 'Moto' }],
    [
      { storedCredential: { isFirst: true, by: 'shopper' }, shopper: { reference: 'user-1' } },
      { shopperInteraction: 'Ecommerce', recurringProcessingModel: 'CardOnFile', shopperReference: 'user-1' },
    ],
    [
      {
        interaction: 'stored',
        storedCredential: { isFirst: false, by: 'merchant', networkTransactionId: 'network-1' },
        shopper: { reference: 'user-1' },
      },
      {
        shopperInteraction: 'ContAuth',
        recurringProcessingModel: 'UnscheduledCardOnFile',
        paymentMethod: expect.objectContaining({ networkPaymentReference: 'network-1' }),
      },
    ],
    [{ shopper: { ip: '192.0.2.1', locale: 'en-GB' } }, { shopperIP: '192.0.2.1', shopperLocale: 'en-GB' }],
    [
      { card: { ...question.card, network: 'MC' } },
      { paymentMethod: expect.objectContaining({ brand: 'mc' }) },
    ],
  ] as const)('tells the vendor the truth about %j', (change, expected) => {
    expect(requestFor(change)).toMatchObject(expected);
  });
});
