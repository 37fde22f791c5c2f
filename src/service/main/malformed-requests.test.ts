import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTestClient, readJson, refusal, type TestClient, type Values } from '../test-kit/test-client.ts';

const TOKEN = 'tok_sandbox_4242424242424242';
const CANARY = '4111111111111111';
const SHOP = { Origin: 'http://localhost:3000' };
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

let client: TestClient;
/** A transaction that could be charged. */
let authorised: string;
let headersOf: Record<'merchant' | 'user' | 'wallet' | 'page', Values>;
beforeAll(async () => {
  client = await openTestClient();
  const { accessToken: user } = await client.postJson('/users/api/v1/user/login', { externalID: 'u' });
  const { refreshToken } = await client.postJson('/users/api/v1/refresh_token', { externalID: 'u' });
  const grant = { publishableKey: 'pk_sandbox_demo', refreshToken };
  const { accessToken: wallet } = await client.postJson('/wallet/api/v1/token', grant, SHOP);
  const auth = { method: 'AUTH', ccToken: TOKEN, amount: '10', currency: 'EUR', merchant_id: '1001' };
  const { transaction } = await client.postJson('/wallet/api/v1/billing', auth);
  authorised = transaction.transactionID;
  headersOf = {
    merchant: { secretKey: 'sk_sandbox_demo' },
    user: { Authorization: user },
    wallet: { Authorization: wallet },
    page: SHOP,
  };
});
afterAll(() => client.close());
afterEach(() => {
  expect({}).not.toHaveProperty('x');
  expect({}).not.toHaveProperty('polluted');
});

const endpoints = [
  ['/users/api/v1/refresh_token', 'merchant', 'externalID'],
  ['/users/api/v1/user/login', 'merchant', 'externalID'],
  ['/users/api/v1/user/metadata', 'user', 'metadata'],
  ['/api/v1/user/metadata', 'user', 'metadata'],
  ['/wallet/api/v1/token', 'page', 'refreshToken'],
  ['/wallet/api/v1/billing', 'merchant', 'ccToken'],
  ['/wallet/api/v1/cards', 'wallet', 'card'],
  ['/wallet/api/v1/aliases', 'wallet', 'method'],
] as const;

/** Status, code and parameter, of an answer that repeats nothing of the card number in it. */
async function told(answer: Response) {
  const text = await answer.clone().text();
  expect(text + JSON.stringify([...answer.headers])).not.toContain(CANARY);
  return refusal(answer);
}

const malformed = [400, 'body_malformed'];
const badName = [400, 'parameter_name_invalid'];

describe.each(endpoints)('POST %s', (path, caller, name) => {
  const send = (body: Values | string | Uint8Array<ArrayBuffer>, headers: Values = {}) =>
    client.post(path, body, { ...headersOf[caller], ...headers });

  test.each<[string, string, unknown[]]>([
    ['a parameter twice', `${name}=1&${name}=${CANARY}`, [400, 'parameter_duplicated', name]],
    [
      'a parameter twice in two encodings',
      `${name}=1&%${name.charCodeAt(0).toString(16)}${name.slice(1)}=2`,
      [400, 'parameter_duplicated', name],
    ],
    ['__proto__', `__proto__=${CANARY}`, badName],
    ['a bracketed name', `${name}[__proto__][polluted]=${CANARY}`, badName],
    ['an encoded bracketed name', `${name}%5B__proto__%5D%5Bx%5D=1`, badName],
    ['a list name', `${name}[]=${CANARY}`, badName],
    ['a dotted name', 'constructor.prototype.polluted=1', badName],
    ['a card number as a name', `${CANARY}=1`, badName],
    ['a name with a NUL', 'a%00=1', badName],
    ['a byte order mark', `\uFEFF${name}=${CANARY}`, badName],
    ['a byte that is no UTF-8', `${name}=${CANARY}%FF`, malformed],
    ['an overlong slash', `${name}=%C0%AF${CANARY}`, malformed],
    ['half a surrogate pair', `${name}=%ED%A0%80`, malformed],
    ['a broken escape', `${name}=%4`, malformed],
    ['an escape that is none', `${name}=%zz${CANARY}`, malformed],
    ['a NUL', `${name}=${CANARY}%00`, [...malformed, name]],
    ['101 parameters', Array.from({ length: 101 }, (_, index) => `a${index}=1`).join('&'), malformed],
    ['65 kB', `${name}=${CANARY.repeat(4100)}`, [413, 'body_too_large']],
  ])('refuses %s', async (_what, body, expected) => {
    expect(await told(await send(body))).toEqual(expected);
  });

  test('refuses raw bytes that are no UTF-8', async () => {
    expect(await told(await send(Uint8Array.from([0x61, 0x3d, 0xff, 0xfe])))).toEqual(malformed);
  });

  test.each([
    'application/json',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded; charset=iso-8859-1',
    'application/x-www-form-urlencoded2',
    'nonsense',
  ])('refuses a body of type %s', async (type) => {
    const answer = await send(`{"${name}":"${CANARY}"}`, { 'Content-Type': type });
    expect(await told(answer)).toEqual([415, 'media_type_unsupported']);
  });

  test.each(['gzip', 'deflate', 'br', 'x'])('refuses a body encoded as %s', async (encoding) => {
    const answer = await send(`${name}=1`, { 'Content-Encoding': encoding });
    expect(await told(answer)).toEqual([415, 'media_type_unsupported']);
  });

  test('repeats no card number that stands where something else belongs', async () => {
    const form = Object.fromEntries(
      ['externalID', 'metadata', 'custom', 'ttl', 'publishableKey', 'refreshToken', 'ccToken', 'method']
        .concat('amount', 'currency', 'merchant_id', 'transactionID', 'callback_url', 'card', 'view')
        .map((one) => [one, `${CANARY}'"<`]),
    );
    const [status] = await told(await send(form));
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });
});

