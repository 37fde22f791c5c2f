import { afterAll, beforeAll, expect, test } from 'vitest';
import { sandbox } from '../main/sandbox-dependencies.ts';
import { createAdminApp } from '../operators/admin/routes/admin-app.ts';
import { warnAboutAnyPan } from '../shoppers/accounts/warn-about-any-pan.ts';
import { openTestAdmin, type TestAdmin } from '../test-kit/test-admin.ts';
import { openTestApp } from '../test-kit/test-app.ts';
import { refusal } from '../test-kit/test-client.ts';
import { recordCode } from '../test-kit/test-conformance.ts';
import type { PublicPermission } from './exposure.ts';

/** The demo account stands in the store, from a start on this machine alone. */
let admin: TestAdmin;
beforeAll(async () => {
  admin = await openTestAdmin();
});
afterAll(() => admin.close());

const PORT = 4002;
const TOKEN = 'it_sandbox_test';

/** The same store, served to others. */
function openPublic(...permissions: PublicPermission[]) {
  const context = {
    ...admin.context,
    config: {
      ...admin.context.config,
      baseUrl: 'https://wallet.example',
      exposure: { isPublic: true, allows: new Set(permissions) },
    },
  };
  const app = createAdminApp(context, { token: TOKEN, port: PORT, extraRoutes: sandbox.adminRoutes });
  const call = async (method: string, path: string, body: object = {}) => {
    const answer = await app.request(`http://127.0.0.1:${PORT}${path}`, {
      method,
      headers: { Host: `127.0.0.1:${PORT}`, 'Inspector-Token': TOKEN, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    recordCode(await answer.clone().json());
    return answer;
  };
  return { context, service: openTestApp(context), call };
}

test('S37: the demo keys open nothing on a listener that others reach, whatever the address says', async () => {
  for (const baseUrl of ['https://wallet.example', 'http://127.0.0.1:4000']) {
    const { context } = openPublic();
    const service = openTestApp({ ...context, config: { ...context.config, baseUrl } });
    const refresh = service.request('/users/api/v1/refresh_token', {
      method: 'POST',
      headers: { secretKey: 'sk_sandbox_demo' },
    });
    expect(await refusal(refresh)).toEqual([401, 'secret_key_invalid']);
    const token = service.request('/wallet/api/v1/token', {
      method: 'POST',
      headers: { Origin: 'http://localhost:3000' },
      body: new URLSearchParams({ publishableKey: 'pk_sandbox_demo', refreshToken: 'rt_none' }),
    });
    expect(await refusal(token)).toEqual([401, 'publishable_key_invalid', 'publishableKey']);
  }
});

test.each([
  ['POST', '/api/reset', {}],
  ['POST', '/api/clock', { advance_seconds: 60 }],
  ['PATCH', '/api/merchants/1001', { allowAnyPan: true }],
] as const)('S37: %s %s is refused where others use the service', async (method, path, body) => {
  const { call } = openPublic();
  expect(await refusal(call(method, path, body))).toEqual([403, 'not_on_public_service']);
  expect((await admin.call('GET', '/api/accounts')).accounts).toHaveLength(1);
});

test.each([
  [{ allowAnyPan: true }, { allowAnyPan: false }],
  [{ processor: 'adyen-eu' }, { processor: 'sandbox' }],
])('S37: no start serves others with a merchant that takes real card numbers: %o', async (taking, former) => {
  await admin.set(1002, taking);
  await expect(warnAboutAnyPan(openPublic().context)).rejects.toThrow('merchant 1002');
  await warnAboutAnyPan(openPublic('any-pan').context);
  await admin.set(1002, former);
});

test('a sandbox that others play with is reset where that was said, to no demo account', async () => {
  const { call } = openPublic('reset');
  expect((await call('POST', '/api/clock', { advance_seconds: 60 })).status).toBe(200);
  expect((await call('POST', '/api/reset')).status).toBe(200);
  expect((await admin.call('GET', '/api/accounts')).accounts).toEqual([]);
});
