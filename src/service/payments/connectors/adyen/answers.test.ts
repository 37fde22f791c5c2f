import { describe, expect, it } from 'vitest';
import type { FollowUpQuestion, StartQuestion } from '../../../base/processor/acquirer-question.ts';
import { ADYEN_SETTINGS, adyenBench } from '../../../test-kit/acquirers/adyen-bench.ts';
import { startQuestion } from '../conformance/questions.ts';
import { adyenAcquirer } from './adyen-acquirer.ts';
import { addressOf, readAdyenSettings } from './adyen-settings.ts';
import { modificationOf } from './modifications.ts';
import { paymentReply } from './payment-reply.ts';
import { REFUSAL_REASONS, refusalOf } from './refusal-reasons.ts';

const error = (errorCode: string, errorType = 'validation') => ({
  status: 422,
  errorCode,
  errorType,
  message: 'No',
});

/** The reply to a sale that the vendor answers so. */
async function replyTo(body: unknown, init: ResponseInit = {}) {
  const question: StartQuestion = { ...startQuestion(adyenBench(), { kind: 'sale' }), reference: 'r-1' };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const call = {
    signal: new AbortController().signal,
    fetch: async () => new Response(text, init),
    now: new Date(),
  };
  return adyenAcquirer(ADYEN_SETTINGS).sale(question, call);
}

describe('adyenAcquirer', () => {
  it.each([
    ['in progress', error('704'), { status: 422 }, 'inProgress'],
    ['malformed', error('14_030'), { status: 422 }, 'refused'],
    ['of an unknown key', { ...error('000', 'security'), status: 401 }, { status: 401 }, 'refused'],
    ['internal', error('905', 'internal'), { status: 422 }, 'unknown'],
    ['transient', error('905'), { status: 422, headers: { 'transient-error': 'true' } }, 'unknown'],
    ['of a broken server', error('905'), { status: 500 }, 'unknown'],
    ['of a proxy', '<html>Forbidden</html>', { status: 403 }, 'unknown'],
    ['of a proxy in JSON', { message: 'Forbidden' }, { status: 403 }, 'unknown'],
    ['elsewhere', '', { status: 302 }, 'unknown'],
    ['no JSON', 'OK', { status: 200 }, 'unknown'],
    ['empty', '', { status: 200 }, 'unknown'],
    ['no payment', {}, { status: 200 }, 'unknown'],
  ] as const)('reads an answer that is %s', async (_what, body, init, kind) => {
    expect((await replyTo(body, init)).kind).toBe(kind);
  });

  it('redacts a card number in the vendor’s words', async () => {
    const message = 'Invalid card 4111 1111 1111 1111';
    const reply = await replyTo({ ...error('101'), message }, { status: 422 });
    expect(reply).toEqual({ kind: 'refused', code: 'adyen_101', text: 'Invalid card [card number]' });
  });

  it('throws for a key that the vendor would not take', async () => {
    const bench = adyenBench();
    const call = { signal: new AbortController().signal, fetch: bench.fetch, now: new Date() };
    for (const key of ['', 'x'.repeat(65), 'with space', 'ä']) {
      await expect(bench.acquirer.sale({ ...startQuestion(bench), key }, call)).rejects.toThrow(
        'a key has 1 to 64',
      );
    }
  });
});

describe('completeAuthentication', () => {
  const complete = (answer: object) =>
    adyenAcquirer(ADYEN_SETTINGS).completeAuthentication(
      {
        kind: 'completion',
        key: 'k',
        reference: 'c-1',
        merchantReference: 'order-1',
        merchantAccount: 'Shop',
        amount: 100,
        currency: 'EUR',
        payment: { reference: 'r-1', processorReference: undefined },
        returned: { redirectResult: 'of another payment' },
      },
      { signal: new AbortController().signal, fetch: async () => Response.json(answer), now: new Date() },
    );
  const answer = { resultCode: 'Authorised', pspReference: 'P', merchantReference: 'r-1' };

  it('believes no end of a payment that may be another', async () => {
    const { merchantReference: _, ...nameless } = answer;
    expect(await complete(nameless)).toEqual({ kind: 'unknown', reason: 'reference_missing' });
    const cheap = { ...answer, amount: { value: 1, currency: 'EUR' } };
    expect(await complete(cheap)).toEqual({ kind: 'unknown', reason: 'amount_differs' });
    expect((await complete(answer)).kind).toBe('approved');
  });
});

