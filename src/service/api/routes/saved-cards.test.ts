import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import type { SavedCard } from '../../../contract/frame/wallet-api.ts';
import { walletHint } from '../../shoppers/sessions/wallet-hint.ts';
import { auditIntake } from '../../tables/audit.ts';
import { cards } from '../../tables/cards.ts';
import { openTestShop, type TestShop } from '../../test-kit/test-shop.ts';
import { removeCard, restoreCard } from '../../test-kit/test-verbs.ts';
import { eraseEndedCards } from '../../vault/saved-cards/erase-ended-cards.ts';

type Wallet = Awaited<ReturnType<TestShop['openWallet']>>;
type Change = 'remove' | 'restore' | 'default' | 'edit';

const shop = await openTestShop();
afterAll(shop.close);

const [VISA, DEBIT, MASTERCARD] = ['4242424242424242', '4000056655665556', '5555555555554444'] as const;
const sale = { method: 'SALE', amount: '5.00', currency: 'EUR', merchant_id: '1001' };

async function keep(wallet: Wallet, number: string): Promise<{ id: number; ccToken: string }> {
  const ccToken = await wallet.token(number, 'keep-on-success');
  const { pm } = await shop.answer({ ...sale, ccToken });
  shop.advance(1);
  return { id: pm.id, ccToken };
}

async function send(wallet: Wallet, change: Change, id: number | string, form: Record<string, string> = {}) {
  const answer = await shop.post(`/wallet/api/v1/methods/${id}/${change}`, form, wallet.authorization);
  const { methods, error } = JSON.parse(await answer.text());
  return { status: answer.status, methods, error } as const;
}

async function listed(wallet: Wallet): Promise<SavedCard[]> {
  const answer = await shop.get('/wallet/api/v1/methods', wallet.authorization);
  return JSON.parse(await answer.text()).methods;
}

const ids = (list: readonly SavedCard[]) => list.map(({ id }) => id);
const notFound = { status: 404, error: { code: 'not_found', param: 'id' } };

async function hasNumber(id: number): Promise<boolean> {
  await eraseEndedCards(shop.context);
  const [row] = await shop.context.db.select().from(cards).where(eq(cards.id, id));
  expect(row?.numberCiphertext === null).toBe(row?.wrappedKey === null);
  return row?.numberCiphertext !== null;
}

test('the hint to a wallet counts what is listed', async () => {
  const wallet = await shop.openWallet('user');
  const { id } = await keep(wallet, VISA);
  await keep(wallet, MASTERCARD);
  const [row] = await shop.context.db.select().from(cards).where(eq(cards.id, id));
  const hint = () => walletHint(shop.context, { userId: row?.userId, merchant: undefined });
  expect(await hint()).toBe('2');
  await send(wallet, 'remove', id);
  expect(await hint()).toBe('1');
});

describe('remove', () => {
  test('takes the card from the list and from every hand-over, at once and only once', async () => {
    const wallet = await shop.openWallet('user');
    const { id, ccToken } = await keep(wallet, VISA);
    const other = await keep(wallet, MASTERCARD);
    for (const _ of ['first', 'again']) {
      expect(ids((await send(wallet, 'remove', id)).methods)).toEqual([other.id]);
    }
    expect(ids(await listed(wallet))).toEqual([other.id]);
    const form = { method: String(id), merchant_id: '1001' };
    expect((await shop.post('/wallet/api/v1/aliases', form, wallet.authorization)).status).toBe(404);
    await expect(shop.bill({ ...sale, ccToken })).rejects.toMatchObject({ code: 'token_invalid' });
  });

  test('lets running payments go on, with their pm, also once the number is erased', async () => {
    const wallet = await shop.openWallet('user');
    const { id, ccToken } = await keep(wallet, VISA);
    const { transaction } = await shop.answer({ ...sale, method: 'AUTH', ccToken });
    await send(wallet, 'remove', id);
    shop.advance(31 * 60);
    expect(await hasNumber(id)).toBe(false);
    const { transactionID } = transaction;
    const charge = await shop.answer({ method: 'CHARGE', amount: '5.00', currency: 'EUR', transactionID });
    expect(charge.pm).toMatchObject({ id, last_4_digits: '4242', is_default: 0 });
    const refund = { method: 'REFUND', amount: '5.00', currency: 'EUR' };
    const back = await shop.answer({ ...refund, transactionID: charge.transaction.transactionID });
    expect([back.transaction.status, back.pm.id]).toEqual(['OK', id]);
  });
});

