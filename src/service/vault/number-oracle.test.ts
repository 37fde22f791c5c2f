import { afterAll, expect, test } from 'vitest';
import { openTestShop, type TestShop } from '../test-kit/test-shop.ts';

type Wallet = Awaited<ReturnType<TestShop['openWallet']>>;

const shop = await openTestShop();
afterAll(shop.close);

const STORED = '4242424242424242';
/** Looks the same to whoever sees brand, first six and last four digits. */
const WRONG = '4242420000184242';
const sale = { method: 'SALE', amount: '5.00', currency: 'EUR', merchant_id: '1001' };

/** What a caller reads, its ids and tokens named by when they were first seen: two runs may be compared. */
function comparable(texts: readonly string[]): string {
  const names = new Map<string, string>();
  const nameOf = (found: string) => {
    const name = names.get(found) ?? `#${names.size}`;
    names.set(found, name);
    return name;
  };
  const isPassing =
    /[0-9a-f]{8}-[0-9a-f-]{27}|"(txn|ord|cc|ntk)_[\w-]+"|"(authcode|TxID)":"[^"]*"|\b[0-9]{12}\b/g;
  return texts
    .join('\n')
    .replace(isPassing, nameOf)
    .replace(/"(id|pm_id|user_id)":([0-9]+)/g, (_, key, id) => `"${key}":"${nameOf(id)}"`);
}

async function bill(values: Record<string, string>): Promise<string> {
  const answer = await shop.post('/wallet/api/v1/billing', values);
  return `${answer.status} ${await answer.text()}`;
}

const transactionOf = (text: string) => /"transactionID":"([^"]+)"/.exec(text)?.[1] ?? '';

test('S30: a secret key learns nothing from the follow-ups of a card that a wallet handed over', async () => {
  const wallet = await shop.openWallet('user');
  const ccToken = await wallet.token(STORED, 'as-long-as-card');
  const started = await bill({ ...sale, method: 'AUTH', ccToken });
  const transactionID = transactionOf(started);
  const followUp = { amount: '1.00', currency: 'EUR', transactionID };
  for (const method of ['CHARGE', 'VOID', 'REFUND']) {
    const answers: string[] = [];
    for (const number of [WRONG, STORED]) {
      answers.push(await bill({ ...followUp, method, ccToken: `tok_sandbox_${number}` }));
      const ccTokenObject = JSON.stringify({ cc_token: `tok_sandbox_${number}` });
      answers.push(await bill({ ...followUp, method, ccToken: ccTokenObject }));
    }
    const [wrong, wrongObject, right, rightObject] = answers.map((answer) => comparable([answer]));
    expect([right, rightObject]).toEqual([wrong, wrongObject]);
    expect(right).toContain('parameter_conflict');
  }
});

test('a follow-up may repeat the sandbox token that its payment began with, and no other', async () => {
  const ccToken = `tok_sandbox_${STORED}`;
  const transactionID = transactionOf(await bill({ ...sale, method: 'AUTH', ccToken }));
  const charge = { method: 'CHARGE', amount: '1.00', currency: 'EUR', transactionID };
  expect(await bill({ ...charge, ccToken: `tok_sandbox_${WRONG}` })).toContain('parameter_conflict');
  expect(await bill({ ...charge, ccToken })).toContain('"status":"OK"');
});

test("S30: no member of a payment's record tells that a sandbox number is the one behind it", async () => {
  const wallet = await shop.openWallet('user');
  const read = async (ccToken: string) => {
    const transactionID = transactionOf(await bill({ ...sale, ccToken }));
    const answer = await shop.get(`/wallet/api/v1/transactions/${transactionID}`);
    return JSON.stringify(await answer.json());
  };
  const victim = await read(await wallet.token(STORED, 'as-long-as-card'));
  const values = (text: string) => new Set(text.match(/"[^"]+":("[^"]*"|[^,{}[\]]+)/g));
  const shared = async (number: string) => {
    const guess = values(await read(`tok_sandbox_${number}`));
    return [...values(victim)].filter((value) => guess.has(value)).toSorted();
  };
  expect((await shared(STORED)).length).toBeGreaterThan(10);
  expect(await shared(STORED)).toEqual(await shared(WRONG));
});

/** Everything that a page script can do with the saved card and the guess, and all it reads of it. */
async function playWith(guess: string): Promise<string> {
  const wallet = await shop.openWallet('user');
  const read: string[] = [];
  const list = async () => {
    read.push(await (await shop.get('/wallet/api/v1/methods', wallet.authorization)).text());
  };
  const change = async (id: string, what: string) => {
    const answer = await shop.post(`/wallet/api/v1/methods/${id}/${what}`, {}, wallet.authorization);
    read.push(`${answer.status} ${await answer.text()}`);
  };
  const keep = async (number: string) => {
    const ccToken = await wallet.token(number, 'keep-on-success', 2041);
    read.push(await bill({ ...sale, ccToken }));
    await list();
    return idOf(read.at(-2) ?? '');
  };
  const first = await save(wallet, STORED);
  const second = await keep(guess);
  for (const id of [first, second]) {
    await change(id, 'default');
    await change(id, 'remove');
    await keep(guess);
    await change(id, 'restore');
    await list();
    for (const other of [first, second]) {
      const form = { method: other, merchant_id: '1001' };
      const alias = await shop.post('/wallet/api/v1/aliases', form, wallet.authorization);
      read.push(`${alias.status} ${await alias.text()}`);
    }
  }
  return comparable(read);
}

async function save(wallet: Wallet, number: string): Promise<string> {
  return idOf(await bill({ ...sale, ccToken: await wallet.token(number, 'keep-on-success') }));
}

const idOf = (answer: string) => /"pm":\{"id":([0-9]+)/.exec(answer)?.[1] ?? '';

test('S30: who saves a guess beside a saved card reads the same whether its number is the stored one', async () => {
  const [right, wrong] = [await playWith(STORED), await playWith(WRONG)];
  expect(right).toContain('"methods":[{');
  expect(right).toBe(wrong);
});
