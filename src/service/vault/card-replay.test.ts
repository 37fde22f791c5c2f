import { eq } from 'drizzle-orm';
import { compactDecrypt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openServiceKeys } from '../base/keys/service-keys.ts';
import { openRequestLimits } from '../base/limits/request-limits.ts';
import { serviceKeys } from '../tables/service-keys.ts';
import { openTestApp } from '../test-kit/test-app.ts';
import { boundTo, seal } from '../test-kit/test-sealing.ts';
import { openTestShop, type TestShop } from '../test-kit/test-shop.ts';
import { pruneEnvelopes } from './decrypt-card.ts';

type Wallet = Awaited<ReturnType<TestShop['openWallet']>>;

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const CARD = {
  number: '4242424242424242',
  expMonth: '03',
  expYear: '2034',
  securityCode: '987',
  holderName: 'A Shopper',
};
const MINUTE = 60;
const sale = { method: 'SALE', amount: '10.00', currency: 'GBP', merchant_id: '1001' };

/** The body of a card entry, as whoever sees the request has it. */
async function recordedBody(wallet: Wallet, id?: string, change: Partial<typeof CARD> = {}) {
  const bound = boundTo(shop.context, wallet.walletSession);
  const card = await seal(shop.context, { ...CARD, ...change, bound: { ...bound, id: id ?? bound.id } });
  return { card, saveForLater: '0', merchant_id: '1001' };
}

async function send(wallet: Wallet, form: Record<string, string>) {
  const answer = await shop.post('/wallet/api/v1/cards', form, wallet.authorization);
  const { paymentMethod, error } = JSON.parse(await answer.text());
  return { status: answer.status, code: error?.code, param: error?.param, ccToken: paymentMethod?.cc_token };
}

const success = { status: 200 };
const refused = { status: 400, code: 'card_encryption_outdated', param: 'card' };

test("S31: a recorded card gives no other wallet a token: another user's, or another session of its own", async () => {
  const victim = await shop.openWallet('user');
  const body = await recordedBody(victim);
  const [thief, guest] = [await shop.openWallet('user'), await shop.openWallet('guest')];
  for (const other of [thief, guest, await victim.openTab(), await victim.load()]) {
    expect(await send(other, body)).toMatchObject(refused);
    expect(await send(other, { ...body, view: 'MANAGE' })).toMatchObject({ status: 400 });
  }
  expect(await send(victim, body)).toMatchObject(success);
  expect(await send(thief, body)).toMatchObject(refused);
});

