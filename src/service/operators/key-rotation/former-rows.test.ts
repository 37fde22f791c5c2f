import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import type { OpenDatabase } from '../../../store/database-on.ts';
import { findAnswer, storeAnswer } from '../../api/idempotency/stored-answers.ts';
import { recordAct } from '../../base/audit/record-act.ts';
import { environmentKeys } from '../../base/keys/key-store.ts';
import { openKeyring, UNOWNED_SEAL, wrappingContext } from '../../base/keys/keyring.ts';
import { openServiceKeys } from '../../base/keys/service-keys.ts';
import { nothingInProgress } from '../../base/runtime/in-progress.ts';
import { createRowCache } from '../../base/runtime/row-cache.ts';
import { ownedCard } from '../../base/seals/card-owner.ts';
import { openCardToken } from '../../base/seals/card-token.ts';
import { readListedCards } from '../../base/seals/listed-cards.ts';
import { openCard } from '../../base/seals/open-card.ts';
import { sandbox } from '../../main/sandbox-dependencies.ts';
import { cards } from '../../tables/cards.ts';
import { dataKeys } from '../../tables/data-keys.ts';
import { cardTokens, payments } from '../../tables/payments.ts';
import { refreshTokens, users } from '../../tables/sessions.ts';
import { storedAnswers } from '../../tables/stored-answers.ts';
import { rowsOf } from '../../test-kit/test-canary.ts';
import { openTestService } from '../../test-kit/test-context.ts';
import { openTestDatabase } from '../../test-kit/test-database.ts';
import { shopOf } from '../../test-kit/test-shop.ts';
import { completeChallenge } from '../../test-kit/test-verbs.ts';
import { listCard } from '../../vault/list-card.ts';
import { resealRest } from './reseal.ts';

const NUMBER = '4242424242424242';
const template = await openTestService();
const keyStore = environmentKeys([randomBytes(32)]);
let database: OpenDatabase;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());
afterAll(template.close);

/** What a process does with the keys of the store at its start, and a shop on it. */
async function start() {
  const { db } = database;
  const keyring = await openKeyring({ db, keyStore });
  const own = { db, keyring, masterKey: keyring.masterKey, rowCache: createRowCache() };
  const base = { ...template.context, ...own, inProgress: nothingInProgress() };
  const context = { ...base, keys: await openServiceKeys(base) };
  const account = await sandbox.openDemoAccount(context);
  return { context, keyring, shop: await shopOf(context, account.publishableKey) };
}
type Process = Awaited<ReturnType<typeof start>>;

async function cardsOf({ context }: Process) {
  return context.db.select(ownedCard).from(cards).innerJoin(users, eq(users.id, cards.userId));
}

async function keepCard(process: Process, number = NUMBER) {
  const { context, shop } = process;
  const wallet = await shop.openWallet('user');
  const ccToken = await wallet.token(number, 'as-long-as-card');
  const [card] = (await cardsOf(process)).filter(({ userId }) => userId === wallet.userId);
  if (!card) throw new Error('no card');
  const listedCard = await context.db.transaction((db) => listCard({ ...context, db }, card));
  return { wallet, ccToken, card: listedCard };
}

/** Makes the store what a version left that sealed no owners: the same secrets under the former key and contexts. */
async function makeFormer(process: Process) {
  const { db } = database;
  const { masterKey, keyring } = process.context;
  const id = keyring.currentId();
  const [row] = await db.select().from(dataKeys).where(eq(dataKeys.id, id));
  if (!row) throw new Error('no key');
  for (const card of await cardsOf(process)) {
    const { accountId, userId, owner, wrappedKey } = card;
    const secret = masterKey.open(
      wrappedKey ?? new Uint8Array(),
      `card-key-of:${accountId}:${card.id}:${userId}:${owner}`,
    );
    const former = masterKey.seal(secret, `card-key:${accountId}:${card.id}`);
    await db.update(cards).set({ wrappedKey: former }).where(eq(cards.id, card.id));
  }
  for (const token of await db.select().from(cardTokens)) {
    const text = openCardToken({ masterKey }, token);
    const context = `card-token:${token.accountId}:${Buffer.from(token.digest).toString('hex')}`;
    const sealed = masterKey.seal(Buffer.from(text), context);
    await db.update(cardTokens).set({ sealed }).where(eq(cardTokens.id, token.id));
  }
  const formerAnswer = { body: '{"box":"in clear"}', sealed: null, bodyExpiresAt: null };
  await db.update(storedAnswers).set(formerAnswer);
  await db.update(refreshTokens).set({ seal: null });
  await db.update(payments).set({ seal: null });
  const secret = await keyStore.unwrap(row, wrappingContext(row));
  const wrapped = await keyStore.wrap(secret, wrappingContext({ id, purpose: UNOWNED_SEAL }));
  await db
    .update(dataKeys)
    .set({ purpose: UNOWNED_SEAL, ...wrapped })
    .where(eq(dataKeys.id, id));
}

