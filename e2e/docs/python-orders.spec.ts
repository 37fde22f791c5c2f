import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { createMerchantClient } from 'embeddable-wallet/server';
import { test as base } from '../support/fixtures/stack-test.ts';
import { printed } from '../support/measures/printed.ts';
import { SECRET_KEY } from '../support/stack/stack.ts';

/** The orders.py of docs/backends.md, with an order of each test's own. */

const hasPython = spawnSync('python3', ['--version']).status === 0;
const PROGRAM = `import json, sys
from orders import outcome
order = json.loads(sys.argv[1])
said = [outcome(order, transaction_id) for transaction_id in sys.argv[2:]]
print(json.dumps(said))`;

type Start = { method?: 'SALE' | 'AUTH'; amount?: string; merchant_id?: number };
type Orders = {
  readonly service: ReturnType<typeof createMerchantClient>;
  /** A payment of the order, by its transaction's id. */
  start(how?: Start): Promise<string>;
  /** What the sample says of payments, one after the other, and tells staff before. */
  told(...transactionIds: string[]): { said: string[]; forStaff: string };
};

const test = base.extend<{ orders: Orders }>({
  orders: async ({ stack }, use) => {
    // biome-ignore lint/suspicious/noSkippedTests: a machine may be without python3, and the report says so
    test.skip(!hasPython, 'python3 is not on this machine');
    const folder = mkdtempSync(join(tmpdir(), 'python-orders-'));
    const code = printed('docs/backends.md', { mark: 'def judge(', serviceUrl: stack.serviceUrl });
    writeFileSync(join(folder, 'orders.py'), code);
    const service = createMerchantClient({ baseUrl: stack.serviceUrl, secretKey: SECRET_KEY });
    const id = `order-${crypto.randomUUID()}`;
    const money = { amount: '10.00', currency: 'GBP' } as const;
    const order = { id, ...money, merchant_ref: 'demo', attempt: null, paid_by: null };
    await use({
      service,
      start: async ({ method = 'SALE', amount = money.amount, merchant_id = 1001 } = {}) => {
        const transactionID = crypto.randomUUID();
        const start = { ...money, amount, merchant_id, orderID: id, transactionID, isGuest: true };
        await service.bill({ ...start, method, ccToken: 'tok_sandbox_4242424242424242' });
        return transactionID;
      },
      told: (...transactionIds) => {
        const args = ['-c', PROGRAM, JSON.stringify(order), ...transactionIds];
        const env = { ...process.env, SECRET_KEY };
        const output = execFileSync('python3', args, { cwd: folder, env, encoding: 'utf8' });
        const lines = output.trim().split('\n');
        return { said: JSON.parse(lines.pop() ?? ''), forStaff: lines.join('\n') };
      },
    });
    rmSync(folder, { recursive: true });
  },
});

test('S71: the Python sample refunds a second payment of its order, and names it', async ({ orders }) => {
  const { service, start, told } = orders;
  const [first, second, held] = [await start(), await start(), await start({ method: 'AUTH' })];
  const { said, forStaff } = told(first, second, held, second, first);
  expect(said).toEqual(['paid', 'paid', 'paid', 'paid', 'paid']);
  expect(forStaff).toBe(`for staff: ${second} surplus\nfor staff: ${held} surplus`);
  expect((await service.lookup(first))?.sandbox.payment_state).toBe('CAPTURED');
  expect((await service.lookup(second))?.sandbox.payment_state).toBe('REFUNDED');
  expect((await service.lookup(held))?.sandbox.payment_state).toBe('VOIDED');
});

test('S71: the Python sample is not paid by another merchant’s payment of an order of that name', async ({
  orders,
}) => {
  const transactionID = await orders.start({ merchant_id: 1002 });
  expect(orders.told(transactionID)).toEqual({ said: ['other'], forStaff: '' });
});

for (const undo of ['refund', 'void'] as const) {
  test(`S65: the Python sample does not count a payment undone by ${undo}`, async ({ orders }) => {
    const transactionID = await orders.start();
    await orders.service[undo]({ transactionID, amount: '10.00', currency: 'GBP' });
    expect(orders.told(transactionID).said).toEqual(['failed']);
  });
}

test('S66: the Python sample names a payment of a cent to staff, and is paid by the next', async ({
  orders,
}) => {
  const [cent, whole] = [await orders.start({ amount: '0.01' }), await orders.start()];
  const { said, forStaff } = orders.told(cent, whole, 'none');
  expect(said).toEqual(['unknown', 'paid', 'other']);
  expect(forStaff).toBe(`for staff: ${cent} unknown`);
});
