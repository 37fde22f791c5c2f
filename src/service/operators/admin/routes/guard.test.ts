import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestAdmin, type TestAdmin } from '../../../test-kit/test-admin.ts';
import { refusal } from '../../../test-kit/test-client.ts';

let admin: TestAdmin;
beforeAll(async () => {
  admin = await openTestAdmin();
});
afterAll(() => admin.close());

const FORBIDDEN = [403, 'inspector_forbidden'];
/** Every route there is, and what is none. */
const routes = () => [
  ...admin.routes.map(([method, path]) => [method, path.replaceAll(/:\w+/g, '1')] as const),
  ['OPTIONS', '/api/clock'] as const,
  ['GET', '/nowhere'] as const,
];

/** What a browser sends for the inspector. */
const ownPage = { Origin: 'http://127.0.0.1:4002', 'Sec-Fetch-Site': 'same-origin' };

describe('guardAdmin', () => {
  test.each([
    ['another host name that resolves here', { Host: 'evil.example' }],
    ['another host name with the port', { Host: 'evil.example:4002' }],
    ['a host name that begins like ours', { Host: 'localhost.evil.example:4002' }],
    ['another port', { Host: '127.0.0.1:4000' }],
    ['no port', { Host: '127.0.0.1' }],
    ['a page of another origin', { Origin: 'https://evil.example' }],
    ['a page of the service', { Origin: 'http://127.0.0.1:4000' }],
    ['what says it is of its own page, and no browser does', { Origin: 'http://127.0.0.1:4002' }],
    ['a page of its other name', { ...ownPage, Origin: 'http://localhost:4002' }],
    ['its own origin by another scheme', { ...ownPage, Origin: 'https://127.0.0.1:4002' }],
    [
      'its own origin, of which the browser says another site',
      { ...ownPage, 'Sec-Fetch-Site': 'cross-site' },
    ],
    [
      'a foreign origin, of which a program says its own site',
      { ...ownPage, Origin: 'https://evil.example' },
    ],
    ['a page of another port', { 'Sec-Fetch-Site': 'same-site' }],
    ['a page of another site that sends no origin', { 'Sec-Fetch-Site': 'cross-site' }],
    ['an address that somebody typed', { 'Sec-Fetch-Site': 'none' }],
    ['its own page without a token', { ...ownPage, 'Inspector-Token': undefined }],
    ['a page without origin', { Origin: 'null' }],
    ['no token', { 'Inspector-Token': undefined }],
    ['an empty token', { 'Inspector-Token': '' }],
    ['another token', { 'Inspector-Token': 'it_sandbox_tesT' }],
    ['the beginning of the token', { 'Inspector-Token': 'it_sandbox_' }],
    ['a longer token', { 'Inspector-Token': 'it_sandbox_test2' }],
  ])('refuses %s, on every route', async (_who, headers) => {
    expect(routes().length).toBeGreaterThan(30);
    for (const [method, path] of routes()) {
      expect(await refusal(admin.send(path, { method, headers })), `${method} ${path}`).toEqual(FORBIDDEN);
    }
    const [account] = (await admin.call('GET', '/api/accounts')).accounts;
    expect(account.secret_key_ids).toEqual(['demo']);
  });

  test.each(['127.0.0.1:4002', 'localhost:4002', '[::1]:4002'])('lets %s in with the token', async (Host) => {
    expect((await admin.send('/api/clock', { headers: { Host } })).status).toBe(200);
  });

  test.each([
    [{}],
    [{ 'Sec-Fetch-Site': 'same-origin' }],
    [ownPage],
    [{ ...ownPage, Host: 'localhost:4002', Origin: 'http://localhost:4002' }],
  ])('lets programs and its own page in with the token: %j', async (headers) => {
    expect((await admin.send('/api/clock', { headers })).status).toBe(200);
  });

  test('takes the token as that of the standard header too, and no other', async () => {
    const send = (Authorization: string) =>
      admin.send('/metrics', { headers: { 'Inspector-Token': undefined, Authorization } });
    expect((await send('Bearer it_sandbox_test')).status).toBe(200);
    for (const wrong of ['Bearer it_sandbox_tesT', 'Bearer ', 'it_sandbox_test', 'Basic it_sandbox_test'])
      expect(await refusal(send(wrong)), wrong).toEqual(FORBIDDEN);
  });

  test('tells no other origin anything, and no frame', async () => {
    const origin = { Origin: 'https://evil.example' };
    for (const headers of [{}, origin]) {
      const answer = await admin.send('/api/clock', { headers });
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-security-policy': expect.stringMatching(/^default-src 'none';.*frame-ancestors 'none'$/),
        'content-type': 'application/json; charset=utf-8',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      });
    }
  });

  test('neither repeats nor logs a token', async () => {
    const headers = { 'Inspector-Token': 'it_wrong_canary' };
    const answer = await admin.send('/api/clock', { headers });
    expect(await answer.text()).not.toMatch(/canary|it_sandbox/);
    expect(admin.logged()).not.toMatch(/canary|it_sandbox/);
  });
});