describe('paymentReply', () => {
  const expected = { mayRedirect: false, reference: 'r-1', money: { amount: 100, currency: 'EUR' } } as const;
  const redirect = { type: 'redirect', url: 'https://bank.example/', method: 'POST', data: { MD: '1' } };

  it.each([
    [{ resultCode: 'Authorised', pspReference: 'P' }, 'approved'],
    [{ resultCode: 'Authorised' }, 'unknown'],
    [{ resultCode: 'Authorised', pspReference: 'P', merchantReference: 'r-2' }, 'unknown'],
    [{ resultCode: 'Authorised', pspReference: 'P', amount: { value: 99, currency: 'EUR' } }, 'unknown'],
    [{ resultCode: 'Authorised', pspReference: 'P', amount: { value: 100, currency: 'USD' } }, 'unknown'],
    [{ resultCode: 'PartiallyAuthorised', pspReference: 'P' }, 'unknown'],
    [{ resultCode: 'Refused', pspReference: 'P', refusalReasonCode: '12' }, 'declined'],
    [{ resultCode: 'Error', pspReference: 'P' }, 'declined'],
    [{ resultCode: 'Cancelled', pspReference: 'P' }, 'declined'],
    [{ resultCode: 'Pending', pspReference: 'P' }, 'received'],
    [{ resultCode: 'Received' }, 'unknown'],
    [{ resultCode: 'Success', pspReference: 'P' }, 'unknown'],
    [{ resultCode: 'PresentToShopper', pspReference: 'P' }, 'unknown'],
    [{ resultCode: 'authorised', pspReference: 'P' }, 'unknown'],
  ])('reads %j as %s', (body, kind) => {
    expect(paymentReply(body, expected).kind).toBe(kind);
  });

  it('S84: approves a completion only where the answer names our reference', () => {
    const completion = { ...expected, mayRedirect: true, mustNameReference: true };
    const of = (body: object) => paymentReply({ pspReference: 'ANOTHER', ...body }, completion).kind;
    for (const resultCode of ['Authorised', 'Pending', 'Received']) {
      expect(of({ resultCode })).toBe('unknown');
      expect(of({ resultCode, merchantReference: 'r-2' })).toBe('unknown');
    }
    const own = { resultCode: 'Authorised', merchantReference: 'r-1' };
    expect(of(own)).toBe('approved');
    expect(of({ ...own, amount: { value: 99, currency: 'EUR' } })).toBe('unknown');
    expect(of({ resultCode: 'Refused' })).toBe('declined');
  });

  it('takes a redirect that nobody asked for, for a decline that demands authentication', () => {
    for (const resultCode of ['RedirectShopper', 'IdentifyShopper', 'ChallengeShopper']) {
      expect(paymentReply({ resultCode, action: redirect }, expected)).toMatchObject({
        kind: 'declined',
        declineCode: 'authentication_required',
      });
    }
  });

  it('leads to the bank by the vendor’s form, and nowhere without TLS', () => {
    const wanted = { ...expected, mayRedirect: true };
    const body = { resultCode: 'RedirectShopper', pspReference: 'P', action: redirect };
    expect(paymentReply(body, wanted)).toEqual({
      kind: 'redirect',
      processorReference: 'P',
      url: 'https://bank.example/',
      method: 'POST',
      form: { MD: '1' },
    });
    for (const url of ['http://bank.example/', 'javascript:alert(1)', '']) {
      expect(paymentReply({ ...body, action: { ...redirect, url } }, wanted).kind).toBe('unknown');
    }
  });

  it('has the 3-D Secure result and the network’s id where the vendor sends them', () => {
    const additionalData = {
      authCode: '123456',
      networkTxReference: 'N1',
      threeDAuthenticatedResponse: 'Y',
      threeDSVersion: '2.2.0',
      eci: '05',
      cavv: 'AAA=',
      dsTransID: 'D1',
    };
    expect(paymentReply({ resultCode: 'Authorised', pspReference: 'P', additionalData }, expected)).toEqual({
      kind: 'approved',
      processorReference: 'P',
      authcode: '123456',
      networkTransactionId: 'N1',
      threeDs: { transStatus: 'Y', version: '2.2.0', eci: '05', cavv: 'AAA=', dsTransactionId: 'D1' },
    });
  });

  it('declines for a reason that the table does not know, and says so', () => {
    const body = { resultCode: 'Refused', refusalReasonCode: '99', refusalReason: 'Moon phase' };
    expect(paymentReply(body, expected)).toMatchObject({
      kind: 'declined',
      returnCode: '05',
      text: 'Unknown refusal reason 99: Moon phase',
    });
  });
});

