import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import type { OpenDatabase } from '../../../store/database-on.ts';
import { openKeyFile } from '../../base/keys/key-file.ts';
import { environmentKeys, type KeyStore, wrapWith } from '../../base/keys/key-store.ts';
import { openKeyring, wrappingContext } from '../../base/keys/keyring.ts';
import { envelopeHead, sealingKey } from '../../base/keys/sealing.ts';
import { demoSecretKey } from '../../base/keys/secret-key.ts';
import { openServiceKeys } from '../../base/keys/service-keys.ts';
import { createRowCache } from '../../base/runtime/row-cache.ts';
import { cardNumberDigest } from '../../base/seals/card-number.ts';
import { ownedCard } from '../../base/seals/card-owner.ts';
import { openCardToken } from '../../base/seals/card-token.ts';
import { openCard } from '../../base/seals/open-card.ts';
import { webhookSecret } from '../../callbacks/webhook-secrets.ts';
import { sandbox } from '../../main/sandbox-dependencies.ts';
import { findAccountBySecretKey } from '../../shoppers/accounts/find-account.ts';
import { cards } from '../../tables/cards.ts';
import { dataKeys } from '../../tables/data-keys.ts';
import { cardTokens } from '../../tables/payments.ts';
import { users } from '../../tables/sessions.ts';
import { rowsOf } from '../../test-kit/test-canary.ts';
import { openTestService } from '../../test-kit/test-context.ts';
import { openTestDatabase } from '../../test-kit/test-database.ts';
import { shopOf } from '../../test-kit/test-shop.ts';
import { issueCardToken } from '../../vault/issue-card-token.ts';
import { storeCard } from '../../vault/store-card.ts';
import { reseal } from './reseal.ts';
import { finishRotation, rotateKeys } from './rotate-keys.ts';

const NUMBER = '4242424242424242';
/** More than one batch of those that are sealed anew. */
const MANY = 230;
const SOME = 12;
const folder = mkdtempSync(join(tmpdir(), 'rotation-'));
const template = await openTestService();
let database: OpenDatabase;
let path: string;

beforeEach(async () => {
  database = await openTestDatabase();
  path = join(folder, randomBytes(8).toString('hex'));
});
afterEach(() => database.close());
afterAll(async () => {
  await template.close();
  rmSync(folder, { recursive: true });
});

/** What a process does with the keys of the store at its start, and a shop on it. */
async function start(keyStore: KeyStore = openKeyFile(path)) {
  const { db } = database;
  const keyring = await openKeyring({ db, keyStore });
  if (keyStore.isOurs) await finishRotation({ db, keyring });
  const own = { db, keyring, masterKey: keyring.masterKey, rowCache: createRowCache() };
  const base = { ...template.context, ...own };
  const context = { ...base, keys: await openServiceKeys(base) };
  const account = await sandbox.openDemoAccount(context);
  return { context, keyring, account, shop: await shopOf(context, account.publishableKey) };
}
type Process = Awaited<ReturnType<typeof start>>;

/** A saved card, and others. */
async function fill({ context, shop }: Process, count = SOME) {
  const wallet = await shop.openWallet('user');
  const ccToken = await wallet.token(NUMBER, 'as-long-as-card');
  for (let tokenCount = 1; tokenCount < count; tokenCount += 1) await wallet.token(NUMBER);
  expect(await context.db.$count(cards)).toBe(count);
  return ccToken;
}

async function expectAllOpen({ context, account }: Process) {
  const rows = await context.db.select(ownedCard).from(cards).innerJoin(users, eq(users.id, cards.userId));
  const numberDigest = cardNumberDigest(context.masterKey, account.id, NUMBER);
  for (const card of rows) {
    expect(openCard(context, card)?.number).toBe(NUMBER);
    expect(Buffer.from(card.numberDigest).equals(numberDigest)).toBe(true);
  }
  expect(await findAccountBySecretKey(context, demoSecretKey.text)).toEqual({ accountId: account.id });
  expect(webhookSecret(context, account)).toMatch(/^whsec_/);
}