describe.each(['/users/api/v1/refresh_token', '/users/api/v1/user/login', '/wallet/api/v1/billing'])(
  'POST %s with a secret key',
  (path) => {
    const post = (form: Values, headers: Values = {}) => client.post(path, form, headers);

    test('in header and body takes the same twice, not two', async () => {
      const both = await post({ secretKey: 'sk_sandbox_demo' }, { secretKey: 'sk_sandbox_demo' });
      expect(both.status).not.toBe(401);
      expect(await told(await post({ secretKey: CANARY }, { secretKey: 'sk_sandbox_demo' }))).toEqual([
        400,
        'parameter_conflict',
        'secretKey',
      ]);
    });

    test('tells who has none nothing of the parameters', async () => {
      const wrong = { externalID: '', method: 'NONE', ttl: CANARY };
      expect(await told(await post(wrong))).toEqual([401, 'secret_key_missing']);
      expect(await told(await post({ ...wrong, secretKey: CANARY }))).toEqual([401, 'secret_key_invalid']);
    });

    test('in the address is refused', async () => {
      const url = `${path}?secretKey=${CANARY}`;
      expect(await told(await client.post(url, {}))).toEqual([401, 'secret_key_in_url']);
    });
  },
);

test.each([
  '',
  '[]',
  'null',
  '1',
  '"text"',
  'true',
  '{',
  '{}{}',
  '{"a":1,}',
  "{'a':1}",
  '{a:1}',
  '\uFEFF{}',
  '{"a":NaN}',
  '{"a":1,"a":2}',
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '{"a":{"\\u005f_proto__":{"x":1}}}',
  '{"a":"\\u0000"}',
  '{"a":"\\ud800"}',
  '{"a":1e999}',
  `${'{"a":'.repeat(9)}1${'}'.repeat(9)}`,
  `{"a":${'['.repeat(10_000)}`,
  `{"${CANARY}":"\\u0000"}`,
])('metadata and custom refuse %j', async (text) => {
  const start = { method: 'SALE', ccToken: TOKEN, amount: '1', currency: 'EUR' };
  const requests = [
    client.post('/wallet/api/v1/billing', { ...start, merchant_id: '1001', metadata: text }),
    client.post('/users/api/v1/refresh_token', { externalID: 'u', custom: text }),
    client.post('/users/api/v1/user/login', { externalID: 'u', custom: text }),
    client.post('/users/api/v1/user/metadata', { metadata: text }, headersOf.user),
  ];
  for (const answer of await Promise.all(requests)) {
    const [status, code] = await told(answer);
    expect(status).toBe(400);
    expect(['json_parameter_invalid', 'parameter_invalid']).toContain(code);
  }
});

const amounts = {
  amount_invalid: [
    '-1',
    '+1',
    ' 1',
    '1 ',
    '1,00',
    '1.000',
    '1e3',
    '0x10',
    '.5',
    '10.',
    '01',
    '1_000',
    'NaN',
    'Infinity',
    '１',
    '١',
    '1\u00a0',
    '10abc',
    '--1',
    '1/2',
    '1e-1',
    '9999999999',
    '1.2.3',
    '€1',
    '1\n',
  ],
  amount_too_small: ['0', '0.00', '0.0'],
  amount_too_large: ['1000000', '999999999.99'],
};
test.each(Object.entries(amounts).flatMap(([code, texts]) => texts.map((text) => [text, code] as const)))(
  'an amount of %j is %s on every method',
  async (amount, code) => {
    const form = { currency: 'EUR', merchant_id: '1001', amount };
    for (const method of ['SALE', 'AUTH', 'SALE_3DS', 'AUTH_3DS']) {
      const ccToken = TOKEN;
      const answer = await client.post('/wallet/api/v1/billing', { ...form, method, ccToken });
      expect(await told(answer)).toEqual([400, code, 'amount']);
    }
    const charge = { ...form, method: 'CHARGE', transactionID: authorised };
    expect(await told(await client.post('/wallet/api/v1/billing', charge))).toEqual([400, code, 'amount']);
  },
);

test('an address of 2,049 characters is too long, everywhere', async () => {
  for (const [path, caller] of endpoints) {
    const answer = await client.app.request(`${path}?${'a'.repeat(2048 - path.length)}`, {
      method: 'POST',
      body: 'a=1',
      headers: { ...FORM, ...headersOf[caller] },
    });
    expect(await refusal(answer)).toEqual([414, 'url_too_long']);
  }
  expect((await readJson(await client.app.request('/healthz'))).status).toBe('OK');
});