describe('refusalOf', () => {
  it('finds each reason by its code and by the words of a webhook', () => {
    for (const [code, reason] of Object.entries(REFUSAL_REASONS)) {
      expect(refusalOf({ code })).toMatchObject({ ...reason, isKnown: true });
      expect(refusalOf({ text: reason.text.toUpperCase() })).toMatchObject({ ...reason, isKnown: true });
    }
    expect(refusalOf({}).isKnown).toBe(false);
  });
});

describe('modificationOf', () => {
  const payment = {
    reference: 'p-1',
    processorReference: 'PSP1',
    authorised: 1_000,
    captured: 0,
    refunded: 0,
    captures: 0,
  };
  const base = {
    key: 'k',
    reference: 'm-1',
    merchantReference: 'order-1',
    merchantAccount: 'Shop',
    currency: 'EUR',
    metadata: [],
  } as const;
  const find = (change: Partial<FollowUpQuestion>, severalCaptures = true) =>
    modificationOf({ ...base, kind: 'cancel', amount: 1_000, payment, ...change }, { severalCaptures });
  const captured = { ...payment, captured: 1_000, captures: 1 };
  const of = { reference: 'c-1', processorReference: 'CAP1' };

  it.each([
    ['a capture', { kind: 'capture' }, '/payments/PSP1/captures'],
    ['a refund', { kind: 'refund', payment: captured }, '/payments/PSP1/refunds'],
    ['a cancel of an authorisation', {}, '/payments/PSP1/cancels'],
    [
      'a cancel whose payment was never answered',
      { payment: { ...payment, processorReference: undefined } },
      '/cancels',
    ],
    [
      'a VOID of a sale that was never answered',
      { payment: { ...captured, processorReference: undefined } },
      '/cancels',
    ],
    ['a VOID of a sale', { payment: captured }, '/payments/PSP1/reversals'],
    ['a VOID of the only capture', { payment: captured, of }, '/payments/PSP1/reversals'],
  ] as const)('asks for %s', (_what, change, path) => {
    expect(find(change)).toHaveProperty('path', path);
  });

  it.each([
    ['a VOID of a sale that was refunded in part', { payment: { ...captured, refunded: 1 } }, 'use_refund'],
    [
      'a VOID of a partial capture',
      { amount: 400, of, payment: { ...captured, captured: 400 } },
      'use_refund',
    ],
    [
      'a VOID of one of two captures',
      { amount: 500, of, payment: { ...captured, captures: 2 } },
      'use_refund',
    ],
    [
      'a VOID of a part of a sale that was never answered',
      { amount: 400, payment: { ...captured, processorReference: undefined } },
      'payment_unknown',
    ],
    ['a VOID of the rest', { amount: 600, payment: { ...captured, captured: 400 } }, 'rest_expires'],
    [
      'a capture of nobody',
      { kind: 'capture', payment: { ...payment, processorReference: undefined } },
      'payment_unknown',
    ],
  ] as const)('refuses %s before it asks', (_what, change, code) => {
    expect(find(change)).toMatchObject({ kind: 'refused', code });
  });

  it('refuses a second capture where the account has one', () => {
    const second = { kind: 'capture', payment: { ...payment, captured: 400, captures: 1 } } as const;
    expect(find(second, false)).toMatchObject({ kind: 'refused', code: 'single_capture' });
    expect(find(second)).toHaveProperty('path', '/payments/PSP1/captures');
  });

  it('lets no reference lead to another path', () => {
    for (const processorReference of ['..', '../../cancels?x=', 'PSP1/refunds', 'PSP1#', '']) {
      const evil = { ...payment, processorReference };
      expect(find({ payment: evil })).toMatchObject({ kind: 'refused', code: 'payment_unknown' });
      const answer = { resultCode: 'Authorised', pspReference: processorReference };
      const expected = { mayRedirect: false, reference: 'ours' };
      expect(paymentReply(answer, expected)).toEqual({ kind: 'unknown', reason: 'answer_unreadable' });
    }
  });

  it('finds nothing in its tables by the name of a built-in', () => {
    for (const code of ['constructor', 'toString', '__proto__']) {
      expect(refusalOf({ code })).toMatchObject({ isKnown: false, returnCode: '05' });
    }
  });
});

