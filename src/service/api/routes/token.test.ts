import { eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { afterAll, describe, expect, test } from 'vitest';
import { refreshTokens, walletSessions } from '../../tables/sessions.ts';
import { openTestApp } from '../../test-kit/test-app.ts';
import { comingFrom, openTestClient, readJson, refusal, type Values } from '../../test-kit/test-client.ts';
import { addAccount } from '../../test-kit/test-context.ts';

const client = await openTestClient();
afterAll(client.close);

const TOKEN = '/wallet/api/v1/token';
const METHODS = '/wallet/api/v1/methods';
const SHOP = { Origin: 'http://localhost:3000' };
const MINUTE = 60_000;

async function grant(form: Values = { externalID: 'shopper' }): Promise<Values> {
  const { refreshToken } = await client.postJson('/users/api/v1/refresh_token', form);
  return { publishableKey: 'pk_sandbox_demo', refreshToken };
}

const methods = (accessToken: string) =>
  client.app.request(METHODS, { headers: { Authorization: `Bearer ${accessToken}` } });

describe('token', () => {
  test('gives a user an access token for the wallet', async () => {
    const answer = await client.post(TOKEN, await grant(), SHOP);
    expect(answer.status).toBe(200);
    const body = await readJson(answer);
    expect(body).toEqual({
      status: 'OK',
      accessToken: expect.any(String),
      expiresIn: 900,
      refreshTokenExpiresIn: 86_400,
      walletSession: expect.stringMatching(/^ws_[A-Za-z0-9_-]{22}$/),
      isGuest: false,
    });
    expect(decodeJwt(body.accessToken)).toMatchObject({
      aud: 'wallet',
      sid: body.walletSession,
      guest: false,
    });
    expect((await methods(body.accessToken)).status).toBe(200);
    expect(client.logged()).not.toContain(body.accessToken.slice(-40));
  });

  test('says that a guest is one', async () => {
    expect(await client.postJson(TOKEN, await grant({}), SHOP)).toMatchObject({ isGuest: true });
  });

  test('is given to registered origins alone, each named exactly', async () => {
    const form = await grant();
    for (const origin of ['http://localhost', 'http://localhost:8080', 'http://127.0.0.1:3000']) {
      const answer = await client.post(TOKEN, form, { Origin: origin });
      expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(origin);
      expect(answer.headers.get('Vary')).toContain('Origin');
      expect(answer.headers.get('Access-Control-Allow-Credentials')).toBeNull();
    }
    for (const origin of ['https://localhost:3000', 'http://localhost.evil.example', 'null']) {
      const answer = await client.post(TOKEN, form, { Origin: origin });
      expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*');
      expect(await refusal(answer)).toEqual([403, 'origin_not_allowed']);
    }
    expect(await refusal(client.post(TOKEN, form, {}))).toEqual([403, 'origin_not_allowed']);
  });

  test('may be asked for with a preflight, which is kept ten minutes', async () => {
    const answer = await client.app.request(TOKEN, { method: 'OPTIONS', headers: SHOP });
    expect(answer.status).toBe(204);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST',
      'access-control-max-age': '600',
    });
  });

  test('S83: may be asked for with headers that a page’s tools add, but never with the secret key or credentials', async () => {
    const ask = async (asked: string) => {
      const headers = { ...SHOP, 'Access-Control-Request-Headers': asked };
      const answer = await client.app.request(TOKEN, { method: 'OPTIONS', headers });
      expect(answer.status).toBe(204);
      expect(answer.headers.get('Access-Control-Allow-Credentials')).toBeNull();
      expect(answer.headers.get('Vary')).toContain('Access-Control-Request-Headers');
      return answer.headers.get('Access-Control-Allow-Headers');
    };
    for (const asked of [
      'traceparent',
      'baggage,sentry-trace,traceparent',
      'authorization, x-csrf-token,x-requested-with',
    ])
      expect(await ask(asked)).toBe(asked);
    for (const asked of [
      '',
      'secretkey',
      'traceparent,SecretKey',
      'a b',
      'a,,b',
      'a;b',
      'a:b',
      'x'.repeat(1025),
      `${'x,'.repeat(40)}x`,
    ])
      expect(await ask(asked), asked).toBe('Content-Type');
  });

  test('is refused with reasons that any page can read', async () => {
    const form = await grant();
    const other = await addAccount(client.context, 2001);
    const cases: [Values, unknown[]][] = [
      [{}, [400, 'parameter_missing', 'publishableKey']],
      [{ publishableKey: 'pk_sandbox_demo' }, [400, 'parameter_missing', 'refreshToken']],
      [{ ...form, refreshToken: '' }, [400, 'parameter_missing', 'refreshToken']],
      [{ ...form, publishableKey: 'pk_nonsense' }, [401, 'publishable_key_invalid', 'publishableKey']],
      [{ ...form, publishableKey: 'sk_sandbox_demo' }, [403, 'secret_key_in_browser', 'publishableKey']],
      [{ ...form, refreshToken: 'rt_nonsense' }, [401, 'refresh_token_invalid', 'refreshToken']],
      [{ ...form, refreshToken: 'x'.repeat(257) }, [400, 'parameter_invalid', 'refreshToken']],
      [{ ...form, walletSession: 'x'.repeat(65) }, [400, 'parameter_invalid', 'walletSession']],
      [{ ...form, secretKey: 'sk_sandbox_demo' }, [403, 'secret_key_in_browser']],
    ];
    for (const [values, expected] of cases) {
      const answer = await client.post(TOKEN, values, SHOP);
      expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*');
      expect(await refusal(answer)).toEqual(expected);
    }
    const foreign = { ...form, publishableKey: other.publishableKey };
    expect(await refusal(client.post(TOKEN, foreign, { Origin: 'https://shop.example' }))).toEqual([
      401,
      'refresh_token_invalid',
      'refreshToken',
    ]);
  });

  test('is refused with a reason that any page can read before the exchange is reached, too', async () => {
    const stopping = new AbortController();
    const app = openTestApp({ ...client.context, stopping: stopping.signal });
    const ask = async (path: string, init: RequestInit = { method: 'POST' }) => {
      const answer = await app.request(path, { ...init, headers: { ...SHOP, ...init.headers } });
      expect(answer.headers.get('Access-Control-Allow-Origin'), path).toBe('*');
      expect(answer.headers.get('Vary'), path).toContain('Origin');
      return refusal(answer);
    };
    expect(await ask(`${TOKEN}?secretKey=x`)).toEqual([401, 'secret_key_in_url']);
    expect(await ask(`${TOKEN}?${'x'.repeat(2048)}`)).toEqual([414, 'url_too_long']);
    const withKey = { method: 'POST', headers: { secretKey: 'sk_sandbox_demo' } };
    expect(await ask(TOKEN, withKey)).toEqual([403, 'secret_key_in_browser']);
    expect(await ask(TOKEN, { method: 'GET' })).toEqual([405, 'http_method_not_allowed']);
    stopping.abort();
    expect(await ask(TOKEN)).toEqual([503, 'shutting_down']);
    const elsewhere = await app.request(METHODS, { headers: SHOP });
    expect(elsewhere.headers.get('Access-Control-Allow-Origin')).toBeNull();
  });

  test('is refused while too many requests are open, so that any page can read it', async () => {
    let finish = () => {};
    const held = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const app = openTestApp(client.context);
    app.get('/held', async (c) => {
      await held;
      return c.text('done');
    });
    // A network has 32 at work without a key.
    const open = Array.from({ length: 256 }, (_, place) =>
      app.request('/held', {}, comingFrom(`192.0.2.${place % 8}`)),
    );
    const answer = await app.request(TOKEN, { method: 'POST', headers: SHOP });
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(await refusal(answer)).toEqual([503, 'overloaded']);
    finish();
    await Promise.all(open);
  });

  test('is refused when the refresh token has ended or was revoked', async () => {
    const short = await grant({ externalID: 'short', ttl: '60' });
    client.advance(MINUTE - 1);
    expect((await client.post(TOKEN, short, SHOP)).status).toBe(200);
    client.advance(1);
    const answer = await client.post(TOKEN, short, SHOP);
    expect(answer.headers.get('WWW-Authenticate')).toBe('RefreshToken');
    expect(await refusal(answer)).toEqual([401, 'refresh_token_expired', 'refreshToken']);

    const revoked = await grant({ externalID: 'revoked' });
    const { accessToken, walletSession } = await client.postJson(TOKEN, revoked, SHOP);
    await revokeGrantOf(walletSession);
    expect(await refusal(client.post(TOKEN, revoked, SHOP))).toEqual([
      401,
      'refresh_token_invalid',
      'refreshToken',
    ]);
    expect(await refusal(methods(accessToken))).toEqual([401, 'access_token_invalid']);
  });
});

