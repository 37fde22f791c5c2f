// biome-ignore-all lint/nursery/noFloatingPromises: callers who ignore the promises are what is tested here
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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
    [{ code: 'not_connected', message: expect.stringContaining('connect first') }],
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

test('getPaymentMethod is no void call: its rejection is for its caller alone', async () => {
  const { wallet } = freshPage();
  const error = vi.fn();
  wallet.on('error', error);
  expect(await code(wallet.getPaymentMethod())).toBe('not_connected');
  expect(error).not.toHaveBeenCalled();
});
