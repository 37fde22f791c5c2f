import { afterAll, beforeAll, expect, test } from 'vitest';
import { spellings, tablesHolding } from '../../test-kit/test-canary.ts';
import { openTestShop, type TestShop } from '../../test-kit/test-shop.ts';
import { completeChallenge } from '../../test-kit/test-verbs.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const SALE_3DS = {
  method: 'SALE_3DS',
  amount: '10',
  currency: 'GBP',
  merchant_id: '1001',
  ccToken: 'tok_sandbox_4242424242424242',
  callback_url: 'https://shop.example/callback',
};
const SECRET = { secretKey: 'sk_sandbox_demo' };

/** Both ways in which a request names itself. */
const named = [
  ['an Idempotency-Key', SALE_3DS, { ...SECRET, 'Idempotency-Key': 'sealed-1' }],
  ['a transactionID', { ...SALE_3DS, transactionID: 'sealed-2' }, SECRET],
] as const;

test.each(named)(
  'S81: the store holds no box’s capability after a challenge with %s',
  async (_, form, headers) => {
    const first = await shop.post('/wallet/api/v1/billing', form, headers);
    const text = await first.text();
    const { transaction } = JSON.parse(text);
    const capability = String(transaction.processorData.RedirectURL).split('/').at(-1) ?? '';
    expect(capability).toMatch(/^[\w-]{43}$/);
    const wanted = spellings(capability);
    expect(await tablesHolding(shop.context.db, wanted)).toEqual([]);
    const again = await shop.post('/wallet/api/v1/billing', form, headers);
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    expect([again.status, await again.text()]).toEqual([first.status, text]);
    await completeChallenge(shop.context, { challengeId: transaction.processorData.MD, result: 'Y' });
    expect(await shop.told(transaction.transactionID)).toHaveLength(1);
    expect(await tablesHolding(shop.context.db, wanted)).toEqual([]);
  },
);
