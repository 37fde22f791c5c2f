import { afterAll, expect, test } from 'vitest';
import { AUTH } from '../test-kit/test-bills.ts';
import { openTestShop } from '../test-kit/test-shop.ts';
import { recordOutcome } from './record-outcome.ts';

/** The commit fails, by a division by zero. */
const nothingPending = { cause: { code: '22012' } };
const shop = await openTestShop();
afterAll(shop.close);

test('recordOutcome records one outcome: a second is refused, and neither moves money nor is told', async () => {
  const callback_url = 'http://127.0.0.1:9999/callback';
  const pending = await shop.bill({ ...AUTH, method: 'SALE', amount: '3002.00', callback_url });
  const { transactionId } = pending.operation;
  const end = (returnCode: string) =>
    shop.context.db.transaction((db) => {
      const decision = shop.context.dependencies.processor.decisionOf(returnCode, transactionId);
      const outcome = { decision, at: shop.context.clock.now(), answerTo: null };
      return recordOutcome({ ...shop.context, db }, { transaction: pending }, outcome);
    });
  await end('00');
  await expect(end('05')).rejects.toMatchObject(nothingPending);
  await expect(end('00')).rejects.toMatchObject(nothingPending);
  expect(await shop.record(transactionId)).toMatchObject({
    status: 'SUCCESS',
    sandbox: { payment_state: 'CAPTURED', captured: '3002.00' },
  });
  expect(await shop.told(transactionId)).toHaveLength(1);
});
