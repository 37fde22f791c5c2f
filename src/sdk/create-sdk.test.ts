// biome-ignore-all lint/nursery/noFloatingPromises: callers who ignore the promises are what is tested here
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ConnectOptions } from '../contract/forms/settings.ts';
import { code, freshKey, freshPage, payment, settings } from './test-service/client.ts';

const unhandled = vi.fn((event: Event) => event.preventDefault());
beforeEach(() => window.addEventListener('unhandledrejection', unhandled));
afterEach(() => {
  window.removeEventListener('unhandledrejection', unhandled);
  vi.restoreAllMocks();
  unhandled.mockClear();
});

/** Unhandled rejections are raised after the task in which the promise rejected. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve, 50));

test('init whose promise is ignored raises an error event and no unhandled rejection', async () => {
  const { wallet } = freshPage();
  const error = vi.fn();
  wallet.on('error', error);
  wallet.init(settings, payment());
  await nextTask();
  expect(error.mock.calls).toEqual([
    [{ code: 'not_connected', shown: false, message: expect.stringContaining('connect first') }],
  ]);
  expect(unhandled).not.toHaveBeenCalled();
});

test('init whose promise is ignored writes code and message to the console when nobody handles error', async () => {
  const written = vi.spyOn(console, 'error').mockReturnValue();
  const { wallet } = freshPage();
  wallet.init(settings, payment());
  await nextTask();
  expect(written.mock.calls).toEqual([[expect.stringMatching(/^sdk: not_connected: init: /)]]);
  wallet.on('error', () => {});
  wallet.init(settings, payment());
  await nextTask();
  expect(written).toHaveBeenCalledTimes(1);
});

test('an error event carries param, as the promise does', async () => {
  const { auth, wallet } = freshPage();
  const error = vi.fn();
  wallet.on('error', error);
  expect(await code(auth.connect({ publishableKey: freshKey(), refreshToken: '' }))).toBe('invalid_argument');
  expect(error).toHaveBeenCalledWith(
    expect.objectContaining({ code: 'invalid_argument', param: 'refreshToken' }),
  );
});

test('one failure that rejects both connect and init is one error event', async () => {
  const { auth, wallet } = freshPage();
  const error = vi.fn();
  wallet.on('error', error);
  auth.connect({ publishableKey: freshKey(), refreshToken: 'refused:origin_not_allowed' });
  expect(await code(wallet.init(settings, payment()))).toBe('origin_not_allowed');
  await nextTask();
  expect(error).toHaveBeenCalledTimes(1);
  expect(unhandled).not.toHaveBeenCalled();
});

test('destroy during init is no error event and no unhandled rejection', async () => {
  const { auth, wallet } = freshPage();
  const error = vi.fn();
  wallet.on('error', error);
  auth.connect({ publishableKey: freshKey(), refreshToken: 'ok' });
  wallet.init(settings, payment());
  wallet.destroy();
  await nextTask();
  expect(error).not.toHaveBeenCalled();
  expect(unhandled).not.toHaveBeenCalled();
});

const lost = () => Promise.reject(new Error('the backend is away'));

test.each<[string, ConnectOptions['refreshToken'], string]>([
  ['a function that rejects', lost, 'refresh_token_unavailable'],
  ['a function that gives nothing', () => '', 'refresh_token_unavailable'],
  ['a token that is refused', () => 'refused:refresh_token_expired', 'refresh_token_expired'],
])(
  '%s is one error event, whoever awaits connect or init, and all of them learn of it',
  async (_, refreshToken, wanted) => {
    for (const awaited of ['none', 'connect', 'init', 'both']) {
      const { auth, wallet } = freshPage();
      const error = vi.fn();
      wallet.on('error', error);
      const connected = auth.connect({ publishableKey: freshKey(), refreshToken });
      const begun = wallet.init(settings, payment());
      if (/connect|both/.test(awaited)) expect(await code(connected)).toBe(wanted);
      if (/init|both/.test(awaited)) expect(await code(begun)).toBe(wanted);
      await vi.waitFor(() => expect(error).toHaveBeenCalled());
      await nextTask();
      expect(error.mock.calls).toEqual([[expect.objectContaining({ code: wanted })]]);
      await wallet.destroy();
    }
    expect(unhandled).not.toHaveBeenCalled();
  },
);

test('a promise that rejects is one line in the console where nobody listens', async () => {
  const written = vi.spyOn(console, 'error').mockReturnValue();
  const { auth, wallet } = freshPage();
  auth.connect({ publishableKey: freshKey(), refreshToken: lost() });
  wallet.init(settings, payment());
  await nextTask();
  expect(written.mock.calls).toEqual([[expect.stringMatching(/^sdk: refresh_token_unavailable: connect: /)]]);
  expect(unhandled).not.toHaveBeenCalled();
});

/** A wallet that is destroyed before its token is here. */
async function destroyedEarly() {
  const { auth, wallet } = freshPage();
  const error = vi.fn();
  wallet.on('error', error);
  let resolve: (token: string) => void = () => {};
  let reject: (reason: Error) => void = () => {};
  const promise = new Promise<string>((...settle) => {
    [resolve, reject] = settle;
  });
  auth.connect({ publishableKey: freshKey(), refreshToken: promise });
  wallet.init(settings, payment());
  await nextTask();
  await wallet.destroy();
  return { wallet, error, resolve, reject };
}

test('a token that comes after destroy is no error event, and the next init uses its session', async () => {
  const { wallet, error, resolve } = await destroyedEarly();
  resolve('ok');
  await nextTask();
  await wallet.init(settings, payment());
  expect(await wallet.getPaymentMethod()).toEqual({ cc_token: 'tok_1' });
  expect(error).not.toHaveBeenCalled();
  expect(unhandled).not.toHaveBeenCalled();
  await wallet.destroy();
});

test('a token that is lost after destroy is left to the next init to say', async () => {
  const { wallet, error, reject } = await destroyedEarly();
  reject(new Error('the view is gone'));
  await nextTask();
  expect(error).not.toHaveBeenCalled();
  wallet.init(settings, payment());
  await nextTask();
  expect(error.mock.calls).toEqual([[expect.objectContaining({ code: 'refresh_token_unavailable' })]]);
  expect(unhandled).not.toHaveBeenCalled();
});

test('a token that never comes leaves a frame that destroy takes away without a word', async () => {
  const { error } = await destroyedEarly();
  expect(document.querySelector('iframe')).toBeNull();
  expect(error).not.toHaveBeenCalled();
  expect(unhandled).not.toHaveBeenCalled();
});

test('getPaymentMethod is no void call: its rejection is for its caller alone', async () => {
  const { wallet } = freshPage();
  const error = vi.fn();
  wallet.on('error', error);
  expect(await code(wallet.getPaymentMethod())).toBe('not_connected');
  expect(error).not.toHaveBeenCalled();
});
