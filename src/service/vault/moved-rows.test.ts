import { createHash, randomUUID } from 'node:crypto';
import { eq, type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardNumberDigest } from '../base/seals/card-number.ts';
import { cardTokenDigest } from '../base/seals/card-token.ts';
import { recordBrokenSeals } from '../operators/audit/record-broken-seals.ts';
import { auditIntake } from '../tables/audit.ts';
import { cards } from '../tables/cards.ts';
import { cardTokens } from '../tables/payments.ts';
import { users } from '../tables/sessions.ts';
import { openTestAdmin, type TestAdmin } from '../test-kit/test-admin.ts';
import { rowsOf } from '../test-kit/test-canary.ts';
import { completeChallenge } from '../test-kit/test-verbs.ts';
import { issueCardToken } from './issue-card-token.ts';
import { listCard } from './list-card.ts';
import { fillProviderMethod, openProviderMethod } from './provider-method.ts';
import { storeCard } from './store-card.ts';

let shop: TestAdmin;
beforeAll(async () => {
  shop = await openTestAdmin();
  await shop.otherShop(2001);
});
afterAll(() => shop.close());

type Values = Record<string, string>;
const read = async (answer: Response | Promise<Response>) => JSON.parse(await (await answer).text());
const VICTIMS_NUMBER = '4111111111111111';
const LAST4 = '1111';
const SALE = { method: 'SALE', amount: '10', currency: 'EUR', merchant_id: '1001' };
const ORIGIN = { Origin: 'http://localhost:3000' };

/** Somebody who can write into the store by SQL, and knows no key. */
const tamper = (statement: SQL) => shop.context.db.execute(statement);
const bill = (form: Values) => read(shop.post('/wallet/api/v1/billing', { ...SALE, ...form }));
const refreshTokenOf = async (form: Values): Promise<string> =>
  (await read(shop.post('/users/api/v1/refresh_token', form))).refreshToken;

async function connect(refreshToken: string) {
  const exchange = { publishableKey: 'pk_sandbox_demo', refreshToken };
  const { accessToken, walletSession, error } = await read(
    shop.post('/wallet/api/v1/token', exchange, ORIGIN),
  );
  const headers = { ...ORIGIN, Authorization: `Bearer ${accessToken}` };
  const alias = (method: number) =>
    read(shop.post('/wallet/api/v1/aliases', { method: String(method), merchant_id: '1001' }, headers));
  return {
    code: error?.code,
    walletSession,
    list: async (): Promise<string[]> =>
      (await read(shop.get('/wallet/api/v1/methods', headers))).methods.map(
        ({ last4 }: { last4: string }) => last4,
      ),
    alias,
    token: async (method: number): Promise<string> => (await alias(method)).paymentMethod.cc_token,
  };
}

/** A user with one saved card. */
async function customer(number: string) {
  const externalID = randomUUID();
  const refreshToken = await refreshTokenOf({ externalID });
  const { context, accountId } = shop;
  const [user] = await context.db.select().from(users).where(eq(users.externalId, externalID));
  if (!user) throw new Error('no user');
  const card = await context.db.transaction(async (db) => {
    const visa = { brand: 'VI' as const, holderName: '', expMonth: 12, expYear: 2040 };
    const inside = { ...context, db };
    return listCard(inside, await storeCard(inside, { accountId, userId: user.id, number, ...visa }));
  });
  return { ...(await connect(refreshToken)), refreshToken, externalID, userId: user.id, cardId: card.id };
}

/** A token's row. */
async function rowOf(ccToken: string) {
  const digest = cardTokenDigest(shop.context, ccToken);
  const [row] = await shop.context.db.select().from(cardTokens).where(eq(cardTokens.digest, digest));
  if (!row) throw new Error('no row');
  return row;
}

async function pair() {
  return { victim: await customer(VICTIMS_NUMBER), thief: await customer('4242424242424242') };
}

/** What the audit log tells of rows that opened nothing: each once. */
async function reportedRows(): Promise<string[]> {
  await recordBrokenSeals(shop.context);
  const rows = await shop.context.db.select().from(auditIntake).where(eq(auditIntake.act, 'seal.broken'));
  return rows.map(({ subject }) => String(subject));
}

