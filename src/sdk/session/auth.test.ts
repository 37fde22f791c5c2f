import { afterEach, expect, test, vi } from 'vitest';
import { baseUrl, code, freshKey, logOf } from '../test-service/client.ts';
import { createAuth } from './auth.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function freshAuth() {
  const onGranted = vi.fn();
  const auth = createAuth({ scriptOrigin: baseUrl }, onGranted);
  return { auth, onGranted, publishableKey: freshKey() };
}

test('connect sends one plain form without headers of its own, and no preflight', async () => {
  const { auth, publishableKey } = freshAuth();
  await auth.connect({ publishableKey, refreshToken: 'ok' });
  expect(await logOf(publishableKey)).toEqual([
    {
      call: 'token',
      method: 'POST',
      type: 'application/x-www-form-urlencoded;charset=UTF-8',
      origin: window.origin,
      form: { publishableKey, refreshToken: 'ok' },
    },
  ]);
});

test.each([
  ['ok', false],
  ['guest', true],
])(
  'connect with a token of kind "%s" says isGuest %s, and nothing that grants access',
  async (refreshToken, isGuest) => {
    const { auth, publishableKey } = freshAuth();
    expect(await auth.connect({ publishableKey, refreshToken })).toEqual({ isGuest });
  },
);

test.each([
  'publishable_key_invalid',
  'refresh_token_invalid',
  'refresh_token_expired',
  'origin_not_allowed',
])('connect rejects with the service\'s own "%s"', async (refusal) => {
  const { auth, publishableKey } = freshAuth();
  expect(await code(auth.connect({ publishableKey, refreshToken: `refused:${refusal}` }))).toBe(refusal);
});

test.each(['text', 'other'])(
  'connect rejects with service_unreachable when %s answers',
  async (refreshToken) => {
    const { auth, publishableKey } = freshAuth();
    expect(await code(auth.connect({ publishableKey, refreshToken }))).toBe('service_unreachable');
  },
);

test('connect rejects with service_unreachable when nobody listens', async () => {
  const { auth, publishableKey } = freshAuth();
  const options = { publishableKey, refreshToken: 'ok', baseUrl: 'http://127.0.0.1:9' };
  expect(await code(auth.connect(options))).toBe('service_unreachable');
});

test('connect rejects with service_unreachable when no answer comes within 6 s', async () => {
  const { auth, publishableKey } = freshAuth();
  expect(await code(auth.connect({ publishableKey, refreshToken: 'silent' }))).toBe('service_unreachable');
}, 10_000);

test('connect rejects with offline when the device is', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { auth, publishableKey } = freshAuth();
  const options = { publishableKey, refreshToken: 'ok', baseUrl: 'http://127.0.0.1:9' };
  expect(await code(auth.connect(options))).toBe('offline');
});

test('connect with wrong arguments asks nobody and leaves the connection as it was', async () => {
  const { auth, publishableKey } = freshAuth();
  expect(await code(auth.connect({ publishableKey }))).toBe('invalid_argument');
  expect(auth.connection()).toBeUndefined();
  expect(await logOf(publishableKey)).toEqual([]);
});

test('renew exchanges the token again, for the same wallet session, which is the newest from then on', async () => {
  const { auth, publishableKey } = freshAuth();
  await auth.connect({ publishableKey, refreshToken: 'ok' });
  const renewed = await auth.connection()?.renew(true);
  expect(renewed?.accessToken).toBe('at_2');
  expect(await auth.connection()?.session).toEqual(renewed);
  const log = await logOf(publishableKey);
  expect(log.map(({ form }) => form)).toEqual([
    { publishableKey, refreshToken: 'ok' },
    { publishableKey, refreshToken: 'ok', walletSession: 'ws_1' },
  ]);
});

