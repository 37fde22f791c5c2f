import { eq, sql } from 'drizzle-orm';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, describe, expect, test } from 'vitest';
import { secretKeys } from '../../tables/accounts.ts';
import { refreshTokens, users } from '../../tables/sessions.ts';
import { openTestClient, readJson, refusal, type Values } from '../../test-kit/test-client.ts';
import { addAccount } from '../../test-kit/test-context.ts';

const client = await openTestClient();
afterAll(client.close);

const REFRESH_TOKEN = '/users/api/v1/refresh_token';
const LOGIN = '/users/api/v1/user/login';
const METADATA = '/users/api/v1/user/metadata';

async function metadataOf(externalID: string) {
  const { accessToken } = await client.postJson(LOGIN, { externalID, withMetadata: '1' });
  return decodeJwt(accessToken)['metadata'];
}

async function accessTokenOf(externalID: string): Promise<Values> {
  return { Authorization: (await client.postJson(LOGIN, { externalID })).accessToken };
}

describe('refresh_token', () => {
  test('answers as the spec shows', async () => {
    const answer = await client.post(REFRESH_TOKEN, { externalID: 'user-1', ttl: '60', custom: '{"a":1}' });
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(await readJson(answer)).toEqual({
      Status: 'OK',
      refreshToken: expect.stringMatching(/^rt_sandbox_[A-Za-z0-9_-]{43}$/),
      hint: '0',
    });
  });

  test('hints at what a wallet will show first: saved cards, and what the named merchant takes of providers', async () => {
    const hintOf = async (form: Values) => (await client.postJson(REFRESH_TOKEN, form)).hint;
    expect(await hintOf({})).toBe('guest');
    expect(await hintOf({ merchant_id: '1001' })).toMatch(
      /^guest(\.(applepay|googlepay|paypal|amazonpay)){4}$/,
    );
    const other = await addAccount(client.context, 7001);
    const keys = { secretKey: other.secretKey };
    const alone = await readJson(await client.post(REFRESH_TOKEN, { externalID: 'u' }, keys));
    expect(alone.hint).toMatch(/^0\.[a-z.]+$/);
  });

  test('S53: the hint tells nothing of another account’s merchant, and the refusal makes no token', async () => {
    const { secretKey } = await addAccount(client.context, 7002);
    const keys = { secretKey };
    const tokens = () => client.context.db.$count(refreshTokens);
    const before = await tokens();
    expect(await refusal(client.post(REFRESH_TOKEN, { merchant_id: '1001' }, keys))).toEqual([
      403,
      'merchant_forbidden',
      'merchant_id',
    ]);
    expect(await tokens()).toBe(before);
  });

  test('takes a request without body and type for a guest', async () => {
    const answer = await client.app.request(REFRESH_TOKEN, {
      method: 'POST',
      headers: { secretKey: 'sk_sandbox_demo' },
    });
    expect(await readJson(answer)).toMatchObject({ Status: 'OK' });
  });

  test('keeps no token, only its digest', async () => {
    const { refreshToken } = await client.postJson(REFRESH_TOKEN, { externalID: 'digest' });
    const rows = await client.context.db
      .select({ row: sql<string>`${refreshTokens}::text` })
      .from(refreshTokens);
    expect(rows.map(({ row }) => row).join()).not.toContain(refreshToken.slice(11));
    expect(client.logged()).not.toContain(refreshToken);
  });

  test.each([
    [{ ttl: '59' }],
    [{ ttl: '2592001' }],
    [{ ttl: '1e3' }],
    [{ ttl: '-60' }],
    [{ ttl: ' 60' }],
    [{ ttl: '' }],
    [{ ttl: '999999999' }],
  ])('refuses %j', async (form) => {
    expect(await refusal(client.post(REFRESH_TOKEN, { externalID: 'u', ...form }))).toEqual([
      400,
      'parameter_invalid',
      'ttl',
    ]);
  });

  test('gives a guest no more than a day', async () => {
    expect(await refusal(client.post(REFRESH_TOKEN, { ttl: '86401' }))).toEqual([
      400,
      'parameter_invalid',
      'ttl',
    ]);
    expect(await client.postJson(REFRESH_TOKEN, { ttl: '86400' })).toMatchObject({ Status: 'OK' });
  });

  test.each([
    ['an empty one, which would make a guest', ''],
    ['129 characters', 'x'.repeat(129)],
    ['a control character', 'a\tb'],
    ['one that is not NFC', 'e\u0301'],
  ])('refuses as externalID %s', async (_what, externalID) => {
    expect(await refusal(client.post(REFRESH_TOKEN, { externalID }))).toEqual([
      400,
      'parameter_invalid',
      'externalID',
    ]);
  });

  test('says Status as well when it refuses, whatever refuses', async () => {
    const both = { Status: 'ERROR', status: 'ERROR' };
    expect(await readJson(await client.post(REFRESH_TOKEN, {}, {}))).toMatchObject(both);
    expect(await readJson(await client.app.request(REFRESH_TOKEN))).toMatchObject(both);
    expect(await readJson(await client.post(REFRESH_TOKEN, { ttl: '1' }))).toMatchObject(both);
    expect(await readJson(await client.post(LOGIN, {}))).not.toHaveProperty('Status');
  });

  test('names what it ignores', async () => {
    const answer = await client.post(REFRESH_TOKEN, { externalId: 'typo', callbackUrl: 'x' });
    expect(answer.headers.get('Sandbox-Ignored-Params')).toBe('externalId, callbackUrl');
  });

  test.each([REFRESH_TOKEN, LOGIN])('reads nothing of what it ignores, %s', async (path) => {
    const answer = await client.post(path, { externalID: 'user-1', metadata: 'GBP' });
    expect([answer.status, answer.headers.get('Sandbox-Ignored-Params')]).toEqual([200, 'metadata']);
  });

  test('warns of an e-mail address and of a card number', async () => {
    const answer = await client.post(REFRESH_TOKEN, {
      externalID: 'a@b.example',
      custom: '{"note":"4242 4242 4242 4242"}',
    });
    expect(answer.status).toBe(200);
    const warning = answer.headers.get('Sandbox-Warning');
    expect(warning).toContain("'externalID' looks like an e-mail address");
    expect(warning).toContain("'custom' holds what looks like a card number");
  });

  test.each([
    ['externalID', { externalID: '4242424242424242' }],
    ['custom', { custom: '{"note":"4242\\u00a04242\\u00a04242\\u00a04242"}' }],
  ])('warns of a card number in %s', async (name, form) => {
    const answer = await client.post(REFRESH_TOKEN, form);
    expect([answer.status, answer.headers.get('Sandbox-Warning')]).toEqual([
      200,
      `'${name}' holds what looks like a card number`,
    ]);
  });

  test('warns of nothing else', async () => {
    const answer = await client.post(REFRESH_TOKEN, { externalID: 'user-1', custom: '{"a":1}' });
    expect(answer.headers.get('Sandbox-Warning')).toBeNull();
  });
});