/** The passes that an upgrade takes: at the start, and once no process can be without the new key. */
async function upgrade({ context }: Process) {
  const pass = resealRest(context);
  await pass();
  await database.db.update(dataKeys).set({ usedFrom: sql`${dataKeys.usedFrom} - interval '1 hour'` });
  await context.keyring.refresh();
  await pass();
}

const SALE = { method: 'SALE', amount: '1', currency: 'EUR', merchantRef: 'demo' };
const stateOf = async ({ shop }: Process, ccToken: string) =>
  (await shop.answer({ ...SALE, ccToken })).transaction.sandbox.payment_state;

test('S80: what a version before sealed without owners opens after the upgrade, and is sealed with them', async () => {
  const before = await start();
  const { wallet, ccToken, card } = await keepCard(before);
  const fresh = await wallet.token(NUMBER);
  const challengedSale = { ...SALE, method: 'SALE_3DS', amount: '10', currency: 'GBP' };
  const pending = await before.shop.answer({ ...challengedSale, ccToken: await wallet.token(NUMBER) });
  const name = {
    accountId: before.shop.accountId,
    kind: 'transaction',
    scope: 'transactionID',
    key: 'former',
  } as const;
  const answer = { status: 200, body: '{"box":"in clear"}' };
  await storeAnswer(before.context, { ...name, requestDigest: randomBytes(32), answer });
  await makeFormer(before);
  const after = await start();
  expect((await findAnswer(after.context, name))?.answer).toEqual(answer);
  expect(await readListedCards(after.context, wallet.userId)).toMatchObject([{ id: card.id }]);
  expect(await stateOf(after, ccToken)).toBe('CAPTURED');
  const [formerCard] = await database.db.select().from(cards).where(eq(cards.id, card.id));
  await upgrade(after);
  expect(after.context.masterKey.takesFormerRows()).toBe(false);
  expect((await findAnswer(after.context, name))?.answer).toEqual(answer);
  const [stored] = await database.db.select().from(storedAnswers);
  expect(stored).toMatchObject({ body: null, bodyExpiresAt: expect.any(Date) });
  const [sealedCard] = await database.db.select().from(cards).where(eq(cards.id, card.id));
  expect(sealedCard?.wrappedKey).not.toEqual(formerCard?.wrappedKey);
  for (const each of [after, await start()]) {
    for (const row of await cardsOf(each)) expect(openCard(each.context, row)?.number).toBe(NUMBER);
    expect(await stateOf(each, ccToken)).toBe('CAPTURED');
  }
  expect(await stateOf(after, fresh)).toBe('CAPTURED');
  await (await start()).shop.openWallet('user');
  expect((await wallet.openTab()).userId).toBe(wallet.userId);
  const [challenge] = rowsOf(await database.db.execute(sql`select id from challenges`));
  const { operation } = await completeChallenge(after.context, {
    challengeId: String(challenge?.['id']),
    result: 'Y',
  });
  expect([operation.transactionId, operation.status]).toEqual([pending.transaction.transactionID, 'SUCCESS']);
});

test('S80: a row of a version before that was moved is not sealed for who holds it', async () => {
  const before = await start();
  const third = await keepCard(before);
  const [one, other] = [
    await keepCard(before, '4111111111111111'),
    await keepCard(before, '4012888888881881'),
  ];
  await recordAct(
    before.context,
    { kind: 'wallet-session', id: one.wallet.walletSession, address: '' },
    { act: 'card.added', subject: `card ${other.card.id}`, details: { userId: other.wallet.userId } },
  );
  await makeFormer(before);
  const move = (userId: number, id: number) =>
    database.db.execute(sql`update cards set user_id = ${userId}, is_default = false where id = ${id}`);
  await move(third.wallet.userId, one.card.id);
  await move(third.wallet.userId, other.card.id);
  await database.db.execute(
    sql`update card_tokens set user_id = ${third.wallet.userId} where card_id = ${other.card.id}`,
  );
  const after = await start();
  await upgrade(after);
  expect(await readListedCards(after.context, third.wallet.userId)).toMatchObject([{ id: third.card.id }]);
  await expect(stateOf(after, one.ccToken)).rejects.toMatchObject({ code: 'token_invalid' });
  expect([...after.context.inProgress.brokenSeals.keys()]).toContain(`card ${one.card.id}`);
});

test('S80: a row of a version before that is put back after the upgrade opens nothing', async () => {
  const before = await start();
  const [one, other] = [await keepCard(before), await keepCard(before, '4111111111111111')];
  await makeFormer(before);
  const [cardRow] = await database.db.select().from(cards).where(eq(cards.id, one.card.id));
  const after = await start();
  await upgrade(after);
  await database.db
    .update(cards)
    .set({ userId: other.wallet.userId, isDefault: false, wrappedKey: cardRow?.wrappedKey ?? null })
    .where(eq(cards.id, one.card.id));
  await database.db.update(refreshTokens).set({ seal: null });
  await before.keyring.refresh();
  for (const each of [after, await start()]) {
    expect(await readListedCards(each.context, other.wallet.userId)).toMatchObject([{ id: other.card.id }]);
    await expect(other.wallet.openTab()).rejects.toMatchObject({ code: 'refresh_token_invalid' });
  }
});