describe('S80: a card of another', () => {
  test('that is moved to a shopper by SQL is neither listed nor handed over, and is told', async () => {
    const { victim, thief } = await pair();
    await tamper(
      sql`update cards set user_id = ${thief.userId}, is_default = false where id = ${victim.cardId}`,
    );
    expect(await thief.list()).toEqual(['4242']);
    expect((await thief.alias(victim.cardId)).error.code).toBe('not_found');
    const { hint } = await read(shop.post('/users/api/v1/refresh_token', { externalID: thief.externalID }));
    expect(hint.split('.')[0]).toBe('1');
    expect(await reportedRows()).toContain(`card ${victim.cardId}`);
    expect(await reportedRows()).toEqual([...new Set(await reportedRows())]);
  });

  test('at a provider, which is moved to a shopper by SQL, is neither listed nor handed over', async () => {
    const { victim, thief } = await pair();
    const { context, accountId } = shop;
    const { id } = await context.db.transaction(async (db) => {
      const inside = { ...context, db };
      const owner = { accountId, userId: victim.userId, method: 'paypal' as const };
      const method = await openProviderMethod(inside, owner);
      const funding = { number: VICTIMS_NUMBER, expMonth: 12, expYear: 2040 };
      return listCard(inside, await fillProviderMethod(inside, { method, funding }));
    });
    expect(await victim.list()).toHaveLength(2);
    await tamper(sql`update cards set user_id = ${thief.userId} where id = ${id}`);
    expect(await thief.list()).toEqual(['4242']);
    expect((await thief.alias(id)).error.code).toBe('not_found');
  });

  test('that is moved with its tokens bills nothing', async () => {
    const { victim, thief } = await pair();
    const ccToken = await victim.token(victim.cardId);
    const { id } = await rowOf(ccToken);
    await tamper(
      sql`update cards set user_id = ${thief.userId}, is_default = false where id = ${victim.cardId}`,
    );
    await tamper(
      sql`update card_tokens set user_id = ${thief.userId}, wallet_session_id = ${thief.walletSession} where id = ${id}`,
    );
    expect((await bill({ ccToken, externalID: thief.externalID })).error.code).toBe('token_invalid');
  });

  test('that a token is moved to is not billed', async () => {
    const { victim, thief } = await pair();
    const ccToken = await thief.token(thief.cardId);
    const { id } = await rowOf(ccToken);
    await tamper(sql`update card_tokens set card_id = ${victim.cardId} where id = ${id}`);
    const answer = await bill({ ccToken, externalID: thief.externalID });
    expect(answer.error.code).toBe('token_invalid');
    expect(answer).not.toHaveProperty('pm');
    expect(await reportedRows()).toContain(`card token ${id}`);
  });

  test.each([
    ['user', (thief: { userId: number }) => sql`user_id = ${thief.userId}`],
    ['wallet session', (thief: { walletSession: string }) => sql`wallet_session_id = ${thief.walletSession}`],
    ['no wallet session', () => sql`wallet_session_id = null`],
  ])('whose token is moved to another %s is not billed', async (_, change) => {
    const { victim, thief } = await pair();
    const ccToken = await victim.token(victim.cardId);
    const { id } = await rowOf(ccToken);
    await tamper(sql`update card_tokens set ${change(thief)} where id = ${id}`);
    for (const externalID of [thief.externalID, victim.externalID]) {
      expect((await bill({ ccToken, externalID })).error.code).toBe('token_invalid');
    }
    expect(await reportedRows()).toContain(`card token ${id}`);
  });

  test('whose token is moved to another card of the same user bills that one no more', async () => {
    const { victim } = await pair();
    const ccToken = await victim.token(victim.cardId);
    const { id } = await rowOf(ccToken);
    await tamper(
      sql`insert into cards select (jsonb_populate_record(c, '{"id": 77, "is_default": false, "last4": "0077"}')).* from cards c where id = ${victim.cardId}`,
    );
    await tamper(sql`update card_tokens set card_id = 77 where id = ${id}`);
    expect((await bill({ ccToken, externalID: victim.externalID })).error.code).toBe('token_invalid');
    expect(await reportedRows()).toContain(`card token ${id}`);
    expect(await victim.list()).toEqual([LAST4]);
  });

  test('that is moved to another account lists and bills nothing', async () => {
    const { victim } = await pair();
    const ccToken = await victim.token(victim.cardId);
    await tamper(
      sql`update cards set account_id = (select account_id from merchants where id = 2001) where id = ${victim.cardId}`,
    );
    expect(await victim.list()).toEqual([]);
    expect((await bill({ ccToken, externalID: victim.externalID })).error.code).toBe('token_invalid');
  });

  test('whose user is given the name of another is not listed', async () => {
    const { victim, thief } = await pair();
    await tamper(sql`update users set external_id = 'nobody' where id = ${thief.userId}`);
    await tamper(sql`update users set external_id = ${thief.externalID} where id = ${victim.userId}`);
    const stolen = await connect(await refreshTokenOf({ externalID: thief.externalID }));
    expect(await stolen.list()).toEqual([]);
    expect((await stolen.alias(victim.cardId)).error.code).toBe('not_found');
    await tamper(sql`update users set external_id = ${victim.externalID} where id = ${victim.userId}`);
  });

  test('is not opened by a refresh token that was moved to its user, or put there', async () => {
    const { victim, thief } = await pair();
    const digest = createHash('sha256').update(thief.refreshToken).digest();
    await tamper(sql`update refresh_tokens set user_id = ${victim.userId} where digest = ${digest}`);
    expect((await connect(thief.refreshToken)).code).toBe('refresh_token_invalid');
    const inventedToken = `rt_sandbox_${'A'.repeat(43)}`;
    const own = createHash('sha256').update(inventedToken).digest();
    await tamper(
      sql`insert into refresh_tokens (digest, account_id, user_id, expires_at, created_at) select ${own}, account_id, id, '2040-01-01', created_at from users where id = ${victim.userId}`,
    );
    expect((await connect(inventedToken)).code).toBe('refresh_token_invalid');
  });

  test('is not the sandbox’s: a test number’s token does not bill it', async () => {
    const { victim } = await pair();
    await bill({ ccToken: 'tok_sandbox_4242424242424242' });
    const digest = cardNumberDigest(shop.context.masterKey, shop.accountId, '5555555555554444');
    await tamper(
      sql`update cards set fingerprint = ${digest}, user_id = (select id from users where is_sandbox limit 1) where id = ${victim.cardId}`,
    );
    const answer = await bill({ ccToken: 'tok_sandbox_5555555555554444' });
    expect(answer.pm).toMatchObject({ last_4_digits: '4444' });
    await tamper(sql`update users set is_sandbox = false where is_sandbox`);
    await tamper(sql`update cards set user_id = ${victim.userId} where id = ${victim.cardId}`);
    await tamper(sql`update users set is_sandbox = true where id = ${victim.userId}`);
    const again = await bill({ ccToken: 'tok_sandbox_5555555555554444' });
    expect(again.pm).toMatchObject({ last_4_digits: '4444' });
    await tamper(sql`update users set is_sandbox = false where is_sandbox`);
  });

  test('is not billed by a challenge that was moved to it while it was open', async () => {
    const { victim, thief } = await pair();
    const lasting = await shop.context.db.transaction(async (db) => {
      const [card] = await db.select().from(cards).where(eq(cards.id, victim.cardId));
      if (!card) throw new Error('no card');
      const whose = { walletSessionId: victim.walletSession, merchantId: null };
      const issue = { card, life: 'as-long-as-card', ...whose } as const;
      return issueCardToken({ ...shop.context, db }, issue);
    });
    const ccToken = await thief.token(thief.cardId);
    const asked = { method: 'SALE_3DS', currency: 'GBP', externalID: thief.externalID };
    const { transaction } = await bill({ ...asked, ccToken });
    const { paymentID } = transaction;
    await tamper(
      sql`update payments set card_id = ${victim.cardId}, token_id = ${lasting.token.id}, user_id = ${victim.userId} where id = ${paymentID}::uuid`,
    );
    const md = transaction.processorData.MD;
    await completeChallenge(shop.context, { challengeId: md, result: 'Y' });
    const [payment] = rowsOf(
      await tamper(sql`select captured, failed from payments where id = ${paymentID}::uuid`),
    );
    expect(payment).toMatchObject({ failed: true });
  });
});

