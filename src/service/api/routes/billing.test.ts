import { afterAll, describe, expect, test } from 'vitest';
import { openTestShop } from '../../test-kit/test-shop.ts';

const shop = await openTestShop();
afterAll(shop.close);

const BILLING = '/wallet/api/v1/billing';
const sale = {
  method: 'SALE',
  amount: '10.5',
  currency: 'EUR',
  merchant_id: '1001',
  ccToken: 'tok_sandbox_4242424242424242',
};

async function bill(values: Record<string, string>, headers?: Record<string, string>) {
  const answer = await shop.post(BILLING, values, headers);
  return { status: answer.status, headers: answer.headers, body: JSON.parse(await answer.text()) };
}

const CARD = '4242424242424242';
const SPACED = '4242%204242+4242-4242';

test.each([
  [{ orderID: CARD }, 'orderID'],
  [{ transactionID: CARD }, 'transactionID'],
  [{ callback_url: `http://localhost:3000/paid/${CARD}` }, 'callback_url'],
  [{ callback_url: `http://localhost:3000/paid?with=${SPACED}` }, 'callback_url'],
])('billing warns of %j, and says nothing of the value', async (form, name) => {
  const { status, headers } = await bill({ ...sale, ...form });
  expect(status).toBe(200);
  expect(headers.get('Sandbox-Warning')).toBe(`'${name}' holds what looks like a card number`);
});

test('billing names a switch that the sandbox does not know among what it ignores, and refuses nothing for it', async () => {
  const { status, headers } = await bill({ ...sale, metadata: '{"sandbox_nope":"1","sandbox_result":"00"}' });
  expect([status, headers.get('Sandbox-Ignored-Params')]).toEqual([200, 'metadata#/sandbox_nope']);
});

test('billing names what stands in the address in vain, without its values', async () => {
  const answer = await shop.post(`${BILLING}?method=SALE&amount=1&amount=2&4242424242424242=x&%C3%A9=1`, {});
  expect([answer.status, answer.headers.get('Sandbox-Ignored-Params')]).toEqual([400, '?method, ?amount']);
  const { error } = JSON.parse(await answer.text());
  expect(error).toMatchObject({ code: 'parameter_missing', param: 'method' });
  const done = await shop.post(`${BILLING}?amount=1`, sale);
  expect([done.status, done.headers.get('Sandbox-Ignored-Params')]).toEqual([200, '?amount']);
});

test.each([
  [`${BILLING}/`, `Cannot find this address: expected ${BILLING}`],
  ['/wallet/api/v1/Billing', `Cannot find this address: expected ${BILLING}`],
  [
    '/wallet/api/v1/bill',
    'Cannot find this address: expected one of those that http://127.0.0.1:4000/docs lists',
  ],
])('POST to %s says where to', async (path, message) => {
  const answer = await shop.post(path, sale);
  expect([answer.status, JSON.parse(await answer.text()).error.message]).toEqual([404, message]);
});

test('billing warns beside a decline too, and of nothing where there is nothing', async () => {
  const declined = { ...sale, ccToken: 'tok_sandbox_4000000000000002' };
  const { status, headers } = await bill({ ...declined, orderID: CARD });
  expect([status, headers.get('Sandbox-Warning')]).toEqual([402, expect.stringContaining("'orderID'")]);
  const ids = { orderID: 'order-2030-01-02', callback_url: 'http://localhost:3000/20300102120000/%FF' };
  expect((await bill({ ...sale, ...ids })).headers.get('Sandbox-Warning')).toBeNull();
});

test('billing neither reads nor warns of what it ignores, were it another request’s JSON', async () => {
  for (const custom of ['GBP', '{"note":"4242424242424242"}']) {
    const { status, headers } = await bill({ ...sale, custom });
    expect([status, headers.get('Sandbox-Ignored-Params')]).toEqual([200, 'custom']);
    expect(headers.get('Sandbox-Warning')).toBeNull();
  }
});

const without = (...names: string[]) =>
  Object.fromEntries(Object.entries(sale).filter(([name]) => !names.includes(name)));

