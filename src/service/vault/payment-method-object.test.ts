import { afterAll, beforeAll, expect, test } from 'vitest';
import { boundTo, seal } from '../test-kit/test-sealing.ts';
import { openTestShop, type TestShop } from '../test-kit/test-shop.ts';

let shop: TestShop;
let wallet: Awaited<ReturnType<TestShop['openWallet']>>;
beforeAll(async () => {
  shop = await openTestShop();
  wallet = await shop.openWallet('user');
});
afterAll(() => shop.close());

const sale = { method: 'SALE', amount: '10.00', currency: 'GBP', merchant_id: '1001' };

async function handedOver() {
  const ccToken = await wallet.token('4111111111111111', 'as-long-as-card');
  return {
    cc_token: ccToken,
    encrypted_cvv: null,
    name: 'Visa',
    type: 'card',
    credit_type: 'VI',
    fingerprint: fingerprint(wallet.walletSession),
    exp_month: '12',
    exp_year4: '2040',
    last_4_digits: 1111,
    first_6_digits: 411_111,
    source: 'card',
  };
}
const fingerprint = (walletSdkSessionId: string) => ({
  walletSdkSessionId,
  ip: '127.0.0.1',
  screenHeight: 800,
  timezoneOffset: 0,
  browserAgent: 'x',
});
const encrypt = (plaintext: object) =>
  seal(shop.context, { ...plaintext, bound: boundTo(shop.context, wallet.walletSession) });
const bill = (object: object, values: Record<string, string> = {}) =>
  shop.answer({ ...sale, ccToken: JSON.stringify(object), ...values });
const conflict = (param: string) => ({ code: 'parameter_conflict', param });

test('the whole payment method object as JSON is taken for its token', async () => {
  const object = await handedOver();
  const { transaction } = await bill(object, { method: 'AUTH' });
  const { transactionID } = transaction;
  const charge = { ...sale, method: 'CHARGE', transactionID };
  await shop.bill({ ...charge, ccToken: JSON.stringify(object) });
  const other = JSON.stringify({ ...object, cc_token: 'cc_other' });
  await expect(shop.bill({ ...charge, ccToken: other })).rejects.toMatchObject(conflict('ccToken'));
});

test('the object as JSON may be written over lines, and its members that are null sent as such', async () => {
  const object = await handedOver();
  const inLines = `\n  ${JSON.stringify(object, null, '\t').replaceAll('\n', '\r\n')}\n`;
  expect((await shop.answer({ ...sale, ccToken: inLines })).transaction.status).toBe('OK');
  const apart = { ccToken: object.cc_token, fingerprint: 'null', encrypted_cvv: 'null' };
  expect((await shop.answer({ ...sale, ...apart })).transaction.status).toBe('OK');
});

test('an object that was changed on its way is refused, member by member', async () => {
  const object = await handedOver();
  for (const [name, value] of [
    ['name', 'Mastercard'] as const,
    ['credit_type', 'MC'] as const,
    ['exp_month', '11'] as const,
    ['exp_year4', '2041'] as const,
    ['last_4_digits', '1111'] as const,
    ['type', 'x'] as const,
    ['first_6_digits', 411_112] as const,
    ['source', 'applepay'] as const,
  ]) {
    await expect(bill({ ...object, [name]: value })).rejects.toMatchObject(conflict(`ccToken#/${name}`));
  }
  await expect(bill({ ...object, cc_token: 7 })).rejects.toMatchObject({ code: 'token_invalid' });
  await expect(bill([])).rejects.toMatchObject({ code: 'token_invalid' });
});

test('a fingerprint must name the wallet session of the token', async () => {
  const object = await handedOver();
  const strange = { ...object, fingerprint: fingerprint('another') };
  await expect(bill(strange)).rejects.toMatchObject(conflict('fingerprint'));
  const alone = { ccToken: object.cc_token, fingerprint: JSON.stringify(fingerprint('another')) };
  await expect(shop.answer({ ...sale, ...alone })).rejects.toMatchObject(conflict('fingerprint'));
  const own = { ...alone, fingerprint: JSON.stringify(object.fingerprint) };
  expect((await shop.answer({ ...sale, ...own })).transaction.status).toBe('OK');
  const sandbox = { ...own, ccToken: 'tok_sandbox_4242424242424242' };
  await expect(shop.answer({ ...sale, ...sandbox })).rejects.toMatchObject(conflict('fingerprint'));
});

test('a follow-up repeats it unchanged or not at all, but for the expiry, which a card may outlive', async () => {
  const object = await handedOver();
  const { transactionID } = (await bill(object, { method: 'AUTH' })).transaction;
  const charge = (changed: object, values: Record<string, string> = {}) => {
    const ccToken = JSON.stringify({ ...object, ...changed });
    return shop.bill({ ...sale, method: 'CHARGE', amount: '1.00', transactionID, ccToken, ...values });
  };
  await expect(charge({ name: 'Mastercard' })).rejects.toMatchObject(conflict('ccToken#/name'));
  await expect(charge({ last_4_digits: '1111' })).rejects.toMatchObject(conflict('ccToken#/last_4_digits'));
  const strange = fingerprint('another');
  await expect(charge({ fingerprint: strange })).rejects.toMatchObject(conflict('fingerprint'));
  const alone = { ccToken: object.cc_token, fingerprint: JSON.stringify(strange) };
  await expect(charge({}, alone)).rejects.toMatchObject(conflict('fingerprint'));
  await charge({ exp_year4: '2039' });
  await charge({}, { ...alone, fingerprint: JSON.stringify(object.fingerprint) });
});

test('an encrypted_cvv belongs to its token, serves once, and for a quarter of an hour', async () => {
  const refused = (object: object) => expect(bill(object)).rejects.toMatchObject(conflict('encrypted_cvv'));
  const object = await handedOver();
  const code = await encrypt({ cc_token: object.cc_token, securityCode: '123' });
  await refused({ ...object, encrypted_cvv: await encrypt({ cc_token: 'cc_other', securityCode: '123' }) });
  await refused({ ...object, encrypted_cvv: 'nonsense' });
  await refused({ ...object, encrypted_cvv: 5 });
  expect((await bill({ ...object, encrypted_cvv: code })).transaction.status).toBe('OK');
  await refused({ ...object, encrypted_cvv: code });
  expect((await bill(object)).transaction.status).toBe('OK');
  const late = await handedOver();
  const lateCode = await encrypt({ cc_token: late.cc_token, securityCode: '123' });
  shop.advance(15 * 60);
  await refused({ ...late, encrypted_cvv: lateCode });
});
