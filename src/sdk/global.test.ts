import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(window, 'sdk');
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
  expect(warned.mock.calls).toEqual([[expect.stringContaining(`version ${first?.version} stays`)]]);
});

test('the script takes the place of an element whose id is sdk', async () => {
  document.body.innerHTML = '<div id="sdk"></div>';
  await load();
  expect(window.sdk?.wallet).toBeDefined();
});
