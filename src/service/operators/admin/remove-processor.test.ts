import { afterAll, expect, test } from 'vitest';
import { AuditAnswer } from '../../../contract/admin/audit.ts';
import { ProcessorsAnswer } from '../../../contract/admin/processors.ts';
import { configurationOf, openAdyenShop, REAL_NUMBER } from '../../test-kit/acquirers/adyen-shop.ts';
import { readJson, refusal } from '../../test-kit/test-client.ts';

const shop = await openAdyenShop();
afterAll(shop.close);
const path = `/api/accounts/${shop.accountId}/processors/adyen-eu`;
const IN_USE = [409, 'processor_in_use'];
const callback_url = 'http://127.0.0.1:9999/callback';

const removal = (at = path) => shop.send(at, { method: 'DELETE' });
const moveTo = (processor: string) => shop.call('PATCH', '/api/merchants/1003', { processor });
const bill = async (form: Record<string, string>) => {
  const answer = await readJson(await shop.pay({ callback_url, ...form }));
  return String(answer.transaction.transactionID);
};

test('a processor stays while a merchant is there, and until its payments are over', async () => {
  expect(await refusal(removal())).toEqual(IN_USE);
  const auth = await bill({ method: 'AUTH', ccToken: await shop.wallet.token(REAL_NUMBER) });
  await moveTo('sandbox');
  expect(await refusal(removal())).toEqual(IN_USE);
  await bill({ method: 'CHARGE', transactionID: auth, amount: '10.00' });
  expect(await refusal(removal())).toEqual(IN_USE);
  await shop.endPending();
  expect(await refusal(removal())).toEqual(IN_USE);
  await bill({ method: 'REFUND', transactionID: auth, amount: '10.00' });
  await shop.endPending();
  expect((await removal()).status).toBe(200);
  expect(ProcessorsAnswer.parse(await shop.call('GET', '/api/processors')).processors).toEqual([]);
  const [act] = AuditAnswer.parse(await shop.call('GET', '/api/audit')).entries;
  expect(act).toMatchObject({ act: 'processor.removed', subject: 'processor adyen-eu', details: {} });
  expect(await refusal(removal())).toEqual([404, 'not_found']);
});

test('S86: a removed name goes on naming its payments, so no other account gets it; its own may have it back', async () => {
  const configuration = configurationOf('ShopWithSeveral');
  const other = await shop.otherShop(4001);
  const theirs = `/api/accounts/${other.accountId}/processors/adyen-eu`;
  expect(await refusal(shop.send(theirs, { method: 'PUT', body: configuration }))).toEqual([
    400,
    'parameter_conflict',
    'name',
  ]);
  expect((await shop.send(path, { method: 'PUT', body: configuration })).status).toBe(200);
  expect(await refusal(removal(theirs))).toEqual([404, 'not_found']);
  expect((await removal()).status).toBe(200);
});
