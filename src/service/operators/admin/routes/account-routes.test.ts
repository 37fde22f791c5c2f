import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  AccountAnswer,
  AccountChangeAnswer,
  AccountsAnswer,
  MerchantAnswer,
  SecretKeyAnswer,
  WebhookSecretAnswer,
} from '../../../../contract/admin/accounts.ts';
import { DoneAnswer } from '../../../../contract/admin/answer.ts';
import { MerchantSettings } from '../../../../contract/billing/merchant-settings.ts';
import { openTestAdmin, type TestAdmin } from '../../../test-kit/test-admin.ts';
import { readJson, refusal } from '../../../test-kit/test-client.ts';

let admin: TestAdmin;
beforeAll(async () => {
  admin = await openTestAdmin();
});
afterAll(() => admin.close());

const sale = {
  method: 'SALE',
  amount: '48.50',
  currency: 'EUR',
  ccToken: 'tok_sandbox_4242424242424242',
};
const bill = async (form: Record<string, string>, secretKey = 'sk_sandbox_demo') =>
  admin.post('/wallet/api/v1/billing', { ...sale, ...form }, { secretKey });
const open = async (body: object) => AccountAnswer.parse(await admin.call('POST', '/api/accounts', body));
const refusalOf = (method: string, path: string, body?: unknown) =>
  refusal(admin.send(path, { method, body }));

describe('accounts', () => {
  test('are opened with keys and merchants of their own, which work at once', async () => {
    const origins = ['https://shop.example', 'http://localhost:*', 'http://shop.localhost:3000'];
    const { account, secret_key } = await open({ name: 'Tea shop', origins });
    expect(account).toMatchObject({
      name: 'Tea shop',
      origins,
      merchants: [{ merchant_ref: 'main' }, { merchant_ref: 'main-async' }],
    });
    const merchant_id = String(account.merchants[0]?.merchant_id);
    expect((await bill({ merchant_id }, secret_key)).status).toBe(200);
    expect(await refusal(bill({ merchant_id }))).toEqual([403, 'merchant_forbidden', 'merchant_id']);
    expect(await refusal(bill({ merchant_id: '1001' }, secret_key))).toEqual([
      403,
      'merchant_forbidden',
      'merchant_id',
    ]);
    const allAccounts = AccountsAnswer.parse(await admin.call('GET', '/api/accounts')).accounts;
    expect(allAccounts.map(({ name }) => name)).toEqual(['Morrow Coffee', 'Tea shop']);
    expect(allAccounts[1]).toEqual(account);
    expect(JSON.stringify(allAccounts)).not.toContain(secret_key.slice(20));
    expect(admin.logged()).not.toContain(secret_key.slice(20));
  });

  test('have a merchant whose processor answers a CHARGE by callback', async () => {
    const { account, secret_key } = await open({ name: 'Async shop', origins: ['https://shop.example'] });
    const merchant_id = String(account.merchants[1]?.merchant_id);
    const auth = await bill({ method: 'AUTH', merchant_id, transactionID: 'async-auth' }, secret_key);
    expect(auth.status).toBe(200);
    const charge = { method: 'CHARGE', transactionID: 'async-auth', merchant_id };
    expect(await refusal(bill(charge, secret_key))).toEqual([400, 'callback_url_required', 'callback_url']);
    const callbackBilling = await bill({ ...charge, callback_url: 'http://localhost:3000/told' }, secret_key);
    expect((await readJson(callbackBilling)).transaction).toMatchObject({
      status: 'PENDING',
      processor: 'sandbox-async',
    });
  });

  test('change their name and origins, which hold at the next wallet, on record', async () => {
    const { account, secret_key } = await open({ name: 'Old name', origins: ['https://old.example'] });
    const answer = await admin.post('/users/api/v1/refresh_token', {}, { secretKey: secret_key });
    const { refreshToken } = await readJson(answer);
    const exchange = { publishableKey: account.publishable_key, refreshToken };
    const from = (Origin: string) => admin.post('/wallet/api/v1/token', exchange, { Origin });
    const path = `/api/accounts/${account.account_id}`;
    const change = async (body: object) =>
      AccountChangeAnswer.parse(await admin.call('PATCH', path, body)).account;
    expect((await from('https://old.example')).status).toBe(200);
    const origins = ['https://new.example', 'http://localhost:*'];
    expect(await change({ origins })).toEqual({ ...account, origins });
    expect((await from('https://new.example')).status).toBe(200);
    expect(await refusal(from('https://old.example'))).toEqual([403, 'origin_not_allowed']);
    expect(await change({ name: 'New name' })).toMatchObject({ name: 'New name', origins });
    const { entries } = await admin.call('GET', '/api/audit');
    expect(entries.slice(0, 2)).toMatchObject([
      { act: 'account.changed', account_id: account.account_id, details: { name: 'New name' } },
      { act: 'account.changed', details: { origins } },
    ]);
    const wrong = { origins: ['https://new.example', 'http://shop.example'] };
    expect(await refusalOf('PATCH', path, wrong)).toEqual([400, 'parameter_invalid', 'origins']);
    expect(await refusalOf('PATCH', path, { origins: [] })).toEqual([400, 'parameter_invalid', 'origins']);
    expect(await refusalOf('PATCH', path, { id: 7 })).toEqual([400, 'parameter_unknown', 'id']);
    expect(await refusalOf('PATCH', '/api/accounts/9', { name: 'X' })).toEqual([404, 'not_found']);
  });

  test('opened side by side have different merchants', async () => {
    const newAccounts = await Promise.all(
      ['A', 'B', 'C'].map((name) => open({ name, origins: ['https://shop.example'] })),
    );
    const numbers = newAccounts.flatMap(({ account }) =>
      account.merchants.map(({ merchant_id }) => merchant_id),
    );
    expect(new Set(numbers).size).toBe(6);
  });

  test.each([
    ['http://shop.example'],
    ['https://shop.example/'],
    ['https://shop.example:*'],
    ['https://*.shop.example'],
    ["https://a;script-src'"],
    ['https://a, https://b'],
    ['https://a b'],
    ['https://a\nb'],
    ['https://SHOP.example'],
    ['https://user@shop.example'],
    ['http://localhost.evil.example:*'],
    ['null'],
    ['*'],
    [''],
  ])('are not opened for the origin %j', async (origin) => {
    const body = { name: 'X', origins: [origin] };
    expect(await refusalOf('POST', '/api/accounts', body)).toEqual([400, 'parameter_invalid', 'origins']);
  });

  test.each([
    [{ name: 'X' }, [400, 'parameter_missing', 'origins']],
    [{ name: 'X', origins: [] }, [400, 'parameter_invalid', 'origins']],
    [{ name: '', origins: ['https://shop.example'] }, [400, 'parameter_invalid', 'name']],
    [{ name: 'X', origins: ['https://shop.example'], id: 1 }, [400, 'parameter_unknown', 'id']],
  ])('are not opened with %j', async (body, expected) => {
    expect(await refusalOf('POST', '/api/accounts', body)).toEqual(expected);
  });
});