describe('login', () => {
  test('answers as the spec shows', async () => {
    const body = await client.postJson(LOGIN, { externalID: 'user-1' });
    expect(body).toEqual({
      id: expect.any(Number),
      accessToken: expect.any(String),
      userInfo: { isGuest: false },
      status: 'OK',
    });
    const { publicJwk } = client.context.keys.accessToken.current();
    expect(decodeProtectedHeader(body.accessToken)).toEqual({
      alg: 'ES256',
      typ: 'at+jwt',
      kid: publicJwk.kid,
    });
    const now = Date.UTC(2030, 0, 1, 12) / 1000;
    expect(decodeJwt(body.accessToken)).toEqual({
      iss: 'http://127.0.0.1:4000',
      aud: 'users',
      sub: String(body.id),
      acct: 1,
      sid: expect.any(String),
      guest: false,
      iat: now,
      nbf: now,
      exp: now + 900,
      jti: expect.any(String),
    });
  });

  test('gives the same id to everyone who comes first at once', async () => {
    const logins = Array.from({ length: 8 }, () => client.postJson(LOGIN, { externalID: 'first' }));
    const ids = (await Promise.all(logins)).map(({ id }) => id);
    expect(new Set(ids).size).toBe(1);
  });

  test('compares externalID byte for byte, and per account', async () => {
    const other = await addAccount(client.context, 2001);
    const idOf = async (externalID: string, secretKey = 'sk_sandbox_demo') =>
      (await client.postJson(LOGIN, { externalID }, { secretKey })).id;
    const ids = [await idOf('Ann'), await idOf('ann'), await idOf('Ann', other.secretKey)];
    expect(new Set(ids).size).toBe(3);
  });

  test.each([
    ['externalID', 'parameter_missing', {}],
    ['externalID', 'parameter_missing', { externalID: '' }],
    ['withMetadata', 'parameter_invalid', { externalID: 'u', withMetadata: '2' }],
    ['withMetadata', 'parameter_invalid', { externalID: 'u', withMetadata: 'true' }],
    ['withMetadata', 'parameter_invalid', { externalID: 'u', withMetadata: '' }],
    ['custom', 'json_parameter_invalid', { externalID: 'u', custom: '[]' }],
    ['custom', 'json_parameter_invalid', { externalID: 'u', custom: '{' }],
    ['custom', 'json_parameter_invalid', { externalID: 'u', custom: '' }],
    ['custom', 'json_parameter_invalid', { externalID: 'u', custom: 'null' }],
    ['custom#/a', 'json_parameter_invalid', { externalID: 'u', custom: '{"a":1,"a":2}' }],
  ])('refuses a wrong %s with %s', async (param, code, form: Values) => {
    expect(await refusal(client.post(LOGIN, form))).toEqual([400, code, param]);
  });

  test('puts metadata into the token when asked, and refuses more than fits', async () => {
    await client.postJson(LOGIN, { externalID: 'meta', custom: '{"tier":"gold"}' });
    expect(await metadataOf('meta')).toEqual({ tier: 'gold' });
    const { accessToken } = await client.postJson(LOGIN, { externalID: 'meta', withMetadata: '0' });
    expect(decodeJwt(accessToken)).not.toHaveProperty('metadata');
    const large = JSON.stringify({ text: 'x'.repeat(4096) });
    const form = { externalID: 'meta', withMetadata: '1', custom: large };
    expect(await refusal(client.post(LOGIN, form))).toEqual([
      400,
      'metadata_too_large_for_token',
      'withMetadata',
    ]);
    expect(await metadataOf('meta')).toEqual({ tier: 'gold' });
  });

  test('creates no user when it refuses', async () => {
    const custom = JSON.stringify({ text: 'x'.repeat(4096) });
    await client.post(LOGIN, { externalID: 'nobody', withMetadata: '1', custom });
    const rows = await client.context.db.select().from(users).where(eq(users.externalId, 'nobody'));
    expect(rows).toEqual([]);
  });
});

