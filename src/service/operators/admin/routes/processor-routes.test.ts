import { afterAll, expect, test } from 'vitest';
import { AdminProcessor, ProcessorsAnswer } from '../../../../contract/admin/processors.ts';
import { processors } from '../../../tables/processors.ts';
import { configurationOf } from '../../../test-kit/acquirers/adyen-shop.ts';
import { openTestAdmin } from '../../../test-kit/test-admin.ts';
import { openTestApp } from '../../../test-kit/test-app.ts';
import { refusal } from '../../../test-kit/test-client.ts';
import { SEALED_COLUMNS } from '../../key-rotation/sealed-columns.ts';

const admin = await openTestAdmin();
afterAll(admin.close);
const path = `/api/accounts/${admin.accountId}/processors/adyen-eu`;
const secrets = { api_key: 'key-of-the-company', webhook_login: { user: 'hook', password: 'hook-password' } };
const configuration = configurationOf('ShopWithOne', secrets);
const put = (body: object, at = path) => admin.send(at, { method: 'PUT', body });
const refusalOf = (change: object, at = path) => refusal(put({ ...configuration, ...change }, at));
const move = (change: object) => admin.send('/api/merchants/1003', { method: 'PATCH', body: change });

test('a processor is configured, listed and sealed as a rotation seals it anew, and no answer or log shows its credentials', async () => {
  const { processor } = await admin.call('PUT', path, configuration);
  expect(AdminProcessor.parse(processor)).toMatchObject({ name: 'adyen-eu', has_webhook_login: true });
  const [row] = await admin.context.db.select().from(processors);
  const stored = Buffer.from(row?.sealed ?? []).toString('latin1');
  expect(SEALED_COLUMNS.some(({ column }) => column === processors.sealed)).toBe(true);
  const answers = [await admin.call('GET', '/api/processors'), await admin.call('GET', '/api/audit')];
  expect(ProcessorsAnswer.parse(answers[0]).processors).toEqual([processor]);
  const shown = JSON.stringify([processor, ...answers]) + admin.logged() + stored;
  for (const secret of ['key-of-the-company', 'hook-password', '44782DEF'])
    expect(shown).not.toContain(secret);
});

test.each([
  [{ is_live: true }, [400, 'parameter_conflict', 'live_prefix']],
  [{ live_prefix: 'abc-Shop' }, [400, 'parameter_conflict', 'live_prefix']],
  [{ is_live: true, live_prefix: 'abc-Shop' }, [400, 'parameter_conflict', 'is_live']],
  [{ merchant_account: 'Another' }, [400, 'parameter_conflict', 'merchant_account']],
  [{ hmac_keys: ['no hex'] }, [400, 'parameter_invalid', 'hmac_keys']],
  [{ api_key: 'a b' }, [400, 'parameter_invalid', 'api_key']],
  [{ endpoint: 'http://127.0.0.1' }, [400, 'parameter_unknown', 'endpoint']],
])('a configuration with %j is refused', async (change, expected) => {
  expect((await put(configuration)).status).toBe(200);
  expect((await refusalOf(change)).slice(0, 2)).toEqual(expected.slice(0, 2));
});

test('names are of one account, and none is the sandbox’s', async () => {
  const other = await admin.otherShop(4001);
  const theirs = `/api/accounts/${other.accountId}/processors/adyen-eu`;
  expect(await refusalOf({}, theirs)).toEqual([400, 'parameter_conflict', 'name']);
  expect(await refusalOf({}, `/api/accounts/${admin.accountId}/processors/sandbox-two`)).toEqual([
    400,
    'parameter_invalid',
    'name',
  ]);
  const moved = { method: 'PATCH', body: { processor: 'adyen-eu', multiCapture: false } };
  expect(await refusal(admin.send('/api/merchants/4001', moved))).toEqual([
    400,
    'parameter_invalid',
    'processor',
  ]);
});

test('a merchant at a processor that captures once has no several captures', async () => {
  expect(await refusal(move({ processor: 'adyen-eu' }))).toEqual([400, 'parameter_conflict', 'multiCapture']);
  expect((await move({ processor: 'adyen-eu', multiCapture: false })).status).toBe(200);
});

test('S86: notifications of an unknown processor find nobody, and of a known one need its own key', async () => {
  const app = openTestApp(admin.context);
  const tell = (name: string) =>
    app.request(`/acquirers/${name}/notifications`, { method: 'POST', body: '{"notificationItems":[]}' });
  expect((await tell('nobody')).status).toBe(404);
  expect((await tell('adyen-eu')).status).toBe(401);
});
