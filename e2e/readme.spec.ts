import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { createMerchantClient } from 'embeddable-wallet/server';
import { valueAt } from './service-client.ts';
import { SECRET_KEY } from './stack.ts';
import { test } from './stack-test.ts';

const [, section = ''] = readFileSync('README.md', 'utf8').split('## From a terminal');
const [, script = ''] = section.split('```sh\n');
const commands = (script.split('```')[0] ?? '').replaceAll('\\\n', '').trim().split('\n');

test('the commands of the README work as they stand', ({ stack }) => {
  const answers = commands.map((command): unknown => {
    const here = command.replace('http://127.0.0.1:4000', stack.serviceUrl);
    return JSON.parse(execFileSync('sh', ['-c', here], { encoding: 'utf8' }));
  });
  const [token, ...billed] = answers;
  expect(valueAt(token, 'Status')).toBe('OK');
  expect(billed.map((answer) => valueAt(answer, 'status'))).toEqual(['OK', 'OK', 'OK', 'OK', 'OK']);
  expect(valueAt(billed.at(-1), 'transaction', 'sandbox')).toMatchObject({
    authorised: '48.50',
    captured: '20.00',
    refunded: '5.00',
    remaining: '28.50',
  });
});

test('createMerchantClient does the same with types', async ({ stack }) => {
  const client = createMerchantClient({ secretKey: SECRET_KEY, baseUrl: stack.serviceUrl });
  const money = { amount: '10.50', currency: 'EUR' } as const;
  const start = { ...money, merchant_id: 1001, ccToken: 'tok_sandbox_4242424242424242' };
  const transactionID = crypto.randomUUID();
  expect(await client.refreshToken({ externalID: 'user-1042' })).toMatch(/^rt_/);
  const { accessToken } = await client.login({ externalID: 'user-1042' });
  await client.updateMetadata(accessToken, { tier: 'gold' });
  expect(await client.lookup(transactionID)).toBeUndefined();
  expect(await client.auth({ ...start, transactionID })).toMatchObject({ outcome: 'accepted' });
  expect(await client.charge({ transactionID, ...money, amount: '4' })).toMatchObject({
    outcome: 'accepted',
  });
  expect(await client.refund({ transactionID, ...money, amount: '1' })).toMatchObject({
    outcome: 'accepted',
  });
  expect(await client.void({ transactionID })).toMatchObject({ outcome: 'accepted' });
  const record = await client.lookup(transactionID);
  expect(record?.sandbox).toMatchObject({ captured: '4.00', refunded: '1.00', remaining: '0.00' });
  const declined = await client.sale({ ...start, ccToken: 'tok_sandbox_4000000000009995' });
  expect(declined).toMatchObject({ outcome: 'declined', declineCode: 'insufficient_funds' });
  await expect(client.sale({ ...start, amount: '1e3' })).rejects.toMatchObject({ code: 'amount_invalid' });
});