describe('metadata', () => {
  test.each([METADATA, '/api/v1/user/metadata'])('answers as the spec shows at %s', async (path) => {
    const headers = await accessTokenOf('user-2');
    const answer = await client.post(path, { metadata: '{"a":1}' }, headers);
    expect([answer.status, await readJson(answer)]).toEqual([200, { status: 'OK' }]);
    expect(await readJson(await client.post(path, {}, headers))).toEqual({ status: 'OK' });
  });

  test('merges at the top alone; null removes; what is not named stays', async () => {
    await client.postJson(REFRESH_TOKEN, { externalID: 'merge', custom: '{"a":{"x":1},"b":1,"c":1}' });
    await client.postJson(LOGIN, { externalID: 'merge', custom: '{"b":null,"d":null}' });
    const headers = await accessTokenOf('merge');
    await client.postJson(METADATA, { metadata: '{"a":{"y":2}}' }, headers);
    await client.postJson(METADATA, {}, headers);
    expect(await metadataOf('merge')).toEqual({ a: { y: 2 }, c: 1 });
  });

  test('takes a key of 40 characters, whatever UTF-16 makes of them', async () => {
    const headers = await accessTokenOf('emoji');
    await client.postJson(METADATA, { metadata: JSON.stringify({ ['😀'.repeat(40)]: 1 }) }, headers);
    expect(Object.keys(Object(await metadataOf('emoji')))).toHaveLength(1);
  });

  test('loses nothing when many write at once', async () => {
    const headers = await accessTokenOf('race');
    const keys = Array.from({ length: 10 }, (_, index) => `k${index}`);
    await Promise.all(
      keys.map((key) => client.post(METADATA, { metadata: JSON.stringify({ [key]: 1 }) }, headers)),
    );
    expect(Object.keys(Object(await metadataOf('race'))).sort()).toEqual(keys);
  });

  test.each([
    ['a key of 41 characters', { ['k'.repeat(41)]: 1 }, `metadata#/${'k'.repeat(40)}`],
    ['51 keys', Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, 1])), 'metadata'],
    ['more than 16 KB', { text: 'x'.repeat(16_385) }, 'metadata'],
  ])('refuses %s', async (_what, metadata, param) => {
    const headers = await accessTokenOf('limits');
    const answer = client.post(METADATA, { metadata: JSON.stringify(metadata) }, headers);
    expect(await refusal(answer)).toEqual([400, 'json_parameter_invalid', param]);
  });
});

