import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../app.ts';
import { openTestService, type TestService } from '../test-context.ts';

let service: TestService;
let app: ReturnType<typeof createApp>;

beforeAll(async () => {
  service = await openTestService();
  app = createApp(service.context);
}, 30_000);
afterAll(() => service.close());

const REFRESH_TOKEN = '/users/api/v1/refresh_token';
const LOGIN = '/users/api/v1/user/login';

type Form = Record<string, string>;

function post(path: string, form: Form = {}, headers: Form = { secretKey: 'sk_sandbox_demo' }) {
  return app.request(path, { method: 'POST', body: new URLSearchParams(form), headers });
}

async function json(answer: Response | Promise<Response>) {
  return JSON.parse(await (await answer).text());
}

describe('refresh_token', () => {
  test('answers as the spec shows', async () => {
    const answer = await post(REFRESH_TOKEN, { externalID: 'user-1' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    expect(await json(answer)).toEqual({
      Status: 'OK',
      refreshToken: expect.stringMatching(/^rt_sandbox_[A-Za-z0-9_-]{43}$/),
    });
  });
});

describe('login', () => {
  test('answers as the spec shows', async () => {
    const body = await json(post(LOGIN, { externalID: 'user-1', withMetadata: '1', custom: '{"a":1}' }));
    expect(body).toEqual({
      id: expect.any(Number),
      accessToken: expect.any(String),
      userInfo: { isGuest: false },
      status: 'OK',
    });
    expect(decodeJwt(body.accessToken)).toMatchObject({ sub: String(body.id), metadata: { a: 1 } });
  });
  test('gives a token for the metadata endpoint', async () => {
    const { accessToken } = await json(post(LOGIN, { externalID: 'user-1' }));
    expect(
      await json(post('/api/v1/user/metadata', { metadata: '{}' }, { Authorization: accessToken })),
    ).toEqual({ status: 'OK' });
  });
});