describe('billing', () => {
  test('answers a SALE as the spec shows', async () => {
    const { status, headers, body } = await bill(sale);
    expect(status).toBe(200);
    expect(headers.get('Content-Type')).toMatch(/^application\/json/);
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(Object.keys(body)).toEqual(['transaction', 'pm', 'status']);
    expect(body).toMatchObject({ status: 'OK', transaction: { status: 'OK', amount: 10.5, source: 'card' } });
    expect(body.transaction.requestID).toBe(headers.get('Request-Id'));
    expect(body.pm).toMatchObject({ issuer_short: 'VI', last_4_digits: '4242', metadata: [] });
  });

  test('answers a decline with 402, the error beside transaction and pm', async () => {
    const { status, headers, body } = await bill({
      ...sale,
      ccToken: 'tok_sandbox_4000000000000002',
      transactionID: 'declined',
    });
    expect(status).toBe(402);
    expect(body).toEqual({
      status: 'ERROR',
      error: {
        type: 'card_error',
        code: 'card_declined',
        decline_code: 'do_not_honor',
        message: 'Cannot bill SALE: declined with 05, Do not honor',
        doc_url: 'http://127.0.0.1:4000/docs/errors#card_declined',
        request_id: headers.get('Request-Id'),
      },
      transaction: {
        status: 'FAILURE',
        authcode: '',
        tstamp: Date.UTC(2030, 0, 1, 12) / 1000,
        requestID: headers.get('Request-Id'),
        processor: 'sandbox',
        source: 'card',
        orderID: expect.stringMatching(/^ord_/),
        amount: 10.5,
        transactionID: 'declined',
        sandbox: {
          payment_state: 'FAILED',
          authorised: '0.00',
          captured: '0.00',
          capture_pending: '0.00',
          refunded: '0.00',
          refund_pending: '0.00',
          remaining: '0.00',
        },
      },
      pm: expect.objectContaining({ last_4_digits: '0002' }),
    });
  });

  test('takes the secret key of a CHARGE from the form, as the spec shows it', async () => {
    const { body } = await bill({ ...sale, method: 'AUTH' });
    const { transactionID } = body.transaction;
    const charge = { method: 'CHARGE', amount: '10.50', currency: 'EUR', transactionID };
    const answer = await bill({ ...charge, secretKey: 'sk_sandbox_demo' }, {});
    expect(answer).toMatchObject({ status: 200, body: { transaction: { amount: 10.5 } } });
  });

  test('answers a money rule with what the payment still allows', async () => {
    const { body } = await bill({ ...sale, method: 'AUTH' });
    const { transactionID } = body.transaction;
    const answer = await bill({ method: 'CHARGE', amount: '10.51', currency: 'EUR', transactionID });
    expect(answer).toMatchObject({
      status: 422,
      body: {
        error: {
          type: 'money_rule_error',
          code: 'amount_exceeds_authorised',
          param: 'amount',
          sandbox: { payment_state: 'AUTHORISED', remaining: '10.50' },
        },
      },
    });
  });

  test('replays a start that names its id, decline or not, and says so', async () => {
    const named = { ...sale, ccToken: 'tok_sandbox_4000000000009995', transactionID: 'replayed' };
    const [first, second] = [await bill(named), await bill(named)];
    expect(first.headers.get('Idempotent-Replayed')).toBeNull();
    expect(second.headers.get('Idempotent-Replayed')).toBe('true');
    expect(second.status).toBe(402);
    expect(second.body.transaction).toEqual(first.body.transaction);
    expect(await bill({ ...named, orderID: 'other' })).toMatchObject({
      status: 409,
      body: { error: { code: 'transaction_id_exists', param: 'transactionID' } },
    });
  });

  test('names the parameters it ignores', async () => {
    const { status, headers } = await bill({ ...sale, callbackUrl: 'http://localhost' });
    expect(status).toBe(200);
    expect(headers.get('Sandbox-Ignored-Params')).toBe('callbackUrl');
  });

  test('names what a follow-up ignores, which no strict merchant refuses', async () => {
    await shop.set(1001, { strictParams: true });
    const named = { orderID: 'order-1', encrypted_cvv: 'x', fingerprint: '{}' };
    const auth = await bill({ ...sale, method: 'AUTH', orderID: 'order-1' });
    expect([auth.status, auth.headers.get('Sandbox-Ignored-Params')]).toEqual([200, null]);
    const { transactionID } = auth.body.transaction;
    const charge = { method: 'CHARGE', amount: '1', currency: 'EUR', transactionID };
    const { fingerprint: _, ...unused } = named;
    const charged = await bill({ ...charge, ...unused });
    expect([charged.status, charged.headers.get('Sandbox-Ignored-Params')]).toEqual([
      200,
      'orderID, encrypted_cvv',
    ]);
    expect(await bill({ ...charge, ...named })).toMatchObject({
      status: 400,
      body: { error: { code: 'parameter_conflict', param: 'fingerprint' } },
    });
    await shop.set(1001, {});
  });

  test('refuses parameters it does not know where the merchant is strict, on starts and follow-ups', async () => {
    await shop.set(1001, { strictParams: true });
    const refused = { status: 400, body: { error: { code: 'parameter_unknown', param: 'callbackUrl' } } };
    expect(await bill({ ...sale, callbackUrl: 'http://localhost' })).toMatchObject(refused);
    const { body } = await bill({ ...sale, method: 'AUTH' });
    const { transactionID } = body.transaction;
    const charge = { method: 'CHARGE', amount: '1', currency: 'EUR', transactionID };
    expect(await bill({ ...charge, callbackUrl: 'http://localhost' })).toMatchObject(refused);
    expect((await bill({ ...sale, merchant_id: '1002', callbackUrl: 'http://localhost' })).status).toBe(200);
    await shop.set(1001, {});
  });

  test('answers a decline with the status that the merchant set, the body as ever', async () => {
    await shop.set(1001, { declineHttpStatus: 200 });
    const declined = { ...sale, ccToken: 'tok_sandbox_4000000000000002' };
    expect(await bill(declined)).toMatchObject({
      status: 200,
      body: { status: 'ERROR', error: { code: 'card_declined' }, transaction: { status: 'FAILURE' } },
    });
    await shop.set(1001, {});
    expect((await bill(declined)).status).toBe(402);
  });

  test('answers 503 where the processor is unavailable, and keeps nothing', async () => {
    const form = { ...sale, amount: '3000.00', transactionID: 'unavailable' };
    for (const { status, headers, body } of [await bill(form), await bill(form)]) {
      expect(status).toBe(503);
      expect(headers.get('Retry-After')).toBe('1');
      expect(body).toMatchObject({ status: 'ERROR', error: { code: 'processor_unavailable' } });
    }
    expect((await bill({ ...form, amount: '1.00' })).status).toBe(200);
  });

  test('answers as slowly as the metadata says', async () => {
    const began = performance.now();
    await bill({ ...sale, metadata: '{"sandbox_delay_ms":200}' });
    expect(performance.now() - began).toBeGreaterThanOrEqual(199);
  });

  const REFUSALS: [Record<string, string>, number, string, string?][] = [
    [without('method'), 400, 'parameter_missing', 'method'],
    [without('amount'), 400, 'parameter_missing', 'amount'],
    [without('currency'), 400, 'parameter_missing', 'currency'],
    [without('ccToken'), 400, 'parameter_missing', 'ccToken'],
    [without('merchant_id'), 400, 'parameter_missing', 'merchant_id'],
    [{ ...sale, ccToken: '' }, 400, 'parameter_missing', 'ccToken'],
    [{ ...sale, merchant_id: '' }, 400, 'parameter_missing', 'merchant_id'],
    [{ ...sale, transactionID: '' }, 400, 'parameter_invalid', 'transactionID'],
    [{ ...sale, method: 'sale' }, 400, 'method_unsupported', 'method'],
    [{ ...sale, method: 'MOTO' }, 400, 'method_unsupported', 'method'],
    [{ ...sale, method: 'VOID' }, 400, 'parameter_missing', 'transactionID'],
    [{ ...sale, metadata: '{"moto":"fax"}' }, 400, 'moto_value_invalid', 'metadata#/moto'],
    [{ ...sale, metadata: '{"moto":true}' }, 400, 'moto_value_invalid', 'metadata#/moto'],
    [{ ...sale, method: 'AUTH_3DS', metadata: '{"moto":"mail"}' }, 400, 'moto_with_3ds', 'metadata#/moto'],
    [{ ...sale, callback_url: 'nowhere' }, 400, 'callback_url_invalid', 'callback_url'],
    [{ ...sale, callback_url: '' }, 400, 'callback_url_invalid', 'callback_url'],
    [{ ...sale, callback_url: 'ftp://shop.example' }, 400, 'callback_url_invalid', 'callback_url'],
    [{ ...sale, callback_url: 'http://a:b@shop.example' }, 400, 'callback_url_invalid', 'callback_url'],
    [{ ...sale, callback_url: 'http://169.254.169.254/' }, 400, 'callback_url_forbidden', 'callback_url'],
    [
      { ...sale, callback_url: 'https://shop.example/cb?order=#5' },
      400,
      'callback_url_invalid',
      'callback_url',
    ],
    [{ ...sale, callback_url: 'http://[x' }, 400, 'callback_url_invalid', 'callback_url'],
    [
      { ...sale, callback_url: `http://shop.example/${'x'.repeat(2030)}` },
      400,
      'callback_url_invalid',
      'callback_url',
    ],
    [{ ...sale, metadata: '{"failure_code":"x"}' }, 400, 'json_parameter_invalid', 'metadata#/failure_code'],
    [{ ...sale, currency: 'eur' }, 400, 'currency_unsupported', 'currency'],
    [{ ...sale, currency: 'JPY' }, 400, 'currency_unsupported', 'currency'],
    [{ ...sale, amount: '1e3' }, 400, 'amount_invalid', 'amount'],
    [{ ...sale, amount: '-1' }, 400, 'amount_invalid', 'amount'],
    [{ ...sale, amount: '0.00' }, 400, 'amount_too_small', 'amount'],
    [{ ...sale, amount: '1000000.00' }, 400, 'amount_too_large', 'amount'],
    [{ ...sale, merchant_id: '0' }, 400, 'parameter_invalid', 'merchant_id'],
    [{ ...sale, merchant_id: '4711' }, 403, 'merchant_forbidden', 'merchant_id'],
    [{ ...without('merchant_id'), merchantRef: 'nobody' }, 403, 'merchant_forbidden', 'merchantRef'],
    [{ ...sale, merchantRef: 'second' }, 400, 'parameter_conflict', 'merchantRef'],
    [{ ...sale, ccToken: 'cc_nothing' }, 400, 'token_invalid', 'ccToken'],
    [{ ...sale, transactionID: '.' }, 400, 'parameter_invalid', 'transactionID'],
    [{ ...sale, transactionID: '..' }, 400, 'parameter_invalid', 'transactionID'],
    [{ ...sale, transactionID: 'a b' }, 400, 'parameter_invalid', 'transactionID'],
    [{ ...sale, transactionID: 'x'.repeat(65) }, 400, 'parameter_invalid', 'transactionID'],
    [{ ...sale, orderID: 'x'.repeat(65) }, 400, 'parameter_invalid', 'orderID'],
    [{ ...sale, orderID: 'a\nb' }, 400, 'parameter_invalid', 'orderID'],
    [{ ...sale, metadata: '[]' }, 400, 'json_parameter_invalid', 'metadata'],
    [{ ...sale, metadata: '{"callback_url":1}' }, 400, 'json_parameter_invalid', 'metadata#/callback_url'],
    [{ ...sale, metadata: '{"a":"4242424242424242"}' }, 400, 'sensitive_data_in_metadata', 'metadata#/a'],
    [{ ...sale, method: 'CHARGE' }, 400, 'parameter_missing', 'transactionID'],
    [{ ...sale, method: 'REFUND', transactionID: 'none' }, 404, 'transaction_not_found', 'transactionID'],
  ];
  test.each(REFUSALS)('refuses %j with %i %s', async (values, status, code, param) => {
    expect(await bill(values)).toMatchObject({ status, body: { status: 'ERROR', error: { code, param } } });
  });
});