describe('the secret key', () => {
  const withKey = (secretKey: string, form: Values = {}) => client.post(REFRESH_TOKEN, form, { secretKey });

  test('is taken from the form too, once or twice the same', async () => {
    const secretKey = 'sk_sandbox_demo';
    expect((await client.post(REFRESH_TOKEN, { secretKey }, {})).status).toBe(200);
    const answer = await client.post(REFRESH_TOKEN, { secretKey }, { SECRETKEY: secretKey });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Sandbox-Ignored-Params')).toBeNull();
  });

  test('is refused with one answer when unknown, mistyped or revoked', async () => {
    const other = await addAccount(client.context, 2002);
    expect((await withKey(other.secretKey)).status).toBe(200);
    await client.context.db
      .update(secretKeys)
      .set({ revokedAt: client.context.clock.now() })
      .where(eq(secretKeys.id, other.secretKey.slice(11, 19)));
    client.context.rowCache.forget();
    const stranger = other.secretKey.replace(/.{6}$/, '000000');
    for (const key of [other.secretKey, stranger, 'nonsense', `sk_sandbox_${'x'.repeat(10_000)}`]) {
      const answer = await withKey(key);
      expect(answer.headers.get('WWW-Authenticate')).toBe('SecretKey');
      expect(await refusal(answer)).toEqual([401, 'secret_key_invalid']);
    }
  });

  test('is said to be missing, a publishable one, or two that differ', async () => {
    expect(await refusal(client.post(REFRESH_TOKEN, {}, {}))).toEqual([401, 'secret_key_missing']);
    expect(await refusal(client.post(REFRESH_TOKEN, { secretKey: '' }, {}))).toEqual([
      401,
      'secret_key_missing',
    ]);
    expect(await refusal(withKey('pk_sandbox_demo'))).toEqual([401, 'publishable_key_used']);
    expect(await refusal(withKey('sk_sandbox_demo', { secretKey: 'other' }))).toEqual([
      400,
      'parameter_conflict',
      'secretKey',
    ]);
  });

  test('is refused in a URL and from a browser, on every endpoint', async () => {
    for (const path of [REFRESH_TOKEN, METADATA, '/wallet/api/v1/token', '/healthz', '/nowhere']) {
      expect(await refusal(client.post(`${path}?secretKey=x`))).toEqual([401, 'secret_key_in_url']);
      expect(await refusal(client.post(`${path}?x=sk_sandbox_demo`))).toEqual([401, 'secret_key_in_url']);
      const headers = { secretKey: 'sk_sandbox_demo', Origin: 'http://localhost:3000' };
      expect(await refusal(client.post(path, {}, headers))).toEqual([403, 'secret_key_in_browser']);
    }
    const form = { secretKey: 'sk_sandbox_demo' };
    const answer = client.post(REFRESH_TOKEN, form, { Origin: 'http://localhost:3000' });
    expect(await refusal(answer)).toEqual([403, 'secret_key_in_browser']);
  });

  test('is judged before any parameter is, and after size and type', async () => {
    expect(await refusal(withKey('nonsense', { ttl: 'x' }))).toEqual([401, 'secret_key_invalid']);
    expect(await refusal(client.post(REFRESH_TOKEN, { ttl: 'x' }, {}))).toEqual([401, 'secret_key_missing']);
    expect(await refusal(client.post(REFRESH_TOKEN, '{}', { 'Content-Type': 'application/json' }))).toEqual([
      415,
      'media_type_unsupported',
    ]);
    expect(
      await refusal(client.post(REFRESH_TOKEN, 'x'.repeat(65_537), { 'Content-Length': '65537' })),
    ).toEqual([413, 'body_too_large']);
  });

  test('never appears in the log', async () => {
    await client.post(REFRESH_TOKEN, { secretKey: 'sk_sandbox_demo', externalID: 'canary-user' }, {});
    expect(client.logged()).not.toMatch(/sk_sandbox|canary-user/);
  });

  test('of the demo account is refused when the service is not on a loopback address', async () => {
    const open = await openTestClient('https://wallet.example');
    expect(await refusal(open.post(REFRESH_TOKEN))).toEqual([401, 'secret_key_invalid']);
    const form = { publishableKey: 'pk_sandbox_demo', refreshToken: 'x' };
    expect(await refusal(open.post('/wallet/api/v1/token', form, { Origin: 'http://localhost:1' }))).toEqual([
      401,
      'publishable_key_invalid',
      'publishableKey',
    ]);
    expect((await open.app.request('/healthz')).headers.get('Strict-Transport-Security')).toContain(
      'max-age',
    );
    await open.close();
  });
});