/** Values anywhere in the store that the key of that id opens. */
async function sealedWith(id: string): Promise<string[]> {
  const { db } = database;
  const columns = rowsOf(
    await db.execute(sql`
      select table_name, column_name from information_schema.columns
      where table_schema = current_schema() and data_type = 'bytea'`),
  );
  const head = Buffer.from(envelopeHead(id));
  const found = await Promise.all(
    columns.map(async ({ table_name: table, column_name: column }) => {
      const source = sql`from ${sql.identifier(String(table))}`;
      const isSo = sql`substring(${sql.identifier(String(column))} from 1 for 9) = ${head}::bytea`;
      const [row] = rowsOf(await db.execute(sql`select count(*)::int as count ${source} where ${isSo}`));
      return row?.['count'] === 0 ? undefined : `${table}.${column}`;
    }),
  );
  return found.filter((name) => name !== undefined);
}

const sale = { method: 'SALE', amount: '1', currency: 'EUR', merchantRef: 'demo' };
const stateOf = async ({ shop }: Process, ccToken: string) =>
  (await shop.answer({ ...sale, ccToken })).transaction.sandbox.payment_state;

test('S36: a former master key opens nothing once it is rotated, and every card bills', {
  timeout: 30_000,
}, async () => {
  const process = await start();
  const ccToken = await fill(process, MANY);
  const secret = webhookSecret(process.context, process.account);
  const leaked = sealingKey(readFileSync(path));
  const former = process.keyring.currentId();
  const { master } = await rotateKeys(process.context, 'master');
  expect(master?.resealed).toBeGreaterThan(MANY);
  const rows = await database.db.select().from(dataKeys);
  const thief = wrapWith(() => [leaked]);
  for (const row of rows) {
    await expect(thief.unwrap(row, wrappingContext(row))).rejects.toMatchObject({ code: 'key_unknown' });
  }
  expect([...(await sealedWith(leaked.id)), ...(await sealedWith(former))]).toEqual([]);
  const next = await start();
  const [account] = [next.account];
  expect(webhookSecret(next.context, account)).toBe(secret);
  for (const each of [process, next]) {
    await expectAllOpen({ ...each, account });
    expect(await stateOf(each, ccToken)).toBe('CAPTURED');
  }
});

test('a token of one merchant, with an approved amount, is sealed anew and bills', async () => {
  const process = await start();
  const { context, shop } = process;
  const { walletSession: walletSessionId, userId } = await shop.openWallet('user');
  const visa = { brand: 'VI' as const, holderName: 'A Shopper', expMonth: 12, expYear: 2040 };
  const card = await storeCard(context, { accountId: shop.accountId, userId, number: NUMBER, ...visa });
  const { ccToken, token } = await issueCardToken(context, {
    card,
    life: 'keep-on-success',
    walletSessionId,
    merchantId: 1001,
    approved: { amount: 100, currency: 'EUR' },
  });
  const former = process.keyring.currentId();
  await rotateKeys(context, 'master');
  const [row] = await database.db.select().from(cardTokens).where(eq(cardTokens.id, token.id));
  expect(row).toMatchObject({ merchantId: 1001, approvedAmount: 100, approvedCurrency: 'EUR' });
  expect(row && openCardToken(context, row)).toBe(ccToken);
  expect(await sealedWith(former)).toEqual([]);
  expect(await stateOf(await start(), ccToken)).toBe('CAPTURED');
});

