import { afterAll, expect, test } from 'vitest';
import { refusal } from '../../test-kit/test-client.ts';
import { openTestShop } from '../../test-kit/test-shop.ts';

const shop = await openTestShop();
afterAll(shop.close);

test('refuseUnknownOfAccount is strict once every merchant of the account is', async () => {
  const ask = () => shop.post('/users/api/v1/refresh_token', { externalId: 'user-1' });
  await shop.set(1001, { strictParams: true });
  expect((await ask()).headers.get('Sandbox-Ignored-Params')).toBe('externalId');
  for (const merchant of [1002, 1003]) await shop.set(merchant, { strictParams: true });
  const refused = [400, 'parameter_unknown', 'externalId'];
  expect(await refusal(ask())).toEqual(refused);
  const login = { externalID: 'user-1', externalId: 'user-1' };
  expect(await refusal(shop.post('/users/api/v1/user/login', login))).toEqual(refused);
  const { accessToken } = JSON.parse(
    await (await shop.post('/users/api/v1/user/login', { externalID: 'user-1' })).text(),
  );
  const headers = { Authorization: accessToken };
  const change = shop.post('/users/api/v1/user/metadata', { metadata: '{}', more: '1' }, headers);
  expect(await refusal(change)).toEqual([400, 'parameter_unknown', 'more']);
});