describe("merchants' settings", () => {
  const change = async (id: number, body: object) =>
    MerchantAnswer.parse(await admin.call('PATCH', `/api/merchants/${id}`, body)).merchant;

  test('change one by one and hold at the next request', async () => {
    const declined = { merchant_id: '1001', ccToken: 'tok_sandbox_4000000000000002' };
    expect((await bill(declined)).status).toBe(402);
    expect((await change(1001, { declineHttpStatus: 200 })).settings.declineHttpStatus).toBe(200);
    expect((await bill(declined)).status).toBe(200);
    expect((await change(1001, { acceptedBrands: ['MC'] })).settings).toEqual({
      ...MerchantSettings.parse({}),
      pagesMayName: true,
      declineHttpStatus: 200,
      acceptedBrands: ['MC'],
    });
    expect(await refusal(bill({ merchant_id: '1001' }))).toEqual([400, 'card_brand_not_accepted', 'ccToken']);
    expect((await bill({ merchant_id: '1002' })).status).toBe(200);
  });

  test.each(['Café', 'متجر القهوة', '🫖 茶', 'x'.repeat(64), null])(
    'take %j for the shop',
    async (shopName) => {
      expect((await change(1002, { shopName })).settings.shopName).toBe(shopName);
    },
  );

  test.each([
    '',
    ' ',
    ' Tea',
    'Tea ',
    'x'.repeat(65),
    'Tea\nBank',
    'Tea \u202eknab',
    'Tea\u2066',
    'a\u2028b',
    7,
  ])('do not take %j for the shop', async (shopName) => {
    const answer = await refusalOf('PATCH', '/api/merchants/1002', { shopName });
    expect(answer).toEqual([400, 'parameter_invalid', 'shopName']);
  });

  test('warn in the log of real card numbers', async () => {
    await change(1002, { allowAnyPan: true });
    expect(admin.logged()).toMatch(/"merchantId":1002.*allowAnyPan/);
  });

  test.each([
    [{ declineHttpstatus: 200 }, [400, 'parameter_unknown', 'declineHttpstatus']],
    [{ declineHttpStatus: 404 }, [400, 'parameter_invalid', 'declineHttpStatus']],
    [{ acceptedBrands: [] }, [400, 'parameter_invalid', 'acceptedBrands']],
    [{ acceptedBrands: ['XX'] }, [400, 'parameter_invalid', 'acceptedBrands']],
    [{ holderName: 'no' }, [400, 'parameter_invalid', 'holderName']],
    [{ preferredBrands: ['visa'] }, [400, 'parameter_invalid', 'preferredBrands']],
    [{ moto: 'no' }, [400, 'parameter_invalid', 'moto']],
    [{ smallestAmount: 0 }, [400, 'parameter_invalid', 'smallestAmount']],
    [{ largestAmount: 100_000_000 }, [400, 'parameter_invalid', 'largestAmount']],
    [{ smallestAmount: 500, largestAmount: 499 }, [400, 'parameter_invalid', 'smallestAmount']],
  ])('refuse %j', async (body, expected) => {
    expect(await refusalOf('PATCH', '/api/merchants/1001', body)).toEqual(expected);
  });

  test.each(['9', 'x', '0', '99999999999'])('of merchant %s are not found', async (id) => {
    expect(await refusalOf('PATCH', `/api/merchants/${id}`, {})).toEqual([404, 'not_found']);
  });
});

