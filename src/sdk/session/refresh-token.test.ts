import { afterEach, expect, test, vi } from 'vitest';
import type { RefreshTokenSource } from '../../contract/forms/settings.ts';
import { obtainToken } from './refresh-token.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const unavailable = expect.objectContaining({ name: 'SdkError', code: 'refresh_token_unavailable' });

test.each<[string, RefreshTokenSource]>([
  ['itself', 'rt_1'],
  ['a promise', Promise.resolve('rt_1')],
  ['a function', () => 'rt_1'],
  ['a function that promises it', async () => 'rt_1'],
])('obtainToken takes the token from %s, without a hint', async (_, source) => {
  expect(await obtainToken(source)).toEqual({ refreshToken: 'rt_1', hint: '' });
});

test('obtainToken takes token and hint from the answer that they came in, and leaves the rest of it alone', async () => {
  const answer = { Status: 'OK', refreshToken: 'rt_1', hint: '2.paypal', expiresIn: 86_400 };
  const taken = { refreshToken: 'rt_1', hint: '2.paypal' };
  expect(await obtainToken(() => answer)).toEqual(taken);
  expect(await obtainToken(Promise.resolve(answer))).toEqual(taken);
});

test('obtainToken asks a function each time', async () => {
  const source = vi.fn(async () => `rt_${source.mock.calls.length}`);
  expect((await obtainToken(source)).refreshToken).toBe('rt_1');
  expect((await obtainToken(source)).refreshToken).toBe('rt_2');
});

test.each([
  [undefined, 'found undefined'],
  ['', 'found ""'],
  [null, 'found null'],
  [7, 'found number'],
  [{ status: 'ERROR', error: { code: 'internal_error' } }, 'found object'],
  [{ token: 'rt_canary' }, 'found object'],
  [{ refreshToken: ['rt_canary'] }, 'found object'],
])(
  'obtainToken refuses a function that gives %j, says what it is and never shows it',
  async (given, found) => {
    // @ts-expect-error what the types refuse
    const failure = await obtainToken(() => given).catch((error) => error);
    expect(failure).toEqual(unavailable);
    expect(failure.message).toContain(found);
    expect(failure.message).not.toContain('canary');
  },
);

const lost = new Error('no session for rt_canary');
test.each<[string, () => RefreshTokenSource]>([
  ['a promise that rejects', () => Promise.reject(lost)],
  ['a function that rejects', () => () => Promise.reject(lost)],
  [
    'a function that throws',
    () => () => {
      throw lost;
    },
  ],
])('obtainToken keeps the reason of %s as the cause, and out of the message', async (_, make) => {
  const failure = await obtainToken(make()).catch((error) => error);
  expect(failure).toEqual(unavailable);
  expect(failure.cause).toBe(lost);
  expect(failure.message).not.toContain('canary');
});

test('obtainToken says offline where the device is and a request got no answer', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const cause = new TypeError('Failed to fetch');
  await expect(obtainToken(() => Promise.reject(cause))).rejects.toMatchObject({ code: 'offline', cause });
  // As where a backend on this machine answered that it cannot.
  await expect(obtainToken(() => Promise.reject(lost))).rejects.toEqual(unavailable);
  expect((await obtainToken('rt_1')).refreshToken).toBe('rt_1');
});

test('obtainToken waits for 30 s, and no longer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const settled = vi.fn();
  const obtained = obtainToken(() => new Promise(() => {})).finally(settled);
  obtained.catch(() => {});
  await vi.advanceTimersByTimeAsync(29_900);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(settled).toHaveBeenCalled();
  await expect(obtained).rejects.toEqual(unavailable);
});
