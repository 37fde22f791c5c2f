import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { type CallbackHeaders, CallbackVerificationError, verifyCallback } from './verify-callback.ts';

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
const secret = newSecret();
const body = JSON.stringify({
  transaction: { transaction_id: 'shop-1', order_id: 'Kaffee ☕' },
  notification_details: { isSuccess: '1', info: 'SALE_SUCCEEDED' },
});

/** As Standard Webhooks' own library signs. */
function signed({ at = new Date(), id = 'msg_1', by = secret, text = body } = {}) {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(by).sign(id, at, text),
  };
}

const codeOf = (
  headers: CallbackHeaders,
  changed: { body?: string; secret?: string; tolerance?: number } = {},
) => {
  try {
    verifyCallback({ headers, body, secret, ...changed });
    return 'verified';
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error;
  }
};

const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000);

describe('verifyCallback', () => {
  test('gives the body that the library of Standard Webhooks signed, text or bytes', () => {
    const parsed = JSON.parse(body);
    expect(verifyCallback({ headers: signed(), body, secret })).toEqual(parsed);
    expect(verifyCallback({ headers: signed(), body: Buffer.from(body), secret })).toEqual(parsed);
    expect(verifyCallback({ headers: new Headers(signed()), body, secret })).toEqual(parsed);
    const asNode = Object.fromEntries(Object.entries(signed()).map(([name, value]) => [name, [value]]));
    expect(verifyCallback({ headers: asNode, body, secret })).toEqual(parsed);
  });

  const upper = (name: string) => name.toUpperCase();
  const title = (name: string) => name.replace(/\b[a-z]/g, upper);
  const renamed = (rename: (name: string) => string) =>
    Object.entries(signed()).map(([name, value]): [string, string] => [rename(name), value]);
  const distinct = (rename: (name: string) => string) =>
    renamed(rename).map(([name, value]): [string, string[]] => [name, [value]]);
  const shapes: [string, CallbackHeaders][] = [
    ['a plain object in Title-Case', Object.fromEntries(renamed(title))],
    ['a plain object in UPPER-CASE', Object.fromEntries(renamed(upper))],
    ['headersDistinct of Node', Object.fromEntries(distinct(String))],
    ['arrays in Title-Case', Object.fromEntries(distinct(title))],
    ['a Map', new Map(renamed(String))],
    ['a Map in Title-Case', new Map(renamed(title))],
    ['a Map of arrays', new Map(distinct(title))],
    ['an object without a prototype', Object.assign(Object.create(null), signed())],
    ['Headers made in Title-Case', new Headers(renamed(title))],
    [
      'a getter that knows any case, and no more',
      {
        get: (name: string) => new Headers(signed()).get(name),
      },
    ],
  ];
  test.each(shapes)('finds its headers in %s', (_what, headers) => {
    expect(codeOf(headers)).toBe('verified');
  });

  test('takes any of the signatures that came in headers of their own', () => {
    const headers = { ...signed(), 'webhook-signature': ['v1,AAAA', signed()['webhook-signature']] };
    expect(codeOf(headers)).toBe('verified');
    expect(codeOf({ ...headers, 'webhook-signature': ['v1,AAAA', 'v1,BBBB'] })).toBe('signature_invalid');
    expect(codeOf({ ...headers, 'webhook-signature': [] })).toBe('headers_missing');
  });

  const faults: [string, Record<string, string>, { body?: string; secret?: string }?][] = [
    ['another secret', signed({ by: newSecret() })],
    ['an altered byte', signed(), { body: body.replace('shop-1', 'shop-2') }],
    ['another id', { ...signed(), 'webhook-id': 'msg_2' }],
    [
      'another timestamp',
      { ...signed(), 'webhook-timestamp': signed({ at: secondsAgo(-1) })['webhook-timestamp'] },
    ],
    ['a shorter signature', { ...signed(), 'webhook-signature': signed()['webhook-signature'].slice(0, -8) }],
    [
      'another version',
      { ...signed(), 'webhook-signature': signed()['webhook-signature'].replace('v1', 'v1a') },
    ],
    ['no signature at all', { ...signed(), 'webhook-signature': 'v1,' }],
  ];
  test.each(faults)('refuses %s, as the library does', (_what, headers, changed = {}) => {
    expect(codeOf(headers, changed)).toBe('signature_invalid');
    expect(() => new Webhook(secret).verify(changed.body ?? body, headers)).toThrow();
  });

  test('takes either of two signatures, as while a secret is rotated', () => {
    const next = newSecret();
    const both = [signed({ by: next }), signed()].map((headers) => headers['webhook-signature']).join(' ');
    const headers = { ...signed(), 'webhook-signature': both };
    expect(codeOf(headers)).toBe('verified');
    expect(codeOf(headers, { secret: next })).toBe('verified');
    expect(codeOf(headers, { secret: newSecret() })).toBe('signature_invalid');
  });

  test('refuses a timestamp more than five minutes off, either way, or more than it is told', () => {
    expect(codeOf(signed({ at: secondsAgo(290) }))).toBe('verified');
    expect(codeOf(signed({ at: secondsAgo(-290) }))).toBe('verified');
    expect(codeOf(signed({ at: secondsAgo(310) }))).toBe('timestamp_out_of_tolerance');
    expect(codeOf(signed({ at: secondsAgo(-310) }))).toBe('timestamp_out_of_tolerance');
    expect(codeOf(signed({ at: secondsAgo(20) }), { tolerance: 10 })).toBe('timestamp_out_of_tolerance');
    expect(codeOf(signed(), { tolerance: Number.NaN })).toBe('timestamp_out_of_tolerance');
  });

  test.each(['', 'soon', '1e9', ' 1', '-1', '1.5'])('refuses the timestamp %j', (timestamp) => {
    const code = codeOf({ ...signed(), 'webhook-timestamp': timestamp });
    expect(code).toBe(timestamp === '' ? 'headers_missing' : 'timestamp_invalid');
  });

  test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    'refuses a request without %s',
    (name) => {
      expect(codeOf({ ...signed(), [name]: undefined })).toBe('headers_missing');
    },
  );

  test.each([
    '',
    'whsec_',
    'sk_sandbox_demo',
    `whsec_${randomBytes(23).toString('base64')}`,
    secret.slice(6),
  ])('refuses %j as a secret', (wrong) => {
    expect(codeOf(signed(), { secret: wrong })).toBe('secret_invalid');
  });

  test('takes a key of 24 bytes, the shortest of Standard Webhooks', () => {
    const short = `whsec_${randomBytes(24).toString('base64')}`;
    expect(codeOf(signed({ by: short }), { secret: short })).toBe('verified');
  });

  test('says of a secret that is not set that it is undefined, whoever asks', () => {
    // As programs without types call it.
    const unset = { headers: {}, body, secret: process.env['NO_SUCH_SECRET'] };
    const call = () => Reflect.apply(verifyCallback, undefined, [unset]);
    expect(call).toThrow(CallbackVerificationError);
    expect(call).toThrow('the secret is undefined');
  });

  test.each([JSON.parse(body), {}, undefined, null])('refuses %j as a body: it was parsed', (parsed) => {
    const call = () =>
      Reflect.apply(verifyCallback, undefined, [{ headers: signed(), body: parsed, secret }]);
    expect(call).toThrow(CallbackVerificationError);
    expect(call).toThrow('expected the raw body, as text or bytes, not the parsed one');
  });
});