describe('a body', () => {
  const type = (value: string) =>
    client.post(REFRESH_TOKEN, 'externalID=u', { secretKey: 'sk_sandbox_demo', 'Content-Type': value });

  test.each([
    'application/x-www-form-urlencoded; charset=utf-8',
    'Application/X-WWW-Form-Urlencoded;charset="UTF-8"',
    'application/x-www-form-urlencoded; charset=utf8',
    'application/x-www-form-urlencoded; charset="Utf8"',
    'application/x-www-form-urlencoded;charset = UTF8;',
  ])('is taken as %s', async (value) => {
    expect((await type(value)).status).toBe(200);
  });

  test.each([
    'application/json',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded; charset=latin1',
    'application/x-www-form-urlencoded; charset=utf88',
    'application/x-www-form-urlencoded; charset=utf-16',
    'application/x-www-form-urlencoded, application/json',
  ])('is refused as %s', async (value) => {
    expect(await refusal(type(value))).toEqual([415, 'media_type_unsupported']);
  });

  test('is refused compressed', async () => {
    const headers = { secretKey: 'sk_sandbox_demo', 'Content-Encoding': 'gzip' };
    expect(await refusal(client.post(REFRESH_TOKEN, 'a', headers))).toEqual([415, 'media_type_unsupported']);
  });

  test('is read no further than 64 KB when its length is not said', async () => {
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 1024;
        controller.enqueue(new Uint8Array(1024).fill(97));
      },
    });
    const request = new Request(`http://127.0.0.1:4000${REFRESH_TOKEN}`, {
      method: 'POST',
      body: endless,
      duplex: 'half',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', secretKey: 'sk_sandbox_demo' },
    });
    expect(await refusal(client.app.request(request))).toEqual([413, 'body_too_large']);
    expect(sent).toBeLessThan(80 * 1024);
  });

  test.each([
    ['a=1&a=2', [400, 'parameter_duplicated', 'a']],
    ['a[b]=1', [400, 'parameter_name_invalid']],
    ['a=%FF', [400, 'body_malformed']],
  ])('is refused as %s', async (body, expected) => {
    expect(await refusal(client.post(REFRESH_TOKEN, body))).toEqual(expected);
  });
});

describe('an address', () => {
  test('that is unknown, or longer than 2,048', async () => {
    expect(await refusal(client.app.request('/users/api/v1/nothing'))).toEqual([404, 'not_found']);
    expect(await refusal(client.app.request('/%FF%zz'))).toEqual([404, 'not_found']);
    expect(await refusal(client.app.request(`/${'x'.repeat(2048)}`))).toEqual([414, 'url_too_long']);
  });

  test('with another method is refused with Allow', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const answer = await client.app.request(LOGIN, { method });
      expect(answer.headers.get('Allow')).toBe('POST');
      expect(await refusal(answer)).toEqual([405, 'http_method_not_allowed']);
    }
  });

  test('can be framed by nobody unless it says so', async () => {
    for (const path of ['/healthz', '/nothing', '/.well-known/jwks.json']) {
      const { headers } = await client.app.request(path);
      expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('Access-Control-Allow-Origin')).toBeNull();
    }
  });
});