describe('restore', () => {
  test('brings the card back as it was, its tokens and its place as the default included', async () => {
    const wallet = await shop.openWallet('user');
    const first = await keep(wallet, VISA);
    await keep(wallet, MASTERCARD);
    const before = await listed(wallet);
    await send(wallet, 'remove', first.id);
    for (const _ of ['first', 'again']) {
      expect((await send(wallet, 'restore', first.id)).methods).toEqual(before);
    }
    expect((await shop.answer({ ...sale, ccToken: first.ccToken })).pm.is_default).toBe(1);
  });

  test('leaves the default to the card that became it in between', async () => {
    const wallet = await shop.openWallet('user');
    const first = await keep(wallet, VISA);
    const second = await keep(wallet, MASTERCARD);
    await send(wallet, 'remove', first.id);
    await send(wallet, 'default', second.id);
    const { methods } = await send(wallet, 'restore', first.id);
    expect(ids(methods)).toEqual([second.id, first.id]);
    expect(methods.map(({ isDefault }: SavedCard) => isDefault)).toEqual([true, false]);
  });

  test('leaves the same card alone that was entered anew', async () => {
    const wallet = await shop.openWallet('user');
    const first = await keep(wallet, VISA);
    await send(wallet, 'remove', first.id);
    const anew = await keep(wallet, VISA);
    expect(ids((await send(wallet, 'restore', first.id)).methods)).toEqual([anew.id]);
  });

  test('is possible for half an hour, after which the number is erased', async () => {
    const wallet = await shop.openWallet('user');
    const { id } = await keep(wallet, VISA);
    // Past the routes: the wallet's session ends with the same half hour.
    const { userId, walletSession: walletSessionId } = wallet;
    const whose = { accountId: shop.accountId, userId, isGuest: false, walletSessionId };
    const caller = { ...whose, view: null, merchantId: null };
    await removeCard(shop.context, { caller, id });
    shop.advance(30 * 60 - 1);
    expect(await hasNumber(id)).toBe(true);
    expect(ids((await restoreCard(shop.context, { caller, id })).methods)).toEqual([id]);
    await removeCard(shop.context, { caller, id });
    shop.advance(30 * 60);
    await expect(restoreCard(shop.context, { caller, id })).rejects.toMatchObject({ code: 'not_found' });
    expect(await hasNumber(id)).toBe(false);
  });
});

describe('default', () => {
  test('is one card per user, and the first of the list', async () => {
    const [wallet, other] = [await shop.openWallet('user'), await shop.openWallet('user')];
    const first = await keep(wallet, VISA);
    const second = await keep(wallet, MASTERCARD);
    const foreign = await keep(other, VISA);
    for (const _ of ['first', 'again']) {
      const { methods } = await send(wallet, 'default', second.id);
      expect(ids(methods)).toEqual([second.id, first.id]);
      expect(methods.map(({ isDefault }: SavedCard) => isDefault)).toEqual([true, false]);
    }
    expect(await listed(other)).toMatchObject([{ id: foreign.id, isDefault: true }]);
  });

  test('is not for a removed card', async () => {
    const wallet = await shop.openWallet('user');
    const { id } = await keep(wallet, VISA);
    await send(wallet, 'remove', id);
    expect(await send(wallet, 'default', id)).toMatchObject(notFound);
  });
});

