import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestAdmin, type TestAdmin } from '../admin/test-admin.ts';
import { users } from '../db/tables/sessions.ts';
import { listCard } from './list-card.ts';
import { storeCard } from './store-card.ts';

let shop: TestAdmin;
beforeAll(async () => {
  shop = await openTestAdmin();
});
afterAll(() => shop.close());

type Values = Record<string, string>;

/** All that a script on the shop's page can read, used from elsewhere: `Origin` is just another header there. */
async function attacker(refreshToken: string) {
  const forged = { Origin: 'http://localhost:3000' };
  const exchange = { publishableKey: 'pk_sandbox_demo', refreshToken };
  const { accessToken } = await read(shop.post('/wallet/api/v1/token', exchange, forged));
  const headers = { ...forged, Authorization: `Bearer ${accessToken}` };
  const send = (path: string, form: Values) => shop.post(`/wallet/api/v1/${path}`, form, headers);
  return {
    send,
    alias: async (): Promise<string> => {
      const [{ id }] = (await read(shop.get('/wallet/api/v1/methods', headers))).methods;
      const alias = await read(send('aliases', { method: String(id), merchant_id: '1001' }));
      return alias.paymentMethod.cc_token;
    },
  };
}

const read = async (answer: Response | Promise<Response>) => JSON.parse(await (await answer).text());

const refreshTokenOf = async (form: Values): Promise<string> =>
  (await read(shop.post('/users/api/v1/refresh_token', form))).refreshToken;

/** A user with a saved card, and the refresh token of the page that is open. */
async function victim(externalID: string, form: Values = {}): Promise<string> {
  const refreshToken = await refreshTokenOf({ externalID, ...form });
  const { context, accountId } = shop;
  const [user] = await context.db.select().from(users).where(eq(users.externalId, externalID));
  await context.db.transaction(async (db) => {
    const visa = {
      brand: 'VI' as const,
      number: '4242424242424242',
      holderName: '',
      expMonth: 12,
      expYear: 2040,
    };
    const inside = { ...context, db };
    await listCard(inside, await storeCard(inside, { accountId, userId: user?.id ?? 0, ...visa }));
  });
  return refreshToken;
}

const sale = { method: 'SALE', amount: '10', currency: 'EUR', merchant_id: '1001' };

async function bill(form: Values): Promise<string> {
  const { status, error, pm } = await read(shop.post('/wallet/api/v1/billing', { ...sale, ...form }));
  return status === 'OK' ? `OK ${pm.is_single_use}${pm.is_short_live}` : error.code;
}

test('S33: what a page script makes of a refresh token is billed once, soon, for no other and not after the end', async () => {
  const refreshToken = await victim('victim');
  const thief = await attacker(refreshToken);
  const [declined, late, others, afterEnd] = [
    await thief.alias(),
    await thief.alias(),
    await thief.alias(),
    await thief.alias(),
  ];
  const decline = { ccToken: declined, amount: '2000.05' };
  const found = {
    first: await bill(decline),
    again: await bill({ ...decline, amount: '10' }),
    inAnotherOrder: await bill({ ccToken: others, externalID: 'somebody-else' }),
    afterHalfAnHour: '',
    afterTheUserEnded: '',
  };
  await shop.call('POST', '/api/users/revoke', { account_id: 1, external_id: 'victim' });
  found.afterTheUserEnded = await bill({ ccToken: afterEnd });
  await shop.call('POST', '/api/clock', { advance_seconds: 30 * 60 });
  found.afterHalfAnHour = await bill({ ccToken: late });
  expect(found).toEqual({
    first: 'card_declined',
    again: 'token_invalid',
    inAnotherOrder: 'token_invalid',
    afterHalfAnHour: 'token_invalid',
    afterTheUserEnded: 'token_invalid',
  });
});
