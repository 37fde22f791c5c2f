import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { nothingInProgress } from '../../base/runtime/in-progress.ts';
import { createApp } from '../../main/app.ts';
import { revokeTokenById } from '../../operators/admin/sessions/revoke-sessions.ts';
import { cards } from '../../tables/cards.ts';
import { operations, payments } from '../../tables/payments.ts';
import { walletSessions } from '../../tables/sessions.ts';
import { postBilling } from '../../test-kit/acquirers/post-billing.ts';
import { openTestAdmin } from '../../test-kit/test-admin.ts';
import { watchOptimisticRuns } from '../../test-kit/test-optimistic.ts';
import { DAY_SECONDS } from '../../test-kit/test-shop.ts';
import { revokeUser } from '../../test-kit/test-verbs.ts';
import { sweep } from './sweep.ts';

const shop = await openTestAdmin();
afterAll(shop.close);
const runs = watchOptimisticRuns(shop.context.db);
const app = createApp({ ...shop.context, db: runs.db });
/** Another process on the store, which shares nothing else with the first. */
const other = createApp({ ...shop.context, inProgress: nothingInProgress() });

type Values = Record<string, string>;
const CARD = 'tok_sandbox_4242424242424242';
const money = { amount: '10', currency: 'EUR' };
const sale = { method: 'SALE', ...money, merchant_id: '1001', ccToken: CARD };

async function post(to: typeof app, values: Values, key?: string) {
  const { text, body, isReplay, id } = await postBilling(to, values, key);
  const outcome: string = body.status === 'OK' ? 'OK' : body.error.code;
  return { outcome, text, isReplay, id };
}

/** What the list of recent requests shows of the one that ended last. */
const listed = () => shop.context.requests.held()[0];

/** Bills in this process while `meanwhile` happens between what it reads and what it stores. */
async function billWhile(meanwhile: () => Promise<unknown>, values: Values, key?: string) {
  runs.before(meanwhile);
  return post(app, values, key);
}

const count = () => shop.context.db.$count(payments);
let before = { ...runs.counts, payments: 0 };
const since = async () => ({
  stored: runs.counts.stored - before.stored,
  refused: runs.counts.refused - before.refused,
  payments: (await count()) - before.payments,
});

beforeEach(async () => {
  // The alias of the card is made, which takes a transaction.
  await post(app, sale);
  before = { ...runs.counts, payments: await count() };
});

test('SALE, AUTH and CHARGE are stored optimistically, with all that they write', async () => {
  const callback_url = 'http://127.0.0.1:9999/callback';
  expect((await post(app, sale)).outcome).toBe('OK');
  const { id } = await post(
    app,
    { ...sale, method: 'AUTH', callback_url, transactionID: 'optimistic' },
    'optimistic',
  );
  const charge = { method: 'CHARGE', ...money, transactionID: id };
  expect((await post(app, charge, 'optimistic-too')).outcome).toBe('OK');
  // Each is claimed and recorded; behind two of the three answers a callback is released.
  await vi.waitFor(async () => expect(await since()).toEqual({ stored: 8, refused: 0, payments: 2 }));
  expect((await shop.told(id)).map((body) => body.notification_details.info)).toEqual([
    'AUTH_SUCCEEDED',
    'CHARGE_SUCCEEDED',
  ]);
});

test('a single-use token of a guest is used optimistically, and used once by two at once', async () => {
  const { token } = await shop.openWallet('guest');
  const ccToken = await token('4242424242424242');
  const form = { ...sale, ccToken };
  const late = await billWhile(() => post(other, form), form);
  expect(late.outcome).toBe('token_invalid');
  expect(listed()).toMatchObject({ errorCode: 'token_invalid', transactionId: undefined });
  expect(await since()).toEqual({ stored: 0, refused: 1, payments: 1 });
  expect((await post(app, { ...sale, ccToken: await token('4242424242424242') })).outcome).toBe('OK');
  expect(await since()).toEqual({ stored: 2, refused: 1, payments: 2 });
});

type Wallet = Awaited<ReturnType<typeof shop.openWallet>>;
const { db } = shop.context;

test.each<[string, 'guest' | 'user', (wallet: Wallet) => Promise<unknown>]>([
  [
    'its refresh token was revoked',
    'guest',
    (wallet) => revokeTokenById(shop.context, wallet.refreshTokenId),
  ],
  [
    'its guest’s session ended',
    'guest',
    (wallet) =>
      db
        .update(walletSessions)
        .set({ endedAt: shop.context.clock.now() })
        .where(eq(walletSessions.id, wallet.walletSession)),
  ],
  [
    'its user was ended',
    'user',
    (wallet) => revokeUser(shop.context, { account_id: shop.accountId, user_id: wallet.userId }),
  ],
  [
    'its card was removed',
    'user',
    (wallet) => db.update(cards).set({ status: 'removed' }).where(eq(cards.userId, wallet.userId)),
  ],
  [
    'its card’s number was erased',
    'guest',
    (wallet) =>
      db
        .update(cards)
        .set({ numberCiphertext: null, wrappedKey: null })
        .where(eq(cards.userId, wallet.userId)),
  ],
])('a token is refused that was good when it was read: %s', async (_, shopper, end) => {
  const wallet = await shop.openWallet(shopper);
  const life = shopper === 'user' ? 'as-long-as-card' : 'once';
  const form = { ...sale, ccToken: await wallet.token('4242424242424242', life) };
  const shopperId = shopper === 'user' ? { externalID: await externalIdOf(wallet) } : {};
  expect((await billWhile(() => end(wallet), { ...form, ...shopperId })).outcome).toBe('token_invalid');
  expect(await since()).toEqual({ stored: 0, refused: 1, payments: 0 });
});