describe('edit', () => {
  const CO_BADGED = '4270200000000001';

  test('sets the expiry, for the list and for what is handed over from then on', async () => {
    const wallet = await shop.openWallet('user');
    const { id, ccToken } = await keep(wallet, VISA);
    const { methods } = await send(wallet, 'edit', id, { expMonth: '03', expYear: '2044' });
    expect(methods).toMatchObject([{ id, brand: 'VI', expMonth: '03', expYear: '2044' }]);
    expect((await shop.answer({ ...sale, ccToken })).pm.id).toBe(id);
  });

  test('refuses an expiry that has passed, is too far ahead or half given, and changes nothing then', async () => {
    const wallet = await shop.openWallet('user');
    const { id } = await keep(wallet, VISA);
    const before = await listed(wallet);
    for (const [form, code] of [
      [{ expMonth: '01', expYear: '2020' }, 'card_declined'],
      [{ expMonth: '01', expYear: '2099' }, 'parameter_invalid'],
      [{ expMonth: '13', expYear: '2044' }, 'parameter_invalid'],
      [{ expMonth: '12' }, 'parameter_conflict'],
      [{ expYear: '2044' }, 'parameter_conflict'],
      [{ brand: 'MC' }, 'parameter_conflict'],
      [{ brand: 'XX' }, 'parameter_invalid'],
    ] as const) {
      expect((await send(wallet, 'edit', id, form)).error.code).toBe(code);
    }
    expect(await listed(wallet)).toEqual(before);
  });

  test('lets a card of two networks be paid with the other one; what was handed over and paid before says what it was', async () => {
    const wallet = await shop.openWallet('user');
    const { id, ccToken } = await keep(wallet, CO_BADGED);
    const paid = await shop.answer({ ...sale, ccToken });
    const { methods } = await send(wallet, 'edit', id, { brand: 'CU' });
    expect(methods).toMatchObject([{ id, brand: 'CU', networks: ['VI', 'CU'] }]);
    expect(paid.pm).toMatchObject({ issuer_short: 'VI', issuer_full: 'visa' });
    const refund = { method: 'REFUND', amount: '5.00', currency: 'EUR' };
    const { pm } = await shop.answer({ ...refund, transactionID: paid.transaction.transactionID });
    expect(pm).toMatchObject({ issuer_short: 'VI', issuer_full: 'visa' });
  });

  test('is not for a removed card', async () => {
    const wallet = await shop.openWallet('user');
    const { id } = await keep(wallet, VISA);
    await send(wallet, 'remove', id);
    expect(await send(wallet, 'edit', id, { expMonth: '03', expYear: '2044' })).toMatchObject(notFound);
  });
});

describe.each<[Change, number]>([
  ['remove', 2001],
  ['restore', 2002],
  ['default', 2003],
  ['edit', 2004],
])('%s', (change, merchantId) => {
  test("finds no card of another user or account, none of a guest's and none that is not kept", async () => {
    const owner = await shop.openWallet('user');
    const { id } = await keep(owner, VISA);
    const guest = await shop.openWallet('guest');
    const elsewhere = await (await shop.otherShop(merchantId)).openWallet('user');
    for (const stranger of [await shop.openWallet('user'), guest, elsewhere]) {
      expect(await send(stranger, change, id)).toMatchObject(notFound);
    }
    const { pm } = await shop.answer({ ...sale, ccToken: await guest.token(VISA) });
    for (const unknown of [pm.id, '0', '-1', 'x', '99999999999', '999999999']) {
      expect(await send(guest, change, unknown)).toMatchObject(notFound);
    }
    expect(ids(await listed(owner))).toEqual([id]);
  });

  test('wants an access token', async () => {
    expect((await shop.post(`/wallet/api/v1/methods/1/${change}`, {}, {})).status).toBe(401);
  });
});

test('changes of one list at the same time end in one default and in each card once', async () => {
  const wallet = await shop.openWallet('user');
  const kept = [await keep(wallet, VISA), await keep(wallet, MASTERCARD), await keep(wallet, DEBIT)];
  const all: readonly Change[] = ['default', 'remove', 'restore', 'default', 'remove', 'restore'];
  const sent = kept.flatMap(({ id }) => all.map((change) => send(wallet, change, id)));
  const statuses = (await Promise.all(sent)).map(({ status }) => status);
  expect(statuses.every((status) => status === 200 || status === 404)).toBe(true);
  for (const { id } of kept) await send(wallet, 'restore', id);
  const after = await listed(wallet);
  expect(ids(after).toSorted()).toEqual(kept.map(({ id }) => id).toSorted());
  expect(after.filter(({ isDefault }) => isDefault).length).toBeLessThanOrEqual(1);
});

test('each change of a card is in the audit log with the wallet that made it, and one that changes nothing is not', async () => {
  const wallet = await shop.openWallet('user');
  await keep(wallet, MASTERCARD);
  const { id } = await keep(wallet, VISA);
  for (const change of ['remove', 'restore', 'default'] as const) {
    await send(wallet, change, id);
    await send(wallet, change, id);
  }
  expect((await send(wallet, 'remove', 999_999)).status).toBe(404);
  const { db } = shop.context;
  const acts = await db
    .select()
    .from(auditIntake)
    .where(eq(auditIntake.subject, `card ${id}`))
    .orderBy(auditIntake.intakeSeq);
  expect(acts.map(({ act, actor, accountId }) => [act, actor, accountId])).toEqual(
    ['card.removed', 'card.restored', 'card.made-default'].map((act) => [
      act,
      'wallet-session',
      shop.accountId,
    ]),
  );
  expect(new Set(acts.map(({ actorId }) => actorId)).size).toBe(1);
  expect(acts[0]?.actorId).toBeTruthy();
});
