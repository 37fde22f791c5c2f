import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AccountsAnswer } from '../../contract/admin/accounts.ts';
import { ClockAnswer } from '../../contract/admin/service.ts';
import { DIGEST_PURPOSES } from '../base/keys/master-key.ts';
import { openTestAdmin, type TestAdmin } from '../test-kit/test-admin.ts';
import { refusal } from '../test-kit/test-client.ts';
import { DAY_SECONDS } from '../test-kit/test-shop.ts';
import { MAX_ADVANCE_SECONDS, openStoreClock } from './moved-clock.ts';

let admin: TestAdmin;
beforeAll(async () => {
  admin = await openTestAdmin();
});
afterAll(() => admin.close());

const BILLING = '/wallet/api/v1/billing';
const auth = {
  method: 'AUTH',
  amount: '48.50',
  currency: 'EUR',
  merchant_id: '1001',
  ccToken: 'tok_sandbox_4242424242424242',
};

const advance = async (seconds: number) =>
  ClockAnswer.parse(await admin.call('POST', '/api/clock', { advance_seconds: seconds }));

async function stateOf(transactionID: string) {
  const answer = await admin.get(`/wallet/api/v1/transactions/${transactionID}`);
  return JSON.parse(await answer.text()).transaction?.sandbox.payment_state;
}

describe('the clock', () => {
  test('moves what the service does', async () => {
    await admin.post(BILLING, { ...auth, transactionID: 'expiring' });
    expect(await stateOf('expiring')).toBe('AUTHORISED');
    const before = ClockAnswer.parse(await admin.call('GET', '/api/clock'));
    const after = await advance(8 * DAY_SECONDS);
    expect(after.advanced_seconds - before.advanced_seconds).toBe(8 * DAY_SECONDS);
    expect(Date.parse(after.now) - Date.parse(before.now)).toBe(8 * DAY_SECONDS * 1000);
    expect(await stateOf('expiring')).toBe('EXPIRED');
    const charge = { method: 'CHARGE', amount: '1', currency: 'EUR', transactionID: 'expiring' };
    expect(await refusal(admin.post(BILLING, charge))).toEqual([
      409,
      'authorisation_expired',
      'transactionID',
    ]);
  });

  test('answers with what another process advanced', async () => {
    const before = await advance(0);
    const other = await openStoreClock(admin.context.db, { machine: admin.context.clock.real });
    await other.advance(60);
    const now = ClockAnswer.parse(await admin.call('GET', '/api/clock'));
    expect(now.advanced_seconds - before.advanced_seconds).toBe(60);
  });

  test.each([
    [{ advance_seconds: -1 }, [400, 'parameter_invalid', 'advance_seconds']],
    [{ advance_seconds: 0.5 }, [400, 'parameter_invalid', 'advance_seconds']],
    [{ advance_seconds: '60' }, [400, 'parameter_invalid', 'advance_seconds']],
    [{ advance_seconds: MAX_ADVANCE_SECONDS + 1 }, [400, 'parameter_invalid', 'advance_seconds']],
    [{}, [400, 'parameter_missing', 'advance_seconds']],
    [{ advance_seconds: 1, more: 1 }, [400, 'parameter_unknown', 'more']],
    ['[]', [400, 'json_parameter_invalid', 'body']],
    ['{"advance_seconds":1,"advance_seconds":2}', [400, 'json_parameter_invalid', 'body#/advance_seconds']],
    ['', [400, 'json_parameter_invalid', 'body']],
    [`{"advance_seconds":${' '.repeat(70_000)}1}`, [413, 'body_too_large']],
  ])('refuses %j', async (body, expected) => {
    const before = await advance(0);
    expect(await refusal(admin.send('/api/clock', { method: 'POST', body }))).toEqual(expected);
    expect(await advance(0)).toEqual(before);
  });

  test('takes JSON alone', async () => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const sent = { method: 'POST', body: 'advance_seconds=1', headers };
    expect(await refusal(admin.send('/api/clock', sent))).toEqual([415, 'media_type_unsupported']);
  });

  test('names the methods it has', async () => {
    const answer = await admin.send('/api/clock', { method: 'DELETE' });
    expect(answer.headers.get('Allow')).toBe('GET, HEAD, POST');
    expect(await refusal(answer)).toEqual([405, 'http_method_not_allowed']);
    expect(await refusal(admin.send('/api/nothing'))).toEqual([404, 'not_found']);
  });
});

/** Every table but those of the migrations, with its number of rows. */
async function rowCounts() {
  const { db } = admin.context;
  const tables = await db
    .select({ name: sql<string>`tablename` })
    .from(sql`pg_tables`)
    .where(
      sql`schemaname = current_schema() and tablename <> 'schema_migrations' and tablename not like 'audit%'`,
    );
  const counts = tables.map(async ({ name }) => [name, await db.$count(sql.identifier(name))] as const);
  return Object.fromEntries((await Promise.all(counts)).filter(([, count]) => count > 0));
}

