import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AppEnv } from '../api/http/app-env.ts';
import { OPERATIONS } from '../api/openapi/operations/all-operations.ts';
import { createAdminApp } from '../operators/admin/routes/admin-app.ts';
import { frameRoutes } from '../site/routes/frame.ts';
import { pagesRoutes } from '../site/routes/pages.ts';
import { writeTestBuild } from '../test-kit/test-build.ts';
import { openTestClient, type TestClient, type Values } from '../test-kit/test-client.ts';
import { sandbox } from './sandbox-dependencies.ts';

const build = writeTestBuild();
const ADMIN = { token: 'it_sandbox_test', port: 4002, extraRoutes: sandbox.adminRoutes };

/** What may stand after `?`, good as it is; what the document shows has its example there. */
const QUERIES: Readonly<Record<string, Values>> = {
  '/wallet/frame': {
    key: 'pk_sandbox_demo',
    merchant: '1001',
    locale: 'en',
    origin: 'http://localhost:3000',
  },
  '/3ds/box/:capability': { locale: 'en' },
  '/acs/app': { token: 'x' },
  '/providers/:method': { request: 'x' },
  '/api/callbacks': { account_id: '1', status: 'exhausted', before: '9' },
  '/api/transactions': { account_id: '1', order_id: 'order-77', before: '9' },
  ...Object.fromEntries(
    OPERATIONS.map(({ path, query }) => [path.replaceAll(/\{(\w+)\}/g, ':$1'), query?.example ?? {}]),
  ),
};

type Surface = { readonly app: Hono<AppEnv>; readonly origin: string; readonly callers: readonly Values[] };

let client: TestClient;
let surfaces: Surface[];
beforeAll(async () => {
  client = await openTestClient();
  const { context } = client;
  const app = client.app.route('/', frameRoutes(join(build, 'wallet'))).route('/', pagesRoutes(build));
  const { refreshToken } = await client.postJson('/users/api/v1/refresh_token', { externalID: 'u' });
  const grant = { publishableKey: 'pk_sandbox_demo', refreshToken };
  const page = { Origin: 'http://localhost:3000' };
  const { accessToken: wallet } = await client.postJson('/wallet/api/v1/token', grant, page);
  const clock = await sandbox.openClock(context.db, { machine: context.clock });
  const inspector = { Host: `127.0.0.1:${ADMIN.port}`, 'Inspector-Token': ADMIN.token };
  surfaces = [
    {
      app,
      origin: context.config.baseUrl,
      callers: [{ secretKey: 'sk_sandbox_demo' }, { Authorization: wallet }],
    },
    { app: sandbox.createIssuerApp(context), origin: context.config.issuerUrl, callers: [{}] },
    {
      app: createAdminApp({ ...context, clock }, ADMIN),
      origin: `http://127.0.0.1:${ADMIN.port}`,
      callers: [inspector],
    },
  ];
});
afterAll(async () => {
  rmSync(build, { recursive: true });
  await client.close();
});

type Route = { readonly method: string; readonly path: string };
type Tried = Route & { readonly address: string };

/** The route with a NUL in one place of its address at a time: in a parameter of its path, or of its query. */
function addressesWithNul({ method, path }: Route): Tried[] {
  const names = path.match(/:\w+/g) ?? [];
  const filled = (nul?: string) =>
    names.reduce((address, name) => address.replace(name, name === nul ? '1%00' : '1'), path);
  const query = method === 'GET' ? (QUERIES[path] ?? {}) : {};
  const queries = Object.keys(query).map((name) => {
    const nul = new URLSearchParams({ ...query, [name]: `${query[name]}\0` });
    return `${filled()}?${nul}`;
  });
  return [...names.map(filled), ...queries].map((address) => ({ method, path, address }));
}

test('a NUL in any parameter of any address is no fault of the service', async () => {
  const faults: string[] = [];
  const tried = new Set<string>();
  for (const { app, origin, callers } of surfaces) {
    for (const { method, path, address } of app.routes.flatMap(addressesWithNul)) {
      tried.add(`${method} ${path}`);
      for (const headers of callers) {
        const { status } = await app.request(origin + address, { method, headers });
        if (status >= 500) faults.push(`${method} ${address} ${status}`);
      }
    }
  }
  expect(faults).toEqual([]);
  expect([...tried]).toEqual(
    expect.arrayContaining([
      'GET /wallet/frame',
      'GET /wallet/api/v1/events',
      'GET /wallet/api/v1/transactions/:transaction_id',
      'POST /wallet/api/v1/challenges/:transaction_id/cancel',
      'GET /acs/app',
      'GET /api/transactions',
      'DELETE /api/accounts/:accountId/secret-keys/:keyId',
      'POST /api/callbacks/:id/replay',
    ]),
  );
});