/** Stops where a killed process would: what it had stored stays, and nothing after. */
const stopped = new Error('stopped here');
const stopping: Record<string, (store: KeyStore) => KeyStore> = {
  'before the new key is made': (store) => ({ ...store, renew: () => Promise.reject(stopped) }),
  'once the new key is durable': (store) => ({
    ...store,
    renew: () => store.renew().then(() => Promise.reject(stopped)),
  }),
  'once the data keys are moved': (store) => ({ ...store, forgetBefore: () => Promise.reject(stopped) }),
  'once the former key is forgotten': (store) => ({
    ...store,
    forgetBefore: (id) => store.forgetBefore(id).then(() => Promise.reject(stopped)),
  }),
};

for (const [when, stop] of Object.entries(stopping)) {
  const tags = when === 'once the new key is durable' ? [] : ['prove'];
  test(`a rotation that is stopped ${when} is finished by the next start`, {
    tags,
    timeout: 20_000,
  }, async () => {
    const process = await start();
    await fill(process);
    const leaked = readFileSync(path);
    const keyring = { ...process.keyring, keyStore: stop(openKeyFile(path)) };
    const rotation = rotateKeys({ ...process.context, keyring }, 'master');
    await expect(rotation).rejects.toBe(stopped);
    await expectAllOpen(process);
    const next = await start();
    await expectAllOpen(next);
    await rotateKeys(next.context, 'master');
    await expectAllOpen(next);
    expect(readFileSync(path)).toHaveLength(leaked.length);
    expect(await sealedWith(process.keyring.currentId())).toEqual([]);
  });
}

test('cards bill and are stored while two processes work and one of them rotates', {
  tags: 'prove',
  timeout: 60_000,
}, async () => {
  const [near, far] = [await start(), await start()];
  const ccToken = await fill(near, MANY);
  let isOver = false;
  const work = async (process: Process) => {
    const states: string[] = [];
    const wallet = await process.shop.openWallet('user');
    while (!isOver) {
      const fresh = await wallet.token(NUMBER);
      for (const token of [ccToken, fresh]) {
        states.push(await stateOf(process, token));
      }
      await process.keyring.refresh();
      // The store in memory answers within the same turn, and the rotation waits for a timer.
      await setImmediate();
    }
    return states;
  };
  const working = [work(near), work(far)];
  const rotations = async () => {
    await rotateKeys(near.context, 'master');
    await rotateKeys(far.context, 'master');
  };
  await rotations().finally(() => {
    isOver = true;
  });
  const states = (await Promise.all(working)).flat();
  expect(new Set(states)).toEqual(new Set(['CAPTURED']));
  expect(states.length).toBeGreaterThan(4);
  await Promise.all([near, far].map(({ keyring }) => keyring.refresh()));
  await expectAllOpen(near);
  await expectAllOpen(far);
});

test('what a process that knew nothing of a rotation sealed opens, and is sealed anew by the next look', {
  tags: 'prove',
  timeout: 30_000,
}, async () => {
  const [near, slept] = [await start(), await start()];
  await rotateKeys(near.context, 'master');
  const former = slept.keyring.currentId();
  await (await slept.shop.openWallet('user')).token(NUMBER);
  await expectAllOpen(near);
  expect((await sealedWith(former)).toSorted()).toEqual(['card_tokens.sealed', 'cards.wrapped_key']);
  expect(await reseal(near.context)).toBe(2);
  await slept.keyring.refresh();
  await expectAllOpen(slept);
});

test('a master key that is set from outside is rotated once the next one is set beside it', {
  tags: 'prove',
  timeout: 30_000,
}, async () => {
  const [present, next] = [randomBytes(32), randomBytes(32)];
  const process = await start(environmentKeys([present]));
  await fill(process);
  await expect(rotateKeys(process.context, 'master')).rejects.toMatchObject({
    code: 'master_key_unchanged',
    message: expect.stringContaining('MASTER_KEY_PREVIOUS'),
  });
  const both = await start(environmentKeys([next, present]));
  await rotateKeys(both.context, 'both');
  await expectAllOpen(await start(environmentKeys([next])));
  await expect(start(environmentKeys([present]))).rejects.toMatchObject({ code: 'key_unknown' });
});
