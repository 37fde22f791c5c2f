import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../../main/app.ts';
import { frameRoutes } from '../../../site/routes/frame.ts';
import { pagesRoutes } from '../../../site/routes/pages.ts';
import { writeTestBuild } from '../../../test-kit/test-build.ts';
import { openTestService, type TestService } from '../../../test-kit/test-context.ts';

const FRAME = '?key=pk_sandbox_demo&merchant=1001&locale=en&origin=http://localhost:3000';
/** A file of each folder, so that more than refusals is looked at. */
const FILES: Readonly<Record<string, string>> = {
  '/sdk/:name': '/sdk/sdk.js',
  '/wallet/assets/:name': '/wallet/assets/card-1.js',
  '/wallet/brands/:name': '/wallet/brands/visa.svg',
  '/wallet/frame': `/wallet/frame${FRAME}`,
};
/** What other origins load on purpose, as they do the 3DS box with all it has to say. */
const EMBEDDABLE = new Set(['/sdk/:name', '/wallet/frame']);
const PAGES = ['/docs', '/docs/errors', '/docs/test-cards', '/wallet/frame'];

let service: TestService;
const build = writeTestBuild();
beforeAll(async () => {
  service = await openTestService();
});
afterAll(async () => {
  rmSync(build, { recursive: true });
  await service.close();
});

function appAt(baseUrl: string) {
  const { context } = service;
  return createApp({ ...context, config: { ...context.config, baseUrl } })
    .route('/', frameRoutes(join(build, 'wallet')))
    .route('/', pagesRoutes(build));
}

/** Every route that is mounted, with an answer of it, and what matches none. */
async function answers(baseUrl = 'http://127.0.0.1:4000') {
  const app = appAt(baseUrl);
  const routes = app.routes.filter(({ method, path }) => method !== 'ALL' && !path.endsWith('*'));
  const asked = [...routes.map(({ method, path }) => ({ method, path })), { method: 'GET', path: '/none' }];
  return Promise.all(
    asked.map(async ({ method, path }) => {
      const address = FILES[path] ?? path.replaceAll(/:\w+/g, 'x');
      return { method, path, answer: await app.request(address, { method }) };
    }),
  );
}

const GRANTED: Readonly<Record<string, readonly string[]>> = {
  '/wallet/frame': ['payment=(self)'],
  '/3ds/box/:capability': ['payment=*', 'publickey-credentials-get=*'],
  '/3ds/return/:name': ['payment=*', 'publickey-credentials-get=*'],
};

describe('securityHeaders', () => {
  test('are on every answer of every route', async () => {
    const all = await answers();
    expect(all.length).toBeGreaterThan(20);
    for (const { method, path, answer } of all) {
      const { headers } = answer;
      const where = `${method} ${path} ${answer.status}`;
      expect(headers.get('Content-Security-Policy'), where).toMatch(
        /default-src 'none';.*frame-ancestors \S/,
      );
      expect(headers.get('X-Content-Type-Options'), where).toBe('nosniff');
      expect(headers.get('Referrer-Policy'), where).toMatch(/^(no-referrer|strict-origin)$/);
      expect(headers.get('Request-Id'), where).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers.get('Strict-Transport-Security'), where).toBeNull();
      const shared =
        (EMBEDDABLE.has(path) && answer.ok) ||
        path === '/3ds/box/:capability' ||
        path === '/3ds/return/:name';
      expect(headers.get('Cross-Origin-Resource-Policy'), where).toBe(
        shared ? 'cross-origin' : 'same-origin',
      );
      expect(headers.get('Cache-Control'), where).toMatch(/^(no-store|public, max-age=\d+(, immutable)?)$/);
      if (!answer.ok) expect(headers.get('Cache-Control'), where).toBe('no-store');
      expect(headers.get('Set-Cookie'), where).toBeNull();
      expect(headers.get('Access-Control-Allow-Credentials'), where).toBeNull();
      expect(headers.get('Content-Security-Policy'), where).not.toMatch(/unsafe|\*(?![:' ;])/);
    }
  });

  test('of pages deny every opener and every feature of a browser but what the wallet or a bank pays with', async () => {
    const pages = (await answers()).filter(({ answer }) =>
      answer.headers.get('Content-Type')?.startsWith('text/html'),
    );
    expect(pages.map(({ path }) => path).toSorted()).toEqual(expect.arrayContaining(PAGES));
    for (const { path, answer } of pages) {
      const features = answer.headers.get('Permissions-Policy')?.split(',') ?? [];
      expect(features, path).toEqual(expect.arrayContaining(['camera=()', 'usb=()']));
      const granted = features.filter((feature) => !feature.endsWith('=()'));
      expect(granted, path).toEqual(GRANTED[path] ?? []);
      expect(answer.headers.get('Cross-Origin-Opener-Policy'), path).toMatch(/^same-origin/);
    }
  });

  test('let nobody frame anything but the wallet, and that by the origin that asks alone', async () => {
    for (const { path, answer } of await answers()) {
      const ancestors = /frame-ancestors ([^;]+)/.exec(
        answer.headers.get('Content-Security-Policy') ?? '',
      )?.[1];
      const wanted = path === '/wallet/frame' ? 'http://localhost:3000' : "'none'";
      expect(ancestors, path).toBe(wanted);
    }
  });

  test('ask for TLS from then on where there is TLS', async () => {
    for (const { path, answer } of await answers('https://wallet.example')) {
      expect(answer.headers.get('Strict-Transport-Security'), path).toBe('max-age=31536000');
    }
  });
});
