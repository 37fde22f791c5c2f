import { expect, test } from 'vitest';
import { signMessage } from '../../base/keys/signed-message.ts';
import { simulation } from '../../main/sandbox-dependencies.ts';
import { readJson } from '../../test-kit/test-client.ts';
import { openTestService } from '../../test-kit/test-context.ts';
import { createIssuerApp } from './issuer-app.ts';

test('createIssuerApp logs what went wrong under the id that its answer names', async () => {
  const { context, logged, close } = await openTestService();
  const app = createIssuerApp(context, simulation);
  const request = { version: '1.0.2', md: 'm', merchantName: 'Shop', transaction: 't', last4: '4242' };
  const PaReq = signMessage(context, 'pareq', { ...request, amount: '10.00', currency: 'GBP' });
  await close();
  const body = new URLSearchParams({ PaReq });
  const headers = { 'Sec-Fetch-Site': 'same-origin' };
  const answer = await app.request('/acs/progress', { method: 'POST', body, headers });
  expect(answer.ok).toBe(false);
  const { error } = await readJson(answer);
  const failures = logged()
    .split('\n')
    .filter((line) => line.includes('request failed'));
  expect(failures.map((line) => JSON.parse(line).requestId)).toEqual([error.request_id]);
});

test('createIssuerApp knows no other address', async () => {
  const { context, close } = await openTestService();
  const answer = await createIssuerApp(context, simulation).request('/elsewhere');
  expect(answer.status).toBe(404);
  expect((await readJson(answer)).error.code).toBe('not_found');
  await close();
});
