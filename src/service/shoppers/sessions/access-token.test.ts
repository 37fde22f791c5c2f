import { decodeJwt, exportSPKI, generateKeyPair, importJWK, type JWTPayload, SignJWT } from 'jose';
import { afterAll, describe, expect, test } from 'vitest';
import { loginSessions } from '../../tables/sessions.ts';
import { openTestClient, refusal } from '../../test-kit/test-client.ts';

const client = await openTestClient();
afterAll(client.close);

const SECOND = 1000;
const SHOP = { Origin: 'http://localhost:3000' };

async function usersToken(): Promise<string> {
  return (await client.postJson('/users/api/v1/user/login', { externalID: 'u' })).accessToken;
}

async function walletToken(): Promise<string> {
  const { refreshToken } = await client.postJson('/users/api/v1/refresh_token', { externalID: 'u' });
  const form = { publishableKey: 'pk_sandbox_demo', refreshToken };
  return (await client.postJson('/wallet/api/v1/token', form, SHOP)).accessToken;
}

const asUser = (authorization: string) =>
  client.post('/users/api/v1/user/metadata', {}, { Authorization: authorization });
const asWallet = (authorization: string) =>
  client.app.request('/wallet/api/v1/methods', { headers: { Authorization: authorization } });

type Change = { header?: Record<string, string>; claims?: JWTPayload };

/** A good token's claims, changed, under the service's own signature. */
async function resigned({ header = {}, claims = {} }: Change) {
  const { privateKey, publicJwk } = client.context.keys.accessToken.current();
  return new SignJWT({ ...decodeJwt(await usersToken()), ...claims })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: publicJwk.kid, ...header })
    .sign(privateKey);
}

describe('an access token', () => {
  test('is taken bare, as the spec writes it, and with Bearer', async () => {
    const token = await usersToken();
    for (const authorization of [token, `Bearer ${token}`, `bearer  ${token}`]) {
      expect((await asUser(authorization)).status).toBe(200);
    }
  });

  test('is missing without the header', async () => {
    for (const headers of [{}, { Authorization: '' }, { Authorization: 'Bearer ' }]) {
      const answer = await client.post('/api/v1/user/metadata', {}, headers);
      expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer');
      expect(await refusal(answer)).toEqual([401, 'access_token_missing']);
    }
  });

  test('ends after 15 minutes, and 30 seconds for clocks that differ', async () => {
    const token = await usersToken();
    client.advance(929 * SECOND);
    expect((await asUser(token)).status).toBe(200);
    client.advance(1 * SECOND);
    const answer = await asUser(token);
    expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer error="invalid_token"');
    expect(await refusal(answer)).toEqual([401, 'access_token_expired']);
  });

  test('is good for its own audience alone', async () => {
    expect(await refusal(asWallet(await usersToken()))).toEqual([401, 'access_token_invalid']);
    expect(await refusal(asUser(await walletToken()))).toEqual([401, 'access_token_invalid']);
    expect((await asWallet(await walletToken())).status).toBe(200);
  });

  test('ends with its session', async () => {
    const token = await usersToken();
    await client.context.db.delete(loginSessions);
    expect(await refusal(asUser(token))).toEqual([401, 'access_token_invalid']);
  });

  test.each<[string, () => Promise<string>]>([
    ['nonsense', async () => 'nonsense'],
    ['two tokens', async () => `${await usersToken()}, ${await usersToken()}`],
    ['ten thousand characters', async () => 'x'.repeat(10_000)],
    ['three empty parts', async () => '..'],
    ['changed claims', async () => editedClaims(await usersToken())],
    ['a changed signature', async () => (await usersToken()).replace(/.{4}$/, 'AAAA')],
    ['no signature', async () => (await usersToken()).replace(/[^.]*$/, '')],
    ['alg none', async () => unsigned(await usersToken())],
    ['HS256 with the public key as secret', () => signedWithPublicKey()],
    ['an unknown kid', () => resigned({ header: { kid: 'other' } })],
    ['another type', () => resigned({ header: { typ: 'JWT' } })],
    ['another issuer', () => resigned({ claims: { iss: 'https://evil.example' } })],
    ['a wallet audience over a login session', () => resigned({ claims: { aud: 'wallet' } })],
    ['another user', () => resigned({ claims: { sub: '999' } })],
    ['a user that is no number', () => resigned({ claims: { sub: '1 or 1=1' } })],
    ['a time yet to come', () => resigned({ claims: { nbf: 9_999_999_999 } })],
    ["somebody else's key", () => signedByStranger()],
  ])('is refused as %s', async (_what, make) => {
    expect(await refusal(asUser(await make()))).toEqual([401, 'access_token_invalid']);
  });
});

function editedClaims(token: string): string {
  const [header, , signature] = token.split('.');
  return [header, encoded({ ...decodeJwt(token), sub: '999' }), signature].join('.');
}

function unsigned(token: string): string {
  return `${encoded({ alg: 'none', typ: 'at+jwt' })}.${encoded(decodeJwt(token))}.`;
}

async function signedWithPublicKey(): Promise<string> {
  const { publicJwk } = client.context.keys.accessToken.current();
  const key = await importJWK(publicJwk, 'ES256', { extractable: true });
  if (key instanceof Uint8Array) throw new Error('not a public key');
  return new SignJWT(decodeJwt(await usersToken()))
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: publicJwk.kid })
    .sign(Buffer.from(await exportSPKI(key)));
}

async function signedByStranger(): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256');
  const { publicJwk } = client.context.keys.accessToken.current();
  return new SignJWT(decodeJwt(await usersToken()))
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: publicJwk.kid })
    .sign(privateKey);
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
