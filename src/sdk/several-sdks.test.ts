import { afterEach, expect, test, vi } from 'vitest';
import {
  FRAME_ALLOW,
  FRAME_STYLE,
  firstPaintSettingsOf,
  frameAddress,
} from '../contract/frame/frame-address.ts';
import type { Sdk } from './base/public-types.ts';
import { baseUrl, code, createTestSdk, freshKey, logOf, payment, settings } from './test-service/client.ts';

const opened: Sdk[] = [];
afterEach(async () => {
  for (const sdk of opened.splice(0)) await sdk.wallet.destroy();
});

/** Two SDKs of one page, as its composition root makes them, each beside a place of its own. */
function twoSdks() {
  document.body.innerHTML = '<div id="left"></div><div id="right"><div id="inner"></div></div>';
  const pair = [createTestSdk(true), createTestSdk(false)] as const;
  opened.push(...pair);
  for (const { wallet } of pair) wallet.on('error', () => {});
  return pair;
}

const at = (container: string) => ({ ...settings, container });

test('two SDKs have a session and a wallet each, and one does not end with the other', async () => {
  const [left, right] = twoSdks();
  const keys = [freshKey(), freshKey()] as const;
  left.auth.connect({ publishableKey: keys[0], refreshToken: 'ok' }).catch(() => {});
  right.auth.connect({ publishableKey: keys[1], refreshToken: 'guest' }).catch(() => {});
  await Promise.all([
    left.wallet.init(at('#left'), payment()),
    right.wallet.init(
      at('#right'),
      payment({ getPaymentMethod: { ok: true, value: { cc_token: 'tok_2' } } }),
    ),
  ]);
  const sessions = await Promise.all(
    keys.map(async (key) => (await logOf(key)).find(({ call }) => call === 'setSession')),
  );
  expect(sessions.map((entry) => Object(entry?.['session']).isGuest)).toEqual([false, true]);
  await left.wallet.destroy();
  expect(document.querySelectorAll('iframe')).toHaveLength(1);
  expect(await right.wallet.getPaymentMethod()).toEqual({ cc_token: 'tok_2' });
});

test('init refuses a container that holds the wallet of another SDK, or stands around it, and leaves that alone', async () => {
  const [left, right] = twoSdks();
  const publishableKey = freshKey();
  for (const { auth } of [left, right]) await auth.connect({ publishableKey, refreshToken: 'ok' });
  await left.wallet.init(at('#inner'), payment());
  const frame = document.querySelector('iframe');
  expect(await code(right.wallet.init(at('#inner'), payment()))).toBe('already_initialised');
  expect(await code(right.wallet.init(at('#right'), payment()))).toBe('already_initialised');
  expect(document.querySelector('iframe')).toBe(frame);
  expect(await left.wallet.getPaymentMethod()).toEqual({ cc_token: 'tok_1' });
  await left.wallet.destroy();
  await right.wallet.init(at('#inner'), payment());
});

test('events of a further SDK come to its own handlers, and not to window', async () => {
  const [left, right] = twoSdks();
  const [onLeft, onRight, onWindow] = [vi.fn(), vi.fn(), vi.fn()];
  left.wallet.on('init', onLeft);
  right.wallet.on('init', onRight);
  addEventListener('sdk:init', onWindow);
  const publishableKey = freshKey();
  await right.auth.connect({ publishableKey, refreshToken: 'ok' });
  await right.wallet.init(at('#right'), payment());
  expect([onLeft, onRight, onWindow].map(({ mock }) => mock.calls.length)).toEqual([0, 1, 0]);
  await left.auth.connect({ publishableKey, refreshToken: 'ok' });
  await left.wallet.init(at('#left'), payment());
  expect([onLeft, onRight, onWindow].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1]);
  removeEventListener('sdk:init', onWindow);
});

test('two frames of one address in the HTML wait for a wallet each: the first leaves the second alone', async () => {
  const [left, right] = twoSdks();
  const publishableKey = freshKey();
  for (const { auth } of [left, right]) await auth.connect({ publishableKey, refreshToken: 'ok' });
  const address = frameAddress({
    baseUrl,
    publishableKey,
    merchantId: settings.merchant_id,
    locale: 'en',
    origin,
    nested: true,
    hint: '',
    hints: firstPaintSettingsOf(settings, 'light'),
  });
  const frames = ['left', 'right'].map((id) => {
    const frame = document.createElement('iframe');
    Object.assign(frame, { src: address, allow: FRAME_ALLOW });
    frame.style.cssText = FRAME_STYLE;
    document.querySelector(`#${id}`)?.append(frame);
    return frame;
  });
  const errors = vi.fn();
  left.wallet.on('error', errors);
  await left.wallet.init(at('#left'), payment());
  document.body.append('what a script of the page adds');
  await new Promise((done) => setTimeout(done));
  await right.wallet.init(at('#right'), payment());
  expect(errors).not.toHaveBeenCalled();
  expect([...document.querySelectorAll('iframe')]).toEqual(frames);
  for (const { wallet } of [left, right])
    expect(await wallet.getPaymentMethod()).toEqual({ cc_token: 'tok_1' });
});