describe('amounts', () => {
  const NOT_AMOUNTS = [
    '1e3',
    '0x10',
    '',
    ' ',
    ' 1',
    '1 ',
    '1,0',
    '.5',
    '10.',
    '-1',
    '+1',
    '-0',
    'NaN',
    'Infinity',
    '00',
    '01',
    '1.2.3',
    '1_000',
    '١',
    '1.001',
    '1000000.00',
    '99999999999999999999',
    '1\n',
    'null',
    '[1]',
    '{}',
    'true',
  ];
  test.each(NOT_AMOUNTS)('are refused with 400 for %j', async (amount) => {
    const { status, body } = await bill({ ...sale, amount });
    expect(status).toBe(400);
    expect(body.error.param).toBe('amount');
    expect(body.error.code).toMatch(/^(amount_(invalid|too_large)|parameter_missing)$/);
  });
});

describe('transactions', () => {
  const lookUp = async (id: string, headers?: Record<string, string>) => {
    const answer = await shop.get(`/wallet/api/v1/transactions/${id}`, headers);
    return { status: answer.status, body: JSON.parse(await answer.text()) };
  };

  test('answers with the record as the spec shows it', async () => {
    const metadata = '{"basket":7}';
    const started = await bill({ ...sale, method: 'AUTH', orderID: 'order 9', metadata });
    const { transactionID } = started.body.transaction;
    const charge = { method: 'CHARGE', amount: '4', currency: 'EUR', transactionID };
    const charged = (await bill(charge)).body.transaction.transactionID;
    const { status, body } = await lookUp(transactionID);
    expect(status).toBe(200);
    expect(body).toEqual({
      transaction: {
        user_id: expect.any(Number),
        business_id: shop.accountId,
        child_business_id: null,
        processor: 'sandbox',
        merchant_ref: 'demo',
        pm_id: started.body.pm.id,
        token: expect.stringMatching(/^cc_[\w-]{32}$/),
        external_token: expect.stringMatching(/^ntk_[0-9a-f]{24}$/),
        source: 'card',
        method: 'AUTH',
        amount: 10.5,
        currency: 'EUR',
        status: 'SUCCESS',
        transaction_id: transactionID,
        order_id: 'order 9',
        payment_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        transaction_date: '2030-01-01 12:00:00',
        ref_transaction_id: '',
        log: expect.any(Number),
        created_at: '2030-01-01 12:00:00',
        metadata: [
          { key: 'processor_transaction_id', value: expect.stringMatching(/^[0-9]{12}$/) },
          { key: 'transactionDetails', value: expect.stringContaining(transactionID) },
          { key: 'basket', value: '7' },
        ],
        sandbox: {
          merchant_id: 1001,
          payment_state: 'PARTIALLY_CAPTURED',
          authorised: '10.50',
          captured: '4.00',
          capture_pending: '0.00',
          refunded: '0.00',
          refund_pending: '0.00',
          remaining: '6.50',
          settled_at: null,
        },
      },
      status: 'OK',
    });
    const { transaction: second } = (await lookUp(charged)).body;
    expect(second).toMatchObject({
      method: 'CHARGE',
      amount: 4,
      ref_transaction_id: transactionID,
      payment_id: body.transaction.payment_id,
    });
    expect(second.log).toBeGreaterThan(body.transaction.log);
  });

  test('shows a decline as FAILURE', async () => {
    const declined = await bill({ ...sale, ccToken: 'tok_sandbox_4000000000009995' });
    const { body } = await lookUp(declined.body.transaction.transactionID);
    expect(body.transaction).toMatchObject({ status: 'FAILURE', sandbox: { payment_state: 'FAILED' } });
  });

  test('finds nothing for unknown and foreign ids, and wants a key', async () => {
    const strangers = await shop.otherShop(5001);
    const { transaction } = await strangers.answer({ ...sale, merchant_id: '5001' });
    const notFound = {
      status: 404,
      body: { error: { code: 'transaction_not_found', param: 'transaction_id' } },
    };
    expect(await lookUp(transaction.transactionID)).toMatchObject(notFound);
    expect(await lookUp('never')).toMatchObject(notFound);
    expect(await lookUp("x'%20or%201=1")).toMatchObject(notFound);
    expect(await lookUp('%00')).toMatchObject(notFound);
    expect(await lookUp('never', {})).toMatchObject({ status: 401 });
  });
});
