import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { createApp } from '../../../main/app.ts';
import { simulation } from '../../../main/sandbox-dependencies.ts';
import { createIssuerApp } from '../../../sandbox/issuer/issuer-app.ts';
import { recordCode } from '../../../test-kit/test-conformance.ts';
import { openTestService } from '../../../test-kit/test-context.ts';
import { startServer } from '../node-server.ts';

const service = await openTestService('https://wallet.example');
const listening = { port: 0, host: '127.0.0.1', baseUrl: 'https://wallet.example' };
const server = await startServer(createApp(service.context).fetch, listening);
const issuer = await startServer(createIssuerApp(service.context, simulation).fetch, listening);
afterAll(async () => {
  await Promise.all([server.stop(), issuer.stop()]);
  await service.close();
});

const ask = (port: number, path: string, host: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const asking = request({ port, path, host: '127.0.0.1', headers: { Host: host }, agent: false });
    asking
      .on('response', async (answer) => {
        const body = await text(answer);
        if (answer.statusCode === 421) recordCode(JSON.parse(body));
        resolve(answer.statusCode);
      })
      .on('error', reject);
    asking.end();
  });

const OTHERS = [
  'evil.example',
  'evil.example:4000',
  'wallet.example.evil.example',
  'x',
  'localhost.evil.example',
  '192.0.2.1',
  'wallet.example.',
];

test.each(OTHERS)('S41: a request for the host %s is refused before anything else', async (host) => {
  for (const path of ['/docs', '/.well-known/jwks.json', '/wallet/api/v1/methods', '/nothing']) {
    expect(await ask(server.port, path, host)).toBe(421);
  }
  expect(await ask(issuer.port, '/acs/app', host)).toBe(421);
});

test('S41: the service answers by its own name, by its address, and to probes by any', async () => {
  for (const host of [
    'wallet.example',
    'WALLET.example',
    'wallet.example:443',
    `127.0.0.1:${server.port}`,
    `localhost:${server.port}`,
    'shop.localhost',
  ]) {
    expect(await ask(server.port, '/docs', host)).toBe(200);
  }
  for (const path of ['/healthz', '/readyz']) expect(await ask(server.port, path, '10.1.2.3:4000')).toBe(200);
});
