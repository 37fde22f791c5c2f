import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestAdmin, type TestAdmin } from '../../../test-kit/test-admin.ts';
import { refusal } from '../../../test-kit/test-client.ts';
import { createAdminApp } from './admin-app.ts';

const pages = mkdtempSync(join(tmpdir(), 'inspector-'));
mkdirSync(join(pages, 'assets'));
writeFileSync(join(pages, 'index.html'), '<title>Inspector</title>');
writeFileSync(join(pages, 'assets/main-1.js'), 'run()');

let admin: TestAdmin;
let app: ReturnType<typeof createAdminApp>;
beforeAll(async () => {
  admin = await openTestAdmin();
  app = createAdminApp(admin.context, { token: 'it_sandbox_test', port: 4002, pages, extraRoutes: [] });
});
afterAll(async () => {
  rmSync(pages, { recursive: true });
  await admin.close();
});

const get = (path: string, headers: Record<string, string> = {}) =>
  app.request(`http://127.0.0.1:4002${path}`, { headers: { Host: '127.0.0.1:4002', ...headers } });

describe('inspectorPages', () => {
  test('S26: need no token, run their own files alone, and may be framed by nobody', async () => {
    const answer = await get('/', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' });
    expect(await answer.text()).toBe('<title>Inspector</title>');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
  });

  test('S26: are refused by another host name, and let nothing else through', async () => {
    for (const path of ['/', '/assets/main-1.js', '/assets/none.js', '/index.html', '/api/clock']) {
      const rebound = get(path, { Host: 'evil.example:4002', 'Inspector-Token': 'it_sandbox_test' });
      expect(await refusal(rebound), path).toEqual([403, 'inspector_forbidden']);
    }
    for (const path of ['/index.html', '/api/clock', '/assets', '/metrics'])
      expect(await refusal(get(path)), path).toEqual([403, 'inspector_forbidden']);
  });

  test('are kept for ever by their hashed names', async () => {
    const answer = await get('/assets/main-1.js');
    expect(await answer.text()).toBe('run()');
    expect(answer.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8');
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(await refusal(get('/assets/none.js'))).toEqual([404, 'not_found']);
    expect(await refusal(get('/assets/..%2Findex.html'))).toEqual([404, 'not_found']);
  });

  test('are not sent again to who holds them', async () => {
    const etag = (await get('/assets/main-1.js')).headers.get('ETag') ?? '';
    expect(etag).toMatch(/^"[\w-]{22}-identity"$/);
    const held = await get('/assets/main-1.js', { 'If-None-Match': etag });
    expect([held.status, await held.text()]).toEqual([304, '']);
    expect(held.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    const other = await get('/assets/main-1.js', { 'If-None-Match': '"another-identity"' });
    expect([other.status, await other.text()]).toEqual([200, 'run()']);
  });
});