describe('readAdyenSettings', () => {
  it('goes to the test system unless a live prefix is set', () => {
    const test = readAdyenSettings({ ADYEN_API_KEY: 'k' });
    expect(addressOf(test)).toBe('https://checkout-test.adyen.com/v71');
    expect(test).toMatchObject({ keyLifeMs: 604_800_000, hmacKeys: [] });
    const live = readAdyenSettings({ ADYEN_API_KEY: 'k', ADYEN_LIVE_PREFIX: '1797a841fbb37ca7-AdyenDemo' });
    expect(addressOf(live)).toBe(
      'https://1797a841fbb37ca7-AdyenDemo-checkout-live.adyenpayments.com/checkout/v71',
    );
  });

  it('reads numbers and lists as they are written, and takes an empty one for none', () => {
    const read = (change: object) => readAdyenSettings({ ADYEN_API_KEY: 'k', ...change });
    expect(read({ ADYEN_TIMEOUT_MS: '', ADYEN_KEY_DAYS: '' })).toEqual(read({}));
    expect(read({ ADYEN_TIMEOUT_MS: '5000', ADYEN_KEY_DAYS: '1' })).toMatchObject({
      timeoutMs: 5_000,
      keyLifeMs: 86_400_000,
    });
    const listed = read({ ADYEN_SEVERAL_CAPTURES: 'ShopA, ShopB,' });
    expect(listed.accountsWithSeveralCaptures).toEqual(['ShopA', 'ShopB']);
  });

  it.each([
    [{}, 'ADYEN_API_KEY is not set'],
    [{ ADYEN_API_KEY: 'k', ADYEN_LIVE_PREFIX: 'evil.example/' }, 'Cannot use ADYEN_LIVE_PREFIX'],
    [{ ADYEN_API_KEY: 'k', ADYEN_HMAC_KEYS: 'secret-in-words' }, 'Cannot use ADYEN_HMAC_KEYS'],
    [{ ADYEN_API_KEY: 'k', ADYEN_TIMEOUT_MS: '60s' }, "Cannot use ADYEN_TIMEOUT_MS: found '60s'"],
    [{ ADYEN_API_KEY: 'k', ADYEN_TIMEOUT_MS: '3000000000' }, 'wanted a whole number of 1000 to 600000'],
    [{ ADYEN_API_KEY: 'k', ADYEN_KEY_DAYS: '7d' }, "Cannot use ADYEN_KEY_DAYS: found '7d'"],
    [{ ADYEN_API_KEY: 'k', ADYEN_WEBHOOK_USER: 'u' }, 'ADYEN_WEBHOOK_PASSWORD is not set'],
  ])('refuses %j, and quotes no secret', (environment, message) => {
    expect(() => readAdyenSettings(environment)).toThrow(message);
    expect(() => readAdyenSettings(environment)).not.toThrow('secret-in-words');
  });
});