test('S31: a recorded card is taken once, also where two requests bring it at the same time', async () => {
  const wallet = await shop.openWallet('user');
  const body = await recordedBody(wallet);
  const answers = await Promise.all(Array.from({ length: 4 }, () => send(wallet, body)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
  expect(await send(wallet, body)).toMatchObject(refused);
  await pruneEnvelopes(shop.context);
  expect(await send(wallet, body)).toMatchObject(refused);
});

test('S31: a recorded card is taken once by all processes of a store', async () => {
  const wallet = await shop.openWallet('user');
  const { context } = shop;
  const other = openTestApp({
    ...context,
    keys: { ...context.keys, vault: (await openServiceKeys(context)).vault },
  });
  const body = await recordedBody(wallet);
  const request = { method: 'POST', body: new URLSearchParams(body), headers: wallet.authorization };
  const [here, there] = await Promise.all([
    send(wallet, body),
    other.request('/wallet/api/v1/cards', request),
  ]);
  expect([here.status, there.status].toSorted()).toEqual([200, 400]);
});

test('S31: a recorded card is no good for another merchant of the account', async () => {
  const wallet = await shop.openWallet('user');
  const body = await recordedBody(wallet);
  expect(await send(wallet, { ...body, merchant_id: '1003' })).toMatchObject(refused);
  expect(await send(wallet, body)).toMatchObject(success);
});

test('S31: a recorded card is worthless after minutes, and one from the future is refused', async () => {
  const wallet = await shop.openWallet('user');
  const [early, late] = [await recordedBody(wallet), await recordedBody(wallet)];
  const bound = boundTo(shop.context, wallet.walletSession);
  const future = { ...CARD, bound: { ...bound, at: bound.at + 10 * MINUTE * 1000 } };
  expect(await send(wallet, { ...early, card: await seal(shop.context, future) })).toMatchObject(refused);
  shop.advance(5 * MINUTE - 1);
  expect(await send(wallet, early)).toMatchObject(success);
  shop.advance(1);
  expect(await send(wallet, late)).toMatchObject(refused);
  await pruneEnvelopes(shop.context);
  expect(await send(wallet, early)).toMatchObject(refused);
});

test.each(['on', 'off'])(
  "with limits %s, a shopper's card that was refused or whose answer was lost goes through, encrypted anew",
  async (limits) => {
    const { context } = shop;
    const limited = openTestApp({ ...context, limits: { requests: openRequestLimits() } });
    const app = limits === 'on' ? limited : openTestApp(context);
    const wallet = await shop.openWallet('user');
    const sendTo = async (form: Record<string, string>) => {
      const request = { method: 'POST', body: new URLSearchParams(form), headers: wallet.authorization };
      const answer = await app.request('/wallet/api/v1/cards', request);
      const { error } = JSON.parse(await answer.text());
      return { status: answer.status, code: error?.code, param: error?.param };
    };
    const declined = await recordedBody(wallet, undefined, { number: '4242424242424241' });
    expect(await sendTo(declined)).toMatchObject({ status: 402, code: 'card_declined' });
    expect(await sendTo(declined)).toMatchObject(refused);
    const lost = await recordedBody(wallet);
    expect(await sendTo(lost)).toMatchObject(success);
    expect(await sendTo(lost)).toMatchObject(refused);
    expect(await sendTo(await recordedBody(wallet))).toMatchObject(success);
  },
);

/** What whoever takes the store with its master key could open of a recording. */
async function opens(jwe: string): Promise<boolean> {
  const { db, masterKey } = shop.context;
  const rows = await db.select().from(serviceKeys).where(eq(serviceKeys.purpose, 'vault'));
  const { importPKCS8 } = await import('jose');
  for (const { kid, privateKey } of rows) {
    const pkcs8 = Buffer.from(masterKey.open(privateKey, `service-key:${kid}`)).toString();
    const key = await importPKCS8(pkcs8, 'RSA-OAEP-256');
    const isOpened = await compactDecrypt(jwe, key).then(
      () => true,
      () => false,
    );
    if (isOpened) return true;
  }
  return false;
}

test('S31: nobody opens a recorded card once its key was destroyed, not even with the store and its master key', async () => {
  const { context } = shop;
  const { vault } = context.keys;
  const wallet = await shop.openWallet('guest');
  const { card } = await recordedBody(wallet);
  expect(await opens(card)).toBe(true);
  const former = await vault.present(context);
  shop.advance(60 * MINUTE);
  const next = await vault.present(context);
  expect(next.kid).not.toBe(former.kid);
  await vault.renew(context);
  // Who encrypted just before still gets through.
  expect(await vault.find(context, former.kid)).toBeDefined();
  expect(await opens(card)).toBe(true);
  shop.advance(30 * MINUTE);
  expect(await vault.find(context, former.kid)).toBeUndefined();
  await vault.renew(context);
  expect(await opens(card)).toBe(false);
  const later = await shop.openWallet('guest');
  const bound = boundTo(context, later.walletSession);
  const answer = await shop.get('/wallet/api/v1/vault-key', later.authorization);
  expect(await answer.json()).toEqual({
    status: 'OK',
    vaultKey: await vault.present(context),
    serviceTime: context.clock.now().getTime(),
  });
  const anew = await seal(context, { ...CARD, bound });
  expect(await send(later, { card: anew, saveForLater: '0', merchant_id: '1001' })).toMatchObject(success);
  expect(await send(later, { card, saveForLater: '0', merchant_id: '1001' })).toMatchObject(refused);
});

test('processes that find no present key at the same time agree on one', async () => {
  const { context } = shop;
  shop.advance(60 * MINUTE);
  const others = await Promise.all([openServiceKeys(context), openServiceKeys(context)]);
  const kids = [context.keys.vault, ...others.map(({ vault }) => vault)].map((vault) =>
    vault.present(context),
  );
  expect(new Set((await Promise.all(kids)).map(({ kid }) => kid)).size).toBe(1);
});

async function handedOver(wallet: Wallet, change: Record<string, unknown> = {}) {
  const ccToken = await wallet.token('4111111111111111', 'as-long-as-card');
  const bound = { ...boundTo(shop.context, wallet.walletSession), ...change };
  const code = await seal(shop.context, { cc_token: ccToken, securityCode: '123', bound });
  return { ccToken, encrypted_cvv: code };
}

async function bill(values: Record<string, string>) {
  const answer = await shop.post('/wallet/api/v1/billing', { ...sale, ...values });
  const { error } = JSON.parse(await answer.text());
  return { status: answer.status, code: error?.code, param: error?.param };
}

test('S32: a logged encrypted_cvv serves no other token, card, session or merchant, no second time and not later', async () => {
  const conflict = { status: 400, code: 'parameter_conflict', param: 'encrypted_cvv' };
  const wallet = await shop.openWallet('user');
  const own = await handedOver(wallet);
  const otherToken = await handedOver(wallet);
  const otherUser = await handedOver(await shop.openWallet('user'));
  for (const { ccToken } of [otherToken, otherUser]) {
    expect(await bill({ ccToken, encrypted_cvv: own.encrypted_cvv })).toEqual(conflict);
  }
  expect(await bill({ ...own, merchant_id: '1003' })).toEqual(conflict);
  const ofOtherSession = await handedOver(wallet, { session: (await wallet.openTab()).walletSession });
  expect(await bill(ofOtherSession)).toEqual(conflict);
  expect(await bill(own)).toMatchObject(success);
  expect(await bill(own)).toEqual(conflict);
  const later = await handedOver(wallet);
  shop.advance(15 * MINUTE);
  expect(await bill(later)).toEqual(conflict);
  expect(await opens(later.encrypted_cvv)).toBe(true);
  shop.advance(90 * MINUTE);
  await shop.context.keys.vault.renew(shop.context);
  expect(await opens(later.encrypted_cvv)).toBe(false);
});

test('S32: of requests that bring one encrypted_cvv at the same time one is taken, and it is no card', async () => {
  const wallet = await shop.openWallet('user');
  const own = await handedOver(wallet);
  const answers = await Promise.all(Array.from({ length: 4 }, () => bill(own)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
  const form = { card: own.encrypted_cvv, saveForLater: '0', merchant_id: '1001' };
  expect(await send(wallet, form)).toMatchObject({ status: 400, code: 'parameter_invalid' });
});