test.each(['refresh_token_expired', 'store_unavailable'])(
  'renew rejects with the service\'s own "%s", and keeps the session',
  async (refusal) => {
    const { auth, publishableKey } = freshAuth();
    await auth.connect({ publishableKey, refreshToken: `ends:${refusal}` });
    expect(await code((async () => auth.connection()?.renew(true))())).toBe(refusal);
    expect((await auth.connection()?.session)?.accessToken).toBe('at_1');
  },
);

test('connect calls a function for the token once the script that connects has ended, and asks for no session without one', async () => {
  const { auth, publishableKey } = freshAuth();
  const refreshToken = vi.fn(async () => '');
  const connected = auth.connect({ publishableKey, refreshToken });
  expect(refreshToken).not.toHaveBeenCalled();
  await null;
  expect(refreshToken).toHaveBeenCalledTimes(1);
  expect(await code(connected)).toBe('refresh_token_unavailable');
  expect(await logOf(publishableKey)).toEqual([]);
});

test('connect knows the hint that came with the token, else the one beside', async () => {
  const { auth, publishableKey } = freshAuth();
  const hintOf = async (answer: object) => {
    const connected = auth.connect({ publishableKey, refreshToken: async () => answer, hint: '1.paypal' });
    expect(auth.connection()?.hint).toBe('1.paypal');
    await connected;
    return auth.connection()?.hint;
  };
  expect(await hintOf({ refreshToken: 'ok', hint: '2.paypal' })).toBe('2.paypal');
  expect(await hintOf({ refreshToken: 'ok' })).toBe('1.paypal');
});

test('renew asks a function for another token, and goes on with the wallet session', async () => {
  const { auth, publishableKey } = freshAuth();
  const refreshToken = vi.fn().mockResolvedValueOnce('ok:one').mockResolvedValueOnce('ok:other');
  await auth.connect({ publishableKey, refreshToken });
  await auth.connection()?.renew(false);
  await auth.connection()?.renew(true);
  expect(refreshToken).toHaveBeenCalledTimes(2);
  const log = await logOf(publishableKey);
  expect(log.map(({ form }) => [Object(form).refreshToken, Object(form).walletSession])).toEqual([
    ['ok:one', undefined],
    ['ok:other', 'ws_1'],
    ['ok:other', 'ws_1'],
  ]);
});

test.each<[string, () => unknown, string]>([
  ['is none', () => '', 'refresh_token_unavailable'],
  ['does not come', () => Promise.reject(new Error('logged out')), 'refresh_token_unavailable'],
  [
    'cannot come while the device is offline',
    () => {
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValueOnce(false);
      return Promise.reject(new TypeError('no network'));
    },
    'offline',
  ],
])('renew asks for no session where the other token %s', async (_, give, refusal) => {
  const { auth, publishableKey } = freshAuth();
  const refreshToken = vi
    .fn()
    .mockResolvedValueOnce('one')
    .mockImplementationOnce(async () => give());
  await auth.connect({ publishableKey, refreshToken });
  expect(await code((async () => auth.connection()?.renew(false))())).toBe(refusal);
  expect(await logOf(publishableKey)).toHaveLength(1);
});

test('connect waits for no paint where no wallet is on its way', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { auth, publishableKey } = freshAuth();
  expect(await auth.connect({ publishableKey, refreshToken: 'ok' })).toEqual({ isGuest: false });
});

test('connect tells of each granted connection', async () => {
  const { auth, onGranted, publishableKey } = freshAuth();
  await auth.connect({ publishableKey, refreshToken: 'ok' });
  await code(auth.connect({ publishableKey, refreshToken: 'refused:refresh_token_invalid' }));
  expect(onGranted).toHaveBeenCalledTimes(1);
});

test('connect tells of the newest connection only, also when an older one is answered later', async () => {
  const { auth, onGranted, publishableKey } = freshAuth();
  const older = auth.connect({ publishableKey, refreshToken: 'slow:300' });
  await auth.connect({ publishableKey, refreshToken: 'ok' });
  await older;
  expect(onGranted.mock.calls).toEqual([[auth.connection()]]);
});
