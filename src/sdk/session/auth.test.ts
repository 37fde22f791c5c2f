import { afterEach, expect, test, vi } from 'vitest';
import { baseUrl, code, freshKey, logOf } from '../test-service/client.ts';
import { createAuth } from './auth.ts';

afterEach(() => vi.restoreAllMocks());

function freshAuth() {
  const onExpired = vi.fn();
  const onGranted = vi.fn();
  const auth = createAuth({ scriptOrigin: baseUrl, onGranted, onExpired });
  return { auth, onGranted, onExpired, publishableKey: freshKey() };
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

test('renew goes on with the wallet session, and parallel calls share one exchange', async () => {
  const { auth, publishableKey } = freshAuth();
  await auth.connect({ publishableKey, refreshToken: 'ok' });
  const [one, other] = await Promise.all([auth.connection()?.renew(), auth.connection()?.renew()]);
  expect(one?.accessToken).toBe('at_2');
  expect(other).toEqual(one);
  expect(await auth.connection()?.session()).toEqual(one);
  const log = await logOf(publishableKey);
  expect(log.map(({ form }) => form)).toEqual([
    { publishableKey, refreshToken: 'ok' },
    { publishableKey, refreshToken: 'ok', walletSession: 'ws_1' },
  ]);
});

test('renew exchanges anew once the shared exchange is over', async () => {
  const { auth, publishableKey } = freshAuth();
  await auth.connect({ publishableKey, refreshToken: 'ok' });
  await auth.connection()?.renew();
  expect((await auth.connection()?.renew())?.accessToken).toBe('at_3');
});

test.each(['refresh_token_expired', 'refresh_token_invalid'])(
  'renew turns "%s" into session_expired, says so once and asks no more until connect',
  async (refusal) => {
    const { auth, onExpired, publishableKey } = freshAuth();
    await auth.connect({ publishableKey, refreshToken: `ends:${refusal}` });
    const renew = async () => auth.connection()?.renew();
    expect(await code(renew())).toBe('session_expired');
    expect(await code(renew())).toBe('session_expired');
    expect(onExpired).toHaveBeenCalledTimes(1);
    expect(await logOf(publishableKey)).toHaveLength(2);
    await auth.connect({ publishableKey, refreshToken: 'ok' });
    expect((await renew())?.accessToken).toBe('at_4');
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
    expect(auth.connection()?.hint()).toBe('1.paypal');
    await connected;
    return auth.connection()?.hint();
  };
  expect(await hintOf({ refreshToken: 'ok', hint: '2.paypal' })).toBe('2.paypal');
  expect(await hintOf({ refreshToken: 'ok' })).toBe('1.paypal');
});

/** The first token ends; what the function gives after it, in order. */
function endingAuth(...later: (() => unknown)[]) {
  const { auth, onExpired, publishableKey } = freshAuth();
  const refreshToken = vi.fn(async () => 'ends:refresh_token_expired');
  for (const give of [() => 'ends:refresh_token_expired', ...later])
    refreshToken.mockImplementationOnce(async () => String(await give()));
  const renew = async () => auth.connection()?.renew();
  const exchanged = async () =>
    (await logOf(publishableKey)).map(({ form }) => [Object(form).refreshToken, Object(form).walletSession]);
  return { auth, onExpired, publishableKey, refreshToken, renew, exchanged };
}

test('renew asks a function for another token where that has ended, and goes on with the wallet session', async () => {
  const { auth, onExpired, publishableKey, refreshToken, renew, exchanged } = endingAuth(() => 'ok');
  await auth.connect({ publishableKey, refreshToken });
  const [one, other] = await Promise.all([renew(), renew()]);
  expect(one?.accessToken).toBe('at_3');
  expect(other).toEqual(one);
  expect((await renew())?.accessToken).toBe('at_4');
  expect(onExpired).not.toHaveBeenCalled();
  expect(refreshToken).toHaveBeenCalledTimes(2);
  expect(await exchanged()).toEqual([
    ['ends:refresh_token_expired', undefined],
    ['ends:refresh_token_expired', 'ws_1'],
    ['ok', 'ws_1'],
    ['ok', 'ws_1'],
  ]);
});

test.each<[string, () => unknown]>([
  ['has ended too', () => 'ends:refresh_token_invalid'],
  ['is none', () => ''],
  ['does not come', () => Promise.reject(new Error('logged out'))],
])('renew is session_expired, said once, where the other token %s', async (_, give) => {
  const { auth, onExpired, publishableKey, refreshToken, renew } = endingAuth(give);
  await auth.connect({ publishableKey, refreshToken });
  expect(await code(renew())).toBe('session_expired');
  expect(await code(renew())).toBe('session_expired');
  expect(onExpired).toHaveBeenCalledTimes(1);
  expect(refreshToken).toHaveBeenCalledTimes(2);
});

test('renew asks the function again the next time where the device was offline meanwhile', async () => {
  const { auth, onExpired, publishableKey, refreshToken, renew } = endingAuth(
    () => {
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValueOnce(false);
      return Promise.reject(new TypeError('no network'));
    },
    () => 'ok',
  );
  await auth.connect({ publishableKey, refreshToken });
  expect(await code(renew())).toBe('offline');
  expect((await renew())?.accessToken).toBe('at_4');
  expect(onExpired).not.toHaveBeenCalled();
});

test('renew has nothing more to ask of a promise', async () => {
  const { auth, onExpired, publishableKey } = freshAuth();
  await auth.connect({ publishableKey, refreshToken: Promise.resolve('ends:refresh_token_expired') });
  expect(await code((async () => auth.connection()?.renew())())).toBe('session_expired');
  expect(onExpired).toHaveBeenCalledTimes(1);
});

test('renew keeps the session after a refusal that passes', async () => {
  const { auth, onExpired, publishableKey } = freshAuth();
  await auth.connect({ publishableKey, refreshToken: 'ends:store_unavailable' });
  expect(await code((async () => auth.connection()?.renew())())).toBe('store_unavailable');
  expect((await auth.connection()?.session())?.accessToken).toBe('at_1');
  expect(onExpired).not.toHaveBeenCalled();
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
