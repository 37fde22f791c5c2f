import { afterAll, expect, test } from 'vitest';
import { AccountAnswer } from '../../contract/admin/accounts.ts';
import { openTestAdmin } from '../test-kit/test-admin.ts';
import { readJson } from '../test-kit/test-client.ts';
import { completeChallenge } from '../test-kit/test-verbs.ts';

const admin = await openTestAdmin();
afterAll(admin.close);

const EVENTS = '/wallet/api/v1/events';
const money = { amount: '10.00', currency: 'GBP' };
const sale = { ...money, method: 'SALE', merchantRef: 'demo' };
/** Numbers without an order stand in a rising row this long once in three million times. */
const ROUNDS = 10;

const other = await admin.otherShop(5001);

/** What the neighbour sells between two looks: a user and a card each. */
async function neighbourSells(count: number) {
  for (let sold = 0; sold < count; sold += 1) {
    const wallet = await other.openWallet('user');
    const ccToken = await wallet.token('4242424242424242');
    await other.bill({ ...sale, merchantRef: 'other', ccToken });
  }
}

async function openAccount(name: string) {
  const body = { name, origins: ['https://shop.example'] };
  return AccountAnswer.parse(await admin.call('POST', '/api/accounts', body)).account;
}

function isRising(numbers: readonly number[]): boolean {
  return numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0));
}

test('S46: the ids of users and cards do not count what other accounts sell', async () => {
  const users: number[] = [];
  const cards: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await neighbourSells(1 + (round % 3));
    const login = await readJson(
      await admin.post('/users/api/v1/user/login', { externalID: `shopper-${round}` }),
    );
    users.push(login.id);
    const wallet = await admin.openWallet('user');
    const ccToken = await wallet.token('4111111111111111');
    const { operation } = await admin.bill({ ...sale, ccToken });
    const record = await admin.record(operation.transactionId);
    users.push(record.user_id);
    cards.push(record.pm_id);
  }
  expect([isRising(users), isRising(cards)]).toEqual([false, false]);
  for (const id of [...users, ...cards]) expect(Number.isSafeInteger(id) && id > 0).toBe(true);
  expect(new Set(cards).size).toBe(ROUNDS);
});

test('S46: the ids of accounts and merchants do not count accounts', async () => {
  const opened: Awaited<ReturnType<typeof openAccount>>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) opened.push(await openAccount(`shop ${round}`));
  const accounts = opened.map(({ account_id }) => account_id);
  const merchants = opened.map(({ merchants: [first] }) => first?.merchant_id ?? 0);
  expect([isRising(accounts), isRising(merchants)]).toEqual([false, false]);
});

/** A payment from AUTH to REFUND: the `log` of each step. */
async function logsOfPayment(between: () => Promise<void>) {
  const wallet = await admin.openWallet('user');
  const ccToken = await wallet.token('4111111111111111');
  const ids: string[] = [];
  const step = async (form: Record<string, string>) => {
    await between();
    const { operation } = await admin.bill(form);
    ids.push(operation.transactionId);
    return operation.transactionId;
  };
  const transactionID = await step({ ...sale, method: 'AUTH', ccToken });
  const charge = await step({ ...money, method: 'CHARGE', amount: '6.00', transactionID });
  await step({ ...money, method: 'REFUND', amount: '1.00', transactionID: charge });
  await step({ ...money, method: 'REFUND', amount: '2.00', transactionID: charge });
  return Promise.all(ids.map(async (id) => (await admin.record(id)).log));
}

test('S46: the log of a payment is the same whatever others do, and rises', async () => {
  const alone = await logsOfPayment(async () => {});
  const beside = await logsOfPayment(() => neighbourSells(3));
  expect(beside).toEqual(alone);
  expect(isRising(alone)).toBe(true);
});

/** What a page hears around a challenge: the `seq` of each event. */
async function seqsOfChallenge(between: () => Promise<void>) {
  const wallet = await admin.openWallet('user');
  await between();
  const ccToken = await wallet.token('4242424242424242');
  const { challenge } = await admin.bill({ ...sale, method: 'SALE_3DS', ccToken });
  await between();
  await completeChallenge(admin.context, { challengeId: challenge?.id ?? '', result: 'Y' });
  const heard = await readJson(await admin.get(`${EVENTS}?after=0`, wallet.authorization));
  return heard.seq;
}

test('S46: the events of a page do not count what other pages hear', async () => {
  const neighbourAsks = async () => {
    const wallet = await other.openWallet('user');
    const ccToken = await wallet.token('4242424242424242');
    await other.bill({ ...sale, merchantRef: 'other', method: 'SALE_3DS', ccToken });
  };
  const alone = await seqsOfChallenge(async () => {});
  expect(alone).toBeGreaterThan(0);
  expect(await seqsOfChallenge(neighbourAsks)).toBe(alone);
});