describe('secret keys', () => {
  test('are changed over without a gap: two in force, then the new one alone', async () => {
    const { account, secret_key: old } = await open({ name: 'Keys', origins: ['https://shop.example'] });
    const merchant_id = String(account.merchants[0]?.merchant_id);
    const path = `/api/accounts/${account.account_id}/secret-keys`;
    const added = SecretKeyAnswer.parse(await admin.call('POST', path));
    for (const key of [old, added.secret_key]) expect((await bill({ merchant_id }, key)).status).toBe(200);
    expect(await refusalOf('POST', path)).toEqual([409, 'secret_key_limit']);
    const [oldId] = account.secret_key_ids;
    DoneAnswer.parse(await admin.call('DELETE', `${path}/${oldId}`));
    expect(await refusal(bill({ merchant_id }, old))).toEqual([401, 'secret_key_invalid']);
    expect((await bill({ merchant_id }, added.secret_key)).status).toBe(200);
    expect(await refusalOf('DELETE', `${path}/${oldId}`)).toEqual([404, 'not_found']);
    expect(await refusalOf('DELETE', `/api/accounts/1/secret-keys/${added.secret_key_id}`)).toEqual([
      404,
      'not_found',
    ]);
    const both = await Promise.all([1, 2].map(() => admin.send(path, { method: 'POST' })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const allAccounts = AccountsAnswer.parse(await admin.call('GET', '/api/accounts')).accounts;
    expect(allAccounts.find(({ name }) => name === 'Keys')?.secret_key_ids).toHaveLength(2);
  });

  test('of an account that does not exist are not made', async () => {
    expect(await refusalOf('POST', '/api/accounts/999/secret-keys')).toEqual([404, 'not_found']);
  });
});

test('webhook secrets are changed once a day, and listed', async () => {
  const { account } = await open({ name: 'Hooks', origins: ['https://shop.example'] });
  const path = `/api/accounts/${account.account_id}/webhook-secret`;
  const { webhook_secret } = WebhookSecretAnswer.parse(await admin.call('POST', path));
  expect(webhook_secret).not.toBe(account.webhook_secret);
  const allAccounts = AccountsAnswer.parse(await admin.call('GET', '/api/accounts')).accounts;
  expect(allAccounts.find(({ name }) => name === 'Hooks')?.webhook_secret).toBe(webhook_secret);
  expect(await refusalOf('POST', path)).toEqual([409, 'webhook_secret_limit']);
  expect(await refusalOf('POST', '/api/accounts/999/webhook-secret')).toEqual([404, 'not_found']);
});
