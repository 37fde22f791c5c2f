import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { type Answer, get, post, valueAt } from '../service-client.ts';
import { MERCHANT_ID, type Stack, startStack } from '../stack.ts';

const KILLS = Number(process.env['KILLS'] ?? 5);
const CLIENTS = 16;

type Acknowledged = { readonly id: string; readonly status: number; readonly body: unknown };

test('nothing acknowledged is lost or changed when the service is killed during billing', async () => {
  test.setTimeout(60_000 + KILLS * 10_000);
  const stack = await startStack();
  try {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const acknowledged = await billUntilKilled(stack, Math.random() * 1000);
      await stack.service.start();
      for (const each of acknowledged) await expectUnchanged(stack, each);
    }
  } finally {
    await stack.stop();
  }
});

async function billUntilKilled(stack: Stack, afterMs: number): Promise<Acknowledged[]> {
  const acknowledged: Acknowledged[] = [];
  let alive = true;
  const client = async () => {
    while (alive) {
      const answer = await bill(stack).catch(() => undefined);
      const id = valueAt(answer?.body, 'transaction', 'transactionID');
      if (answer !== undefined && typeof id === 'string') {
        acknowledged.push({ id, status: answer.status, body: answer.body });
      }
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(0);
  await delay(afterMs);
  await stack.service.stop('SIGKILL');
  alive = false;
  await Promise.all(clients);
  return acknowledged;
}

function bill(stack: Stack): Promise<Answer> {
  const [card, method] = Math.random() < 0.3 ? ['4000000000009995', 'SALE'] : ['4242424242424242', 'AUTH'];
  return post(`${stack.serviceUrl}/wallet/api/v1/billing`, {
    method,
    ccToken: `tok_sandbox_${card}`,
    amount: '12.34',
    currency: 'EUR',
    merchant_id: String(MERCHANT_ID),
  });
}

async function expectUnchanged(stack: Stack, { id, status, body }: Acknowledged): Promise<void> {
  const found = await get(`${stack.serviceUrl}/wallet/api/v1/transactions/${id}`);
  expect(found.status, `lookup of acknowledged ${id}`).toBe(200);
  expect(valueAt(found.body, 'transaction')).toMatchObject({
    transaction_id: id,
    amount: 12.34,
    status: status === 200 ? 'SUCCESS' : 'FAILURE',
    order_id: valueAt(body, 'transaction', 'orderID'),
    sandbox: valueAt(body, 'transaction', 'sandbox'),
  });
}
