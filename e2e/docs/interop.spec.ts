import { once } from 'node:events';
import { copyFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { expect } from '@playwright/test';
import { createMerchantClient } from 'embeddable-wallet/server';
import { test } from '../support/fixtures/stack-test.ts';
import { printed } from '../support/measures/printed.ts';
import { freePort } from '../support/stack/free-port.ts';
import { SECRET_KEY, startStack } from '../support/stack/stack.ts';
import { FOLDER, installTools, runTool, startPrism } from './interop-tools.ts';

const COMPILER = {
  compilerOptions: {
    target: 'ES2023',
    module: 'NodeNext',
    strict: true,
    skipLibCheck: true,
    lib: ['ES2023', 'DOM'],
    types: [],
  },
  files: ['client.ts'],
};

async function fetchDocument(serviceUrl: string): Promise<string> {
  return (await fetch(`${serviceUrl}/openapi.json`)).text();
}

test.describe('The service, for tools of other makers:', { tag: '@prove' }, () => {
  test.setTimeout(300_000);
  test.beforeAll(async () => {
    // A hook has a time of its own.
    test.setTimeout(300_000);
    await installTools();
  });

  test('a client generated from its OpenAPI document compiles, pays, is declined and looks the payment up', async ({
    stack,
  }) => {
    writeFileSync(join(FOLDER, 'openapi.json'), await fetchDocument(stack.serviceUrl));
    writeFileSync(join(FOLDER, 'tsconfig.json'), JSON.stringify(COMPILER));
    copyFileSync('e2e/docs/interop/client.ts', join(FOLDER, 'client.ts'));
    await runTool('openapi-typescript', ['openapi.json', '-o', 'schema.d.ts']);
    await runTool('tsc', ['-p', '.']);
    const printed = await runTool('node', ['client.js'], { SERVICE_URL: stack.serviceUrl });
    expect(JSON.parse(printed)).toEqual({
      refreshToken: 'rt_',
      paid: 'OK',
      declined: 'insufficient_funds',
      state: 'CAPTURED',
    });
  });

  test("Prism accepts the service's requests and answers, and refuses what does not fit its document", async ({
    stack,
  }) => {
    const { serviceUrl } = stack;
    // The control: an answer that is promised otherwise.
    const doctored = (await fetchDocument(serviceUrl)).replace(/("\/healthz":.*?"const":")OK"/s, '$1KO"');
    writeFileSync(join(FOLDER, 'watched.json'), doctored);
    const prism = await startPrism('watched.json', { serviceUrl, port: await freePort() });
    try {
      const client = createMerchantClient({ secretKey: SECRET_KEY, baseUrl: prism.url });
      const money = { amount: '10.50', currency: 'EUR' } as const;
      const start = { ...money, merchant_id: 1001, ccToken: 'tok_sandbox_4242424242424242' };
      const transactionID = crypto.randomUUID();
      await client.refreshToken({ externalID: 'user-1042', custom: { tier: 'gold' } });
      const { accessToken } = await client.login({ externalID: 'user-1042', withMetadata: true });
      await client.updateMetadata(accessToken, { tier: 'silver' });
      expect(await client.lookup(transactionID)).toBeUndefined();
      expect((await client.auth({ ...start, transactionID })).outcome).toBe('accepted');
      expect((await client.charge({ transactionID, ...money, amount: '4' })).outcome).toBe('accepted');
      expect((await client.refund({ transactionID, ...money, amount: '1' })).outcome).toBe('accepted');
      expect((await client.void({ transactionID })).outcome).toBe('accepted');
      expect((await client.lookup(transactionID))?.sandbox).toMatchObject({ captured: '4.00' });
      const declined = await client.sale({ ...start, ccToken: 'tok_sandbox_4000000000009995' });
      expect(declined.outcome).toBe('declined');
      const asked = await client.bill({ ...start, method: 'SALE_3DS', amount: '10', currency: 'GBP' });
      expect(asked.outcome).toBe('accepted');
      expect((await fetch(`${prism.url}/.well-known/jwks.json`)).status).toBe(200);

      expect((await fetch(`${prism.url}/healthz`)).status).toBe(500);
      const stolen = await fetch(`${prism.url}/wallet/api/v1/billing`, {
        method: 'POST',
        headers: { secretKey: SECRET_KEY },
        body: new URLSearchParams({ method: 'STEAL' }),
      });
      expect(stolen.status).toBe(422);
    } finally {
      prism.stop();
    }
  });

  test('the traces.mjs of docs/run.md sends the spans of a payment to a collector, and no card number', async () => {
    const file = join(FOLDER, 'traces.mjs');
    writeFileSync(file, printed('docs/run.md', { mark: 'NodeSDK' }));
    let received = '';
    const collector = createServer(async (request, response) => {
      received += (await buffer(request)).toString('latin1');
      response.end();
    });
    collector.listen(0, '127.0.0.1');
    await once(collector, 'listening');
    const stack = await startStack({
      OPENTELEMETRY: 'on',
      NODE_OPTIONS: `--import ${pathToFileURL(file)}`,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${Object(collector.address()).port}`,
      OTEL_BSP_SCHEDULE_DELAY: '100',
    });
    try {
      const client = createMerchantClient({ secretKey: SECRET_KEY, baseUrl: stack.serviceUrl });
      const ccToken = 'tok_sandbox_4242424242424242';
      await client.sale({ ccToken, merchant_id: 1001, amount: '10.50', currency: 'EUR' });
      // The request's own span ends last, perhaps after the others were sent.
      for (const span of ['processor sale', 'POST /wallet/api/v1/billing'])
        await expect.poll(() => received, { timeout: 20_000 }).toContain(span);
      expect(received).not.toContain('4242424242424242');
      expect(stack.service.output()).not.toContain('found no SDK');
    } finally {
      await stack.stop();
      collector.close();
    }
  });
});