async function externalIdOf({ userId }: Wallet): Promise<string> {
  const rows = await db.execute(sql`select external_id from users where id = ${userId}`);
  return String((rows as { rows: { external_id: string }[] }).rows[0]?.external_id);
}

test('of two with one idempotency key the first is answered twice, byte for byte', async () => {
  let first: Awaited<ReturnType<typeof post>> | undefined;
  const second = await billWhile(
    async () => {
      first = await post(other, sale, 'both');
    },
    sale,
    'both',
  );
  expect(second).toEqual({ ...first, isReplay: true });
  expect(await since()).toEqual({ stored: 0, refused: 1, payments: 1 });
  const different = { ...sale, amount: '11' };
  const meanwhile = () => post(other, sale, 'differently');
  expect((await billWhile(meanwhile, different, 'differently')).outcome).toBe('idempotency_key_reused');
  expect((await since()).payments).toBe(2);
});

test('the list of requests shows what was answered: not a decline of a run that was thrown away, but one of a replay', async () => {
  const transactionID = (await post(app, { ...sale, method: 'AUTH' })).id;
  const decline = { method: 'CHARGE', ...money, transactionID, metadata: '{"sandbox_result":"05"}' };
  const first = await post(app, decline, 'declined');
  expect(first.outcome).toBe('card_declined');
  const { id } = first;
  const told = { errorCode: 'card_declined', declineCode: 'do_not_honor', transactionId: id };
  expect(listed()).toMatchObject({ ...told, merchantId: 1001 });
  expect(await post(app, decline, 'declined')).toMatchObject({ isReplay: true, id });
  expect(listed()).toMatchObject({ ...told, status: 402 });
});

test('of two with one transaction id the first is answered twice, or the second is refused', async () => {
  const named = { ...sale, transactionID: 'both' };
  const second = await billWhile(() => post(other, named), named);
  expect(second).toMatchObject({ outcome: 'OK', isReplay: true, id: 'both' });
  const meanwhile = () => post(other, { ...named, transactionID: 'taken' });
  const taken = await billWhile(meanwhile, { ...named, transactionID: 'taken', amount: '11' });
  expect(taken.outcome).toBe('transaction_id_exists');
  expect(await since()).toMatchObject({ stored: 0, refused: 2, payments: 2 });
});

test('an answer that expired is replaced, by one of two', async () => {
  const first = await post(app, sale, 'a-day-old');
  shop.advance(DAY_SECONDS);
  const second = await billWhile(() => post(other, sale, 'a-day-old'), sale, 'a-day-old');
  expect(second).toMatchObject({ outcome: 'OK', isReplay: true });
  expect(second.id).not.toBe(first.id);
  expect(await since()).toEqual({ stored: 2, refused: 1, payments: 2 });
});

const authorise = async () => (await post(app, { ...sale, method: 'AUTH' })).id;

test.each<[string, Values, (id: string) => Promise<unknown>, string]>([
  ['the whole was captured', { method: 'CHARGE', ...money }, chargeOf(money), 'amount_exceeds_authorised'],
  ['all was released', { method: 'CHARGE', ...money }, chargeOf({}, 'VOID'), 'transaction_not_capturable'],
])('a CHARGE is refused that was possible when it was read: %s', async (_, form, meanwhile, code) => {
  const transactionID = await authorise();
  const late = await billWhile(() => meanwhile(transactionID), { ...form, transactionID });
  expect(late.outcome).toBe(code);
  expect(await since()).toMatchObject({ stored: 2, refused: 1 });
});

function chargeOf(values: Values, method = 'CHARGE') {
  return (transactionID: string) => post(other, { method, ...values, transactionID });
}

test('a CHARGE is refused whose authorisation ends meanwhile, and an end that is due happens first', async () => {
  const [swept, due] = [await authorise(), await authorise()];
  const ends = async () => {
    shop.advance(8 * DAY_SECONDS);
    await sweep(shop.context);
  };
  const charge = { method: 'CHARGE', ...money };
  expect((await billWhile(ends, { ...charge, transactionID: swept })).outcome).toBe('authorisation_expired');
  const { stored } = runs.counts;
  shop.advance(8 * DAY_SECONDS);
  expect((await post(app, { ...charge, transactionID: due })).outcome).toBe('authorisation_expired');
  expect(runs.counts.stored).toBe(stored);
});

test('two CHARGEs of parts both stand, each numbered once', async () => {
  const transactionID = await authorise();
  const part = { method: 'CHARGE', amount: '4', currency: 'EUR', transactionID };
  const second = await billWhile(() => post(other, part), part);
  expect(second.outcome).toBe('OK');
  const found = await shop.found(transactionID);
  expect(found.payment).toMatchObject({ captured: 800, lastLog: 3 });
  const logs = await db
    .select({ log: operations.log })
    .from(operations)
    .where(eq(operations.paymentId, found.payment.id));
  expect(logs.map(({ log }) => log).sort()).toEqual([1, 2, 3]);
});

test('a billing goes on while the keys of its rows are rotated', async () => {
  const { token } = await shop.openWallet('guest');
  const form = { ...sale, ccToken: await token('4242424242424242') };
  // As a rotation does, which seals each row anew.
  const rotate = () => db.execute(sql`update card_tokens set sealed = sealed`);
  expect((await billWhile(rotate, form)).outcome).toBe('OK');
  expect((await since()).payments).toBe(1);
});

test('a billing whose store is reset meanwhile leaves no part of itself', async () => {
  await billWhile(() => shop.call('POST', '/api/reset'), { ...sale, orderID: 'reset' });
  const left = await db.select({ id: payments.id }).from(payments);
  const kept = await db.select({ id: operations.paymentId }).from(operations);
  expect(kept).toEqual(left);
});