describe('reset', () => {
  test('leaves the demo account alone, at the time of the machine, with what the process holds', async () => {
    const wallet = await admin.openWallet('user');
    const { accessToken } = JSON.parse(
      await (await admin.post('/users/api/v1/user/login', { externalID: 'user-1' })).text(),
    );
    await admin.call('POST', '/api/accounts', { name: 'Other', origins: ['https://shop.example'] });
    await admin.post(BILLING, { ...auth, transactionID: 'gone', callback_url: 'http://127.0.0.1:9/' });
    await admin.post(BILLING, { ...auth, method: 'SALE', orderID: 'gone' }, { secretKey: 'sk_sandbox_demo' });
    await advance(DAY_SECONDS);
    const [{ webhook_secret }] = (await admin.call('GET', '/api/accounts')).accounts;

    await admin.get('/nowhere');
    expect(ClockAnswer.parse(await admin.call('POST', '/api/reset'))).toMatchObject({ advanced_seconds: 0 });
    expect((await admin.call('GET', '/api/requests')).requests).toEqual([]);

    expect(await rowCounts()).toEqual({
      accounts: 1,
      data_keys: DIGEST_PURPOSES.length + 1,
      merchants: 2,
      secret_keys: 1,
      service_keys: 2,
    });
    const { accounts } = AccountsAnswer.parse(await admin.call('GET', '/api/accounts'));
    expect(accounts).toMatchObject([
      {
        account_id: 1,
        publishable_key: 'pk_sandbox_demo',
        webhook_secret,
        secret_key_ids: ['demo'],
        merchants: [
          { merchant_id: 1001, merchant_ref: 'demo', settings: { declineHttpStatus: 402 } },
          { merchant_id: 1002, merchant_ref: 'demo-async' },
        ],
      },
    ]);
    expect(await stateOf('gone')).toBeUndefined();
    const metadata = admin.post('/users/api/v1/user/metadata', {}, { Authorization: accessToken });
    expect(await refusal(metadata)).toEqual([401, 'access_token_invalid']);
    const methods = admin.get('/wallet/api/v1/methods', wallet.authorization);
    expect(await refusal(methods)).toEqual([401, 'access_token_invalid']);
    expect((await admin.post(BILLING, { ...auth, transactionID: 'gone' })).status).toBe(200);
  });

  test('brings the demo account back with its first secret key alone, and keeps its webhook secret', async () => {
    const key = (await admin.call('POST', '/api/accounts/1/secret-keys')).secret_key;
    await admin.call('DELETE', '/api/accounts/1/secret-keys/demo');
    await admin.call('PATCH', '/api/merchants/1001', { strictParams: true });
    const { webhook_secret } = await admin.call('POST', '/api/accounts/1/webhook-secret');
    const login = (secretKey: string) =>
      admin.post('/users/api/v1/user/login', { externalID: 'user-1' }, { secretKey });
    expect(await refusal(login('sk_sandbox_demo'))).toEqual([401, 'secret_key_invalid']);
    expect((await login(key)).status).toBe(200);

    await admin.call('POST', '/api/reset');

    expect(await refusal(login(key))).toEqual([401, 'secret_key_invalid']);
    expect((await login('sk_sandbox_demo')).status).toBe(200);
    const { accounts } = AccountsAnswer.parse(await admin.call('GET', '/api/accounts'));
    expect(accounts).toMatchObject([
      { webhook_secret, secret_key_ids: ['demo'], merchants: [{ settings: { strictParams: false } }, {}] },
    ]);
  });

  test('lets both webhook secrets sign for a day from then, also where the clock had been moved on', async () => {
    await admin.call('POST', '/api/clock', { advance_seconds: 31_536_000 });
    await admin.call('POST', '/api/accounts/1/webhook-secret');
    await admin.call('POST', '/api/reset');
    const roll = () => admin.send('/api/accounts/1/webhook-secret', { method: 'POST' });
    expect(await refusal(roll())).toEqual([409, 'webhook_secret_limit']);
    await admin.call('POST', '/api/clock', { advance_seconds: 86_400 });
    expect((await roll()).status).toBe(200);
  });

  test('can be asked for by several at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => admin.send('/api/reset', { method: 'POST' })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await admin.post(BILLING, auth)).status).toBe(200);
  });

  test('succeeds while 16 clients bill, who are answered or told to try again', async () => {
    const sale = { ...auth, method: 'SALE' };
    const answers = new Set<string>();
    let isOver = false;
    const bill = async () => {
      while (!isOver) {
        const answer = await admin.post(BILLING, sale);
        // In memory nothing else would ever have its turn.
        await new Promise(setImmediate);
        answers.add(`${answer.status} ${JSON.parse(await answer.text()).error?.code ?? 'billed'}`);
      }
    };
    const clients = Array.from({ length: 16 }, bill);
    for (let round = 0; round < 3; round += 1) {
      expect((await admin.send('/api/reset', { method: 'POST' })).status).toBe(200);
      expect((await admin.post(BILLING, sale)).status).toBe(200);
    }
    isOver = true;
    await Promise.all(clients);
    answers.delete('503 store_unavailable');
    expect([...answers]).toEqual(['200 billed']);
  });
});