async function revokeGrantOf(walletSession: string) {
  const { db, clock } = client.context;
  const [session] = await db.select().from(walletSessions).where(eq(walletSessions.id, walletSession));
  await db
    .update(refreshTokens)
    .set({ revokedAt: clock.now() })
    .where(eq(refreshTokens.id, session?.refreshTokenId ?? 0));
}

describe('a wallet session', () => {
  test('goes on when it is renewed, from the same origin', async () => {
    const form = await grant();
    const { walletSession } = await client.postJson(TOKEN, form, SHOP);
    client.advance(12 * MINUTE);
    const renewed = await client.postJson(TOKEN, { ...form, walletSession }, SHOP);
    expect(renewed.walletSession).toBe(walletSession);
    const elsewhere = { Origin: 'http://localhost:3001' };
    const moved = await client.postJson(TOKEN, { ...form, walletSession }, elsewhere);
    expect(moved.walletSession).not.toBe(walletSession);
    const stranger = await client.postJson(TOKEN, { ...(await grant({})), walletSession }, SHOP);
    expect(stranger.walletSession).not.toBe(walletSession);
  });

  test('ends half an hour after its last request; renewing it then opens a new one', async () => {
    const form = await grant();
    const { walletSession } = await client.postJson(TOKEN, form, SHOP);
    client.advance(29 * MINUTE);
    const { accessToken } = await client.postJson(TOKEN, { ...form, walletSession }, SHOP);
    client.advance(14 * MINUTE);
    expect((await methods(accessToken)).status).toBe(200);
    client.advance(29 * MINUTE);
    const again = await client.postJson(TOKEN, { ...form, walletSession }, SHOP);
    expect(again.walletSession).toBe(walletSession);
    client.advance(30 * MINUTE);
    const late = await client.postJson(TOKEN, { ...form, walletSession }, SHOP);
    expect(late.walletSession).not.toBe(walletSession);
  });

  test('makes room as the oldest, beyond ten on one refresh token', async () => {
    const form = await grant();
    const opened: { accessToken: string; walletSession: string }[] = [];
    for (let count = 0; count < 11; count += 1) {
      opened.push(await client.postJson(TOKEN, form, SHOP));
      client.advance(1000);
    }
    const [first, second] = opened;
    expect(await refusal(methods(first?.accessToken ?? ''))).toEqual([401, 'access_token_invalid']);
    expect((await methods(second?.accessToken ?? '')).status).toBe(200);
  });

  test('is one of at most ten also when many are opened at once', async () => {
    const form = await grant({ externalID: 'crowd' });
    const opened: { accessToken: string }[] = await Promise.all(
      Array.from({ length: 14 }, () => client.postJson(TOKEN, form, SHOP)),
    );
    const answers = await Promise.all(opened.map(({ accessToken }) => methods(accessToken)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  });
});

test('jwks.json shows the public half of the signing key alone', async () => {
  const { keys } = await readJson(await client.app.request('/.well-known/jwks.json'));
  expect(keys).toEqual([
    { ...client.context.keys.accessToken.current().publicJwk, alg: 'ES256', use: 'sig' },
  ]);
  expect(Object.keys(keys[0]).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
});

test('healthz and readyz answer 200, and readyz says how far the machine’s clock is off', async () => {
  expect((await client.app.request('/healthz')).status).toBe(200);
  const ready = await client.app.request('/readyz');
  expect(ready.status).toBe(200);
  expect(await ready.json()).toEqual({ status: 'OK', clock_offset_seconds: 0 });
});
