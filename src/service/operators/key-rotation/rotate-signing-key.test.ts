import { decodeProtectedHeader } from 'jose';
import { afterAll, expect, test } from 'vitest';
import { openTestClient, readJson } from '../../test-kit/test-client.ts';
import { rotateKeys } from './rotate-keys.ts';

const client = await openTestClient();
afterAll(client.close);

const MINUTE = 60_000;
const SHOP = { Origin: 'http://localhost:3000' };

async function published(): Promise<string[]> {
  const { keys } = await readJson(await client.app.request('/.well-known/jwks.json'));
  return keys.map(({ kid }: { kid: string }) => kid);
}

async function freshToken() {
  const { refreshToken } = await client.postJson('/users/api/v1/refresh_token', { externalID: 'shopper' });
  const form = { publishableKey: 'pk_sandbox_demo', refreshToken };
  const { accessToken } = await client.postJson('/wallet/api/v1/token', form, SHOP);
  return { text: String(accessToken), kid: decodeProtectedHeader(accessToken).kid };
}

async function isGood({ text }: { text: string }) {
  const headers = { Authorization: `Bearer ${text}` };
  return (await client.app.request('/wallet/api/v1/methods', { headers })).status === 200;
}

test('a new signing key is published before it signs, and the former while its tokens live', async () => {
  const [former] = await published();
  // Keys stand in the order of their times.
  client.advance(1);
  const { signing } = await rotateKeys(client.context, 'signing');
  expect(await published()).toEqual([former, signing?.kid]);
  // Asked again while one waits, it makes no third.
  expect((await rotateKeys(client.context, 'signing')).signing).toEqual(signing);
  client.advance(5 * MINUTE);
  expect((await freshToken()).kid).toBe(former);
  client.advance(MINUTE - 1);
  const last = await freshToken();
  expect(last.kid).toBe(former);
  client.advance(1);
  const first = await freshToken();
  expect(first.kid).toBe(signing?.kid);
  expect([await isGood(last), await isGood(first)]).toEqual([true, true]);
  client.advance(14 * MINUTE);
  await client.context.keys.accessToken.dropEnded();
  expect([await isGood(last), await isGood(first)]).toEqual([true, true]);
  expect(await published()).toEqual([former, signing?.kid]);
  client.advance(3 * MINUTE);
  await client.context.keys.accessToken.dropEnded();
  expect(await published()).toEqual([signing?.kid]);
});
