import { expect, test } from 'vitest';
import { originOfModule, originOfScript } from './base-url.ts';

test.each([
  ['https://pay.example/sdk/sdk.mjs', 'https://pay.example'],
  ['http://127.0.0.1:4000/sdk/sdk.mjs?v=2', 'http://127.0.0.1:4000'],
  ['https://pay.example/sdk/00112233445566778899aabbccddeeff/sdk.mjs', 'https://pay.example'],
  ['https://shop.example/sdk/short/sdk.mjs', undefined],
  ['https://shop.example/assets/index-1a2b.js', undefined],
  ['file:///shop/node_modules/wallet/dist/sdk/sdk.mjs', undefined],
  [undefined, undefined],
])('originOfModule of %s is %s: only the service serves the module under its own name', (address, origin) => {
  expect(originOfModule(address)).toBe(origin);
});

test('originOfScript is where the script tag was loaded from', () => {
  const script = document.createElement('script');
  script.src = 'https://pay.example/sdk/sdk.js';
  expect(originOfScript(script)).toBe('https://pay.example');
});

test('originOfScript is unknown for an inline script and for a module', () => {
  expect(originOfScript(document.createElement('script'))).toBeUndefined();
  expect(originOfScript(null)).toBeUndefined();
});

test('S54: an image that HTML names currentScript says nothing of the service', () => {
  document.body.insertAdjacentHTML('beforeend', '<img name="currentScript" src="https://evil.example/x">');
  const named = document.currentScript;
  expect(named).toBeInstanceOf(HTMLImageElement);
  expect(originOfScript(named)).toBeUndefined();
  document.querySelector('[name=currentScript]')?.remove();
});
