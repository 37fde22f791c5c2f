import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(window, 'sdk');
  Reflect.deleteProperty(window, 'define');
});

/** As a script tag runs: anew each time. */
const load = () => import(/* @vite-ignore */ `./global.ts?${crypto.randomUUID()}`);

test('the script puts the sdk at window.sdk', async () => {
  await load();
  expect(window.sdk?.version).toMatch(/^\d+\.\d+\.\d+$/);
});

test('the script loaded twice keeps the first sdk and warns', async () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  await load();
  const first = window.sdk;
  await load();
  expect(window.sdk).toBe(first);
  expect(warned.mock.calls).toEqual([['sdk: loaded twice']]);
});

test('the script takes the place of an element whose id is sdk', async () => {
  document.body.innerHTML = '<div id="sdk"></div>';
  await load();
  expect(window.sdk?.wallet).toBeDefined();
});

test('the script makes further sdks', async () => {
  await load();
  const other = window.sdk?.createSdk();
  expect(other?.version).toBe(window.sdk?.version);
  expect(other?.wallet).not.toBe(window.sdk?.wallet);
});

test('the script gives an AMD loader the sdk as a named module, and stays at window.sdk', async () => {
  const define = Object.assign(vi.fn(), { amd: {} });
  window.define = define;
  await load();
  expect(define.mock.calls).toEqual([['embeddable-wallet', [], expect.any(Function)]]);
  expect(define.mock.calls[0]?.[2]()).toBe(window.sdk);
  expect(window.sdk?.wallet).toBeDefined();
});

test('the script leaves a define alone that is no AMD loader', async () => {
  const define = vi.fn();
  window.define = define;
  await load();
  expect(define).not.toHaveBeenCalled();
});