describe('S80: a token’s use is not widened by SQL:', () => {
  test.each([
    ['a token that was used is not used again', sql`consumed_by = null`],
    ['a token for one use is not for many', sql`is_single_use = false`],
    ['a token of one merchant is not another’s', sql`merchant_id = 1002`],
    ['what a shopper approved is not another amount', sql`approved_amount = 1000, approved_currency = 'EUR'`],
  ])('%s', async (_, change) => {
    const wallet = await shop.openWallet('user');
    const ccToken = await wallet.token(VICTIMS_NUMBER);
    const { id } = await rowOf(ccToken);
    expect((await bill({ ccToken, amount: '2000.05' })).error.code).toBe('card_declined');
    await tamper(sql`update card_tokens set ${change} where id = ${id}`);
    expect((await bill({ ccToken })).error.code).toBe('token_invalid');
    expect(await reportedRows()).toContain(`card token ${id}`);
  });

  test.each([
    ['later', sql`expires_at = '2040-01-01'`],
    ['never', sql`expires_at = null, is_short_live = false, is_single_use = false`],
  ])('a token that was to end soon does not end %s', async (_, change) => {
    const { victim } = await pair();
    const ccToken = await victim.token(victim.cardId);
    await tamper(sql`update card_tokens set ${change} where id = ${(await rowOf(ccToken)).id}`);
    await shop.call('POST', '/api/clock', { advance_seconds: 31 * 60 });
    expect((await bill({ ccToken, externalID: victim.externalID })).error.code).toBe('token_invalid');
  });

  test('a token of its user is not a guest’s, and one for once keeps no card', async () => {
    const { victim } = await pair();
    const ccToken = await victim.token(victim.cardId);
    expect((await bill({ ccToken, externalID: victim.externalID })).status).toBe('OK');
    await tamper(sql`update card_tokens set is_named = false where id = ${(await rowOf(ccToken)).id}`);
    expect((await bill({ ccToken })).error.code).toBe('token_invalid');
    const once = await (await shop.openWallet('user')).token(VICTIMS_NUMBER);
    await tamper(sql`update card_tokens set keep_on_success = true where id = ${(await rowOf(once)).id}`);
    expect((await bill({ ccToken: once })).error.code).toBe('token_invalid');
  });
});
